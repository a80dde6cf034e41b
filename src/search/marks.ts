import { isPlaceField } from '../champs/index.ts'
import type { Champ } from '../champs/kind.ts'
import { MARK } from '../db/dialect/index.ts'

/** The names of the fields say who bears a name in an act. */
export const SEARCH_ROLES = ['principal', 'conjoint', 'pere', 'mere', 'parrain', 'temoin', 'autre'] as const
export type SearchRole = (typeof SEARCH_ROLES)[number]

/** One letter each: they are in the index, and stay what they are. */
const ROLE_LETTERS: Record<SearchRole, string> = {
  principal: 'a',
  conjoint: 'b',
  pere: 'c',
  mere: 'd',
  parrain: 'e',
  temoin: 'f',
  autre: 'g',
}

/** In place of the letter of a role. */
const ANYBODY = '0'

/** Surnames and first names are marked with who bears them, two other kinds of field with what they are. */
export type NameKind = 'nom' | 'prenom'
export type MarkedField = 'profession' | 'lieu'

const KIND_LETTERS: Record<NameKind | MarkedField, string> = { nom: 'n', prenom: 'p', profession: 'o', lieu: 'l' }

/** Marks of names begin with this, before the letter of the role. */
const nameMarks = (kind: NameKind): string => `${MARK}${KIND_LETTERS[kind]}`

/** The word of a name, as borne by somebody in this role. */
export const nameMark = (kind: NameKind, role: SearchRole, word: string): string =>
  `${nameMarks(kind)}${ROLE_LETTERS[role]}${word}`

/** In the dictionary alone: the word of a name, whoever bears it. */
export const anyNameMark = (kind: NameKind, word: string): string => `${nameMarks(kind)}${ANYBODY}${word}`

const isNameMark = (mark: string): boolean => mark.startsWith(nameMarks('nom')) || mark.startsWith(nameMarks('prenom'))

/** The word itself of the mark of a name; undefined of any other mark. */
export function markedWord(word: string): string | undefined {
  if (!word.startsWith(MARK)) return word
  return isNameMark(word) ? word.slice(NAME_MARK_LENGTH) : undefined
}

/** Leaves open who bears the name of a mark; undefined of a mark that is none of a name. */
export function anybodys(mark: string): string | undefined {
  return isNameMark(mark)
    ? `${mark.slice(0, NAME_MARK_LENGTH - 1)}${ANYBODY}${mark.slice(NAME_MARK_LENGTH)}`
    : undefined
}

export const fieldMark = (field: MarkedField, word: string): string => `${MARK}${KIND_LETTERS[field]}${word}`

/** Signs before the word in the mark of a name. */
const NAME_MARK_LENGTH = nameMark('nom', 'principal', '').length

/** First fitting line: the suffix of `nom_pere_epoux` begins with the person meant, whose kin comes after. */
const ROLE_OF_SUFFIX: [RegExp, SearchRole][] = [
  [/^pere/, 'pere'],
  [/^mere/, 'mere'],
  [/^(parrain|marraine)/, 'parrain'],
  [/^(temoin|declarant)/, 'temoin'],
  [/^(conjoint|epoux|epouse|mari|femme|veuvage)/, 'conjoint'],
]

const roleOf = (suffix: string): SearchRole => ROLE_OF_SUFFIX.find(([start]) => start.test(suffix))?.[1] ?? 'autre'

/** One field that holds surname and first names of somebody. */
const WHOLE_NAME =
  /^(pere|mere|parrain|marraine|temoin|temoins|declarant|conjoint|epoux|epouse|mari|femme|notaire|notaire_contrat)(_\d+)?$/

export type FieldPart = { as: NameKind | 'whole name'; role: SearchRole } | { as: MarkedField | 'text' }

/** The search takes the words of a field for names, a profession, a place, or mere text. */
export function partOf(champ: Champ): FieldPart {
  const { nom } = champ
  if (nom === 'nom') return { as: 'nom', role: 'principal' }
  if (nom === 'prenom' || nom === 'prenoms') return { as: 'prenom', role: 'principal' }
  const [, kind, suffix = ''] = /^(nom|prenoms?)_(.+)$/.exec(nom) ?? []
  if (kind !== undefined) return { as: kind === 'nom' ? 'nom' : 'prenom', role: roleOf(suffix) }
  if (WHOLE_NAME.test(nom)) return { as: 'whole name', role: roleOf(nom) }
  if (/^(profession|metier)/.test(nom)) return { as: 'profession' }
  if (isPlaceField(champ) || /^(lieu|domicile|origine|paroisse|residence)/.test(nom)) return { as: 'lieu' }
  return { as: 'text' }
}
