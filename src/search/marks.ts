// The words of the index that are no words of a text: who bears a name, whose profession it is, who make a couple.
import type { CoupleKind } from '../champs/couples.ts'
import { MARK } from '../db/dialect/index.ts'

/** Somebody is searched for in one of these roles. */
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

export type NameKind = 'nom' | 'prenom'
/** Fields that are marked with what they are, whoever they tell of. */
export type MarkedField = 'profession' | 'lieu'
/** Places of a person; the index knows them by their ids. */
export const LIVED = ['ne_a', 'domicile', 'origine'] as const
export type Lived = (typeof LIVED)[number]
/** One person bears several of these in a search. */
export type Trait = NameKind | 'profession' | 'age' | Lived

const FIELD_LETTERS: Record<MarkedField, string> = { profession: 'o', lieu: 'l' }
const TRAIT_LETTERS: Record<Trait, string> = {
  nom: 'n',
  prenom: 'p',
  profession: 'k',
  age: 'g',
  ne_a: 'b',
  domicile: 'd',
  origine: 'i',
}

/** Marks of names begin with this, before the letter of the role. */
const nameMarks = (kind: NameKind): string => `${MARK}${TRAIT_LETTERS[kind]}`

/** In the dictionary, and in an index of before persons: the word of a name, as borne by somebody in this role. */
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

/** Signs before the word in the mark of a name. */
const NAME_MARK_LENGTH = nameMark('nom', 'principal', '').length

export const fieldMark = (field: MarkedField, word: string): string => `${MARK}${FIELD_LETTERS[field]}${word}`

/** The letter of a role, then which of its persons it is: `c2` is the second father of an act. */
export type Slot = string

const ONE_SIGN = 36
/** Beyond 35 persons of one role each has a sign of its own still: a Chinese character is a letter too. */
const FAR_SIGNS = 0x4e00

/** The n-th person of an act in this role, counted from 1. */
export const slotOf = (role: SearchRole, n: number): Slot =>
  `${ROLE_LETTERS[role]}${n < ONE_SIGN ? n.toString(ONE_SIGN) : String.fromCodePoint(FAR_SIGNS + n)}`

/** Everybody in this role, where an index of before persons tells them no further. */
export const wholeRole = (role: SearchRole): Slot => ROLE_LETTERS[role]

export const roleOfSlot = (slot: Slot): SearchRole =>
  SEARCH_ROLES.find((role) => slot.startsWith(ROLE_LETTERS[role])) ?? 'autre'

/** This person bears the word; a place is borne by its id. */
export const slotMark = (trait: Trait, slot: Slot, word: string): string =>
  `${MARK}${TRAIT_LETTERS[trait]}${slot}${word}`

/** One person bears this surname and this first name: both are looked up at once. */
export const pairMark = (nom: string, prenom: string): string => `${MARK}q${nom}${MARK}${prenom}`

export const COUPLE_KINDS: readonly CoupleKind[] = ['p', 'e', 'v']

/** Two persons of the act are a couple. */
export const relationMark = (kind: CoupleKind, one: Slot, other: Slot): string => `${MARK}r${kind}${one}${other}`

/** A couple by its surnames, whichever comes first; '' is a surname that the act does not tell. */
export const coupleMark = (kind: CoupleKind, ...noms: [string, string]): string =>
  `${MARK}c${kind}${noms.sort().join(MARK)}`

/** Those who marry in an act are one another's spouses beside what they are. */
export const WEDDING_MARK = `${MARK}m`

/** Somebody in the act has more names than pairs and couples are made of: only the marks of the person tell. */
export const UNPAIRED_MARK = `${MARK}y`

/** Some field of the act has another reading beside its value. */
export const READING_MARK = `${MARK}x`

/** The date of the act reaches all years that begin with these figures; without figures, some year after its first one. */
export const reachMark = (figures: string): string => `${MARK}w${figures}`

/** In the dictionary: terms from here on tell what the index has, not words of it. */
export const USE_START = `${MARK}z`
/** An index of before persons serves until the new one is whole. */
export const FORMER_TERM = `${USE_START}ancien`

/** Some act has this person with this trait. */
export const useTerm = (trait: Trait, slot: Slot): string => `${USE_START}${TRAIT_LETTERS[trait]}${slot}`

/** Some act has this couple. */
export const relationTerm = (kind: CoupleKind, one: Slot, other: Slot): string => `${USE_START}r${kind}${one}${other}`

export const UNPAIRED_TERM = `${USE_START}y`

/** Some act has another reading. */
export const READING_TERM = `${USE_START}x`

/** Some date reaches a year after its first one. */
export const REACH_TERM = `${USE_START}w`

/** In the dictionary: an age, or a place by its id, whoever bears it. */
export const traitTerm = (trait: Exclude<Trait, NameKind | 'profession'>, word: string): string =>
  `${MARK}${TRAIT_LETTERS[trait]}${ANYBODY}${word}`
