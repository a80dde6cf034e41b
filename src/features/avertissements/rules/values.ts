// How acts are read by the rules.
import { champText, KINDS, storedValue } from '../../../champs/index.ts'
import type { Champ } from '../../../champs/kind.ts'
import type { ReleveData } from '../../../db/schema.ts'
import type { GroupRole, PersonPart } from '../../../db/schema-persons.ts'
import { type DateValue, periodOf } from '../../../lib/dates.ts'
import type { Act } from './kind.ts'

export const EVENT = 'date_evenement'

/** First and last day, counted by one; infinite where it is open. */
export type Days = readonly [number, number]

export interface Dated {
  value: DateValue
  days: Days
}

/** The date of an act; undefined where it has none that says a day. */
export function eventOf({ data }: { data: ReleveData }): Dated | undefined {
  const value = storedValue(data, EVENT)
  if (!KINDS.date.isValue(value)) return undefined
  const days = periodOf(value as DateValue)
  return days === null ? undefined : { value: value as DateValue, days }
}

/** The text of a field, trimmed. */
export const textOf = (champ: Champ | undefined, { data }: Pick<Act, 'data'>): string =>
  champ === undefined ? '' : champText(champ, data).trim()

/** Fields that hold this part of somebody. */
export const fieldsOf = (champs: readonly Champ[], ...parts: PersonPart[]): Champ[] =>
  champs.filter(
    ({ partie, groupe, type }) => type === 'text' && groupe?.role != null && partie !== null && parts.includes(partie),
  )

/** Surname and first names of the persons whom the acts are about. */
export const mainNames = (champs: readonly Champ[], role: GroupRole = 'principal'): Champ[] =>
  champs.filter(({ groupe, partie }) => groupe?.role === role && (partie === 'nom' || partie === 'prenom'))

/** How often each text comes. */
export function countTexts(texts: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}
