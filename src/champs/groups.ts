import { type GroupRole, PERSON_PARTS, type PersonPart } from '../db/schema-persons.ts'
import type { Champ, Group } from './kind.ts'

/** A group with its fields, as forms and pages show them; null for fields that stand in none. */
export interface FieldGroup {
  group: Group | null
  champs: Champ[]
}

/** Persons of these roles stand one after the other, each shown once the one before says something. */
const SERIES: ReadonlySet<GroupRole> = new Set(['temoin', 'declarant', 'autre'])

const grouped = new WeakMap<readonly Champ[], FieldGroup[]>()

/** The fields by group: a group stands where its first field stands, its fields in their own order. Each record of a list asks. */
export function fieldGroups(champs: readonly Champ[]): readonly FieldGroup[] {
  const known = grouped.get(champs) ?? groupsOf(champs)
  grouped.set(champs, known)
  return known
}

function groupsOf(champs: readonly Champ[]): FieldGroup[] {
  const groups = new Map<number | null, FieldGroup>()
  for (const champ of champs) {
    const id = champ.groupe?.id ?? null
    const known = groups.get(id) ?? { group: champ.groupe, champs: [] }
    groups.set(id, known)
    known.champs.push(champ)
  }
  return [...groups.values()]
}

/** Whether `next` opens when `before` holds something: two witnesses, declarants or others of one person, side by side. */
export const followsInSeries = (before: Group | null | undefined, next: Group | null): boolean =>
  before?.role != null && SERIES.has(before.role) && before.role === next?.role && before.de === next.de

/** Names like `profession_pere` and `pere_decede` say which part of a person they hold; null of any other name. */
export function partFromName(nom: string): PersonPart | null {
  if (/_decedee?$/.test(nom)) return 'decede'
  const start = /^prenoms?(_|$)/.test(nom)
    ? 'prenom'
    : PERSON_PARTS.find((part) => nom === part || nom.startsWith(`${part}_`))
  return start ?? null
}
