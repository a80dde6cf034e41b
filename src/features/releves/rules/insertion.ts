import { KINDS, storedValue } from '../../../champs/index.ts'
import { releveTitle } from '../../../champs/title.ts'
import type { ReleveData } from '../../../db/schema.ts'
import { type DateValue, dateInWords } from '../../../lib/dates.ts'

/** `apres` of an act that comes before every other of its source. */
export const AT_THE_START = 0

/** Where in the register an act is to stand. */
export interface Insertion {
  /** As `insertAfter` takes it. */
  apres: number
  /** The act after which it comes; undefined at the beginning of the register. */
  act: { id: number; title: string } | undefined
}

/** « LE GOFF Marie, 8 décembre 1787 ». */
export function actTitle(releve: { id: number; data: ReleveData }): string {
  const date = storedValue(releve.data, 'date_evenement')
  const words = KINDS.date.isValue(date) ? dateInWords(date as DateValue) : ''
  return [releveTitle(releve), words].filter(Boolean).join(', ')
}
