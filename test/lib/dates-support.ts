import type { CalendarType } from '../../src/lib/calendar.ts'
import { type DateReading, type DateValue, readDate } from '../../src/lib/dates.ts'

/** The value of a text that must be accepted. */
export function accepted(reading: DateReading): DateValue {
  if (!reading.ok) throw new Error(`refused: ${reading.message}`)
  return reading.value
}

export const read = (typed: string, calendrier: CalendarType): DateValue => accepted(readDate(typed, calendrier))

export const messageOf = (reading: DateReading): string | null => (reading.ok ? null : reading.message)

/** Refusals met by several tests. */
export const SHORT = 'Date ambiguë\u00a0: écrivez l’année en quatre chiffres, par exemple 12/08/1787.'
export const UNREAD =
  'Cette date n’est pas comprise\u00a0: écrivez par exemple 12/08/1787, 12 août 1787, 08/1787, août 1787, 1787 ou 17??.'
export const LOST =
  'Le «\u00a0?\u00a0» ne remplace que les derniers chiffres d’une année seule\u00a0: écrivez 178? ou 17??, sans jour ni mois.'
export const FORBIDDEN = 'La date contient un caractère interdit.'
export const LONG = 'Ce texte est trop long pour une date\u00a0: 100 caractères au plus.'
