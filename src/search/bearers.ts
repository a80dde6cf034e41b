// The fields of a type say whom they tell of: by their groups or, where they stand in no person's, by their names.
import { type CoupleKind, couplesOf, type Kin, WEDDINGS } from '../champs/couples.ts'
import { isPlaceField } from '../champs/index.ts'
import type { Champ, Group } from '../champs/kind.ts'
import type { GroupRole, PersonPart } from '../db/schema-persons.ts'
import { type Lived, type MarkedField, type NameKind, type SearchRole, type Slot, slotOf } from './marks.ts'

/** A person that records of a type may have. */
export interface Bearer {
  role: SearchRole
  slot: Slot
  /** One of those who marry in an act: also a spouse. */
  isMarried: boolean
}

/** The search takes the words of a field for names, a profession, a place, or mere text. */
export interface FieldUse {
  champ: Champ
  as: NameKind | 'whole name' | MarkedField | 'age' | 'text'
  bearer: Bearer | undefined
  /** A place of the bearer. */
  lived: Lived | undefined
}

export interface ActShape {
  /** Names first. */
  fields: FieldUse[]
  couples: { kind: CoupleKind; one: Bearer; other: Bearer }[]
}

const ROLE_OF_GROUP: Record<GroupRole, SearchRole> = {
  principal: 'principal',
  conjoint: 'conjoint',
  ancien_conjoint: 'conjoint',
  pere: 'pere',
  mere: 'mere',
  parrain: 'parrain',
  marraine: 'parrain',
  temoin: 'temoin',
  declarant: 'temoin',
  autre: 'autre',
}

/** First fitting line: the end of `nom_pere_epoux` begins with the person meant, whose kin comes after. */
const ROLE_OF_KEY: [RegExp, GroupRole][] = [
  [/^pere/, 'pere'],
  [/^mere/, 'mere'],
  [/^(parrain|marraine)/, 'parrain'],
  [/^(temoin|declarant)/, 'temoin'],
  [/^veuvage/, 'ancien_conjoint'],
  [/^(conjoint|epoux|epouse|mari|femme)/, 'conjoint'],
]

/** One field that holds surname and first names of somebody. */
const WHOLE_NAME =
  /^(pere|mere|parrain|marraine|temoin|temoins|declarant|conjoint|epoux|epouse|mari|femme|notaire|notaire_contrat)(_\d+)?$/
const PART_OF = /^(nom|prenoms?|profession|metier|age|lieu_naissance|domicile|origine)(?:_(.+))?$/

const PART_BY_NAME: Record<string, PersonPart> = {
  prenoms: 'prenom',
  metier: 'profession',
}

interface Told {
  /** Whom the field tells of: those of one key are one person. */
  key: string
  role: GroupRole
  partie: PersonPart
  group: Group | undefined
}

/** By its group; a name outside of any person is somebody else's: the notary's. */
function toldByGroup({ id, groupe, partie }: Champ): Told | undefined {
  if (partie === null || groupe === null) return undefined
  if (groupe.role !== null) return { key: `g${groupe.id}`, role: groupe.role, partie, group: groupe }
  return { key: partie === 'nom_complet' ? `f${id}` : `g${groupe.id}`, role: 'autre', partie, group: undefined }
}

function toldByName({ nom }: Champ): Told | undefined {
  const [, part, end] = PART_OF.exec(nom) ?? []
  if (part === undefined && !WHOLE_NAME.test(nom)) return undefined
  const key = part === undefined ? nom : (end ?? '')
  const role = key === '' ? 'principal' : (ROLE_OF_KEY.find(([start]) => start.test(key))?.[1] ?? 'autre')
  const partie = part === undefined ? 'nom_complet' : (PART_BY_NAME[part] ?? (part as PersonPart))
  return { key: `n${key}`, role, partie, group: undefined }
}

const LIVED_BY_PART: Partial<Record<PersonPart, Lived>> = {
  lieu_naissance: 'ne_a',
  domicile: 'domicile',
  origine: 'origine',
}

const isPlace = (champ: Champ): boolean =>
  isPlaceField(champ) || /^(lieu|domicile|origine|paroisse|residence)/.test(champ.nom)

function useOf(champ: Champ, told: Told | undefined): FieldUse['as'] {
  const partie = told?.partie
  if (partie === 'nom' || partie === 'prenom' || partie === 'age') return partie
  if (partie === 'nom_complet') return 'whole name'
  if (partie === 'profession' || /^(profession|metier)/.test(champ.nom)) return 'profession'
  return isPlace(champ) || (partie !== undefined && partie in LIVED_BY_PART) ? 'lieu' : 'text'
}

/** `pere_epoux` is the father of `epoux`; one of nobody else is of the person of `nom`. */
function kinByName(key: string, ids: ReadonlyMap<string, number>): number | null {
  const end = /^n[a-z]+_(.+)$/.exec(key)?.[1]
  return (end === undefined ? undefined : ids.get(`n${end}`)) ?? ids.get('n') ?? null
}

/** Each field with whom it tells of; one that stands in no person's group joins the person whose other fields are named like it. */
function toldOf(champs: readonly Champ[]): (Told | undefined)[] {
  const byGroup = champs.map(toldByGroup)
  const same = new Map<string, Told>()
  for (const [at, champ] of champs.entries()) {
    const told = byGroup[at]
    const key = toldByName(champ)?.key
    if (told?.group && key !== undefined && !same.has(key)) same.set(key, told)
  }
  return champs.map((champ, at) => {
    const told = byGroup[at] ?? toldByName(champ)
    const other = told && same.get(told.key)
    return told && other ? { ...other, partie: told.partie } : told
  })
}

const known = new WeakMap<readonly Champ[], ActShape>()

function shape(champs: readonly Champ[]): ActShape {
  const told = toldOf(champs)
  const keys = new Map<string, Told>()
  for (const one of told) if (one && !keys.has(one.key)) keys.set(one.key, one)
  // Numbers below zero belong to no group.
  const ids = new Map([...keys].map(([key, { group }], at) => [key, group?.id ?? -1 - at]))
  const acte = champs[0]?.acte ?? 'autre'
  const bearers = new Map<number, Bearer>()
  const counts = new Map<SearchRole, number>()
  const persons = [...keys].map(([key, { role: groupRole, group }]): Kin => {
    const id = ids.get(key) ?? 0
    const role = ROLE_OF_GROUP[groupRole]
    const n = (counts.get(role) ?? 0) + 1
    counts.set(role, n)
    bearers.set(id, { role, slot: slotOf(role, n), isMarried: role === 'principal' && WEDDINGS.has(acte) })
    return { id, role: groupRole, de: group ? group.de : kinByName(key, ids) }
  })
  const fields = champs.map((champ, at): FieldUse => {
    const one = told[at]
    return {
      champ,
      as: useOf(champ, one),
      bearer: one && bearers.get(ids.get(one.key) ?? 0),
      lived: one && LIVED_BY_PART[one.partie],
    }
  })
  const couples = couplesOf(persons, acte).flatMap(({ kind, both }) => {
    const [one, other] = both.map(({ id }) => bearers.get(id))
    return one && other ? [{ kind, one, other }] : []
  })
  return { fields: [...fields.filter(isName), ...fields.filter((field) => !isName(field))], couples }
}

/** Names of somebody, of which the index is told first. */
export const isName = ({ as }: FieldUse): boolean => as === 'nom' || as === 'prenom' || as === 'whole name'

/** Looked at once for all records of a list of fields. */
export function shapeOf(champs: readonly Champ[]): ActShape {
  const found = known.get(champs) ?? shape(champs)
  known.set(champs, found)
  return found
}
