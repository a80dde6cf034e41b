import { type CalendarDay, gregorianOfJdn, MONTHS } from './calendar.ts'

/** Longest date text kept, in characters. */
export const MAX_DATE_LENGTH = 100

// Read before anything else: blanks, marks and decomposed accents still to be taken off fit in it.
const MAX_RAW_LENGTH = 400

const TOO_LONG = `Ce texte est trop long pour une date\u00a0: ${MAX_DATE_LENGTH} caractères au plus.`

/** First and last JDN; infinite where the period is open. */
export type Period = [first: number, last: number]

export type CleanText = { ok: true; text: string } | { ok: false; message: string }

/**
 * A date text as it is parsed and stored: NFC, invisible marks (direction, zero width) taken off, blanks collapsed
 * and trimmed. Control characters, lone surrogates and an empty text are refused. Cleaning twice changes nothing.
 * Length is checked by the caller (`tooLong`), who may first take a calendar's label off.
 */
export function cleanDateText(typed: string): CleanText {
  if (typed.length > MAX_RAW_LENGTH) return { ok: false, message: TOO_LONG }
  const text = typed
    .replace(/[\t\n\r]/g, ' ')
    .replace(/\p{Cf}+/gu, '')
    .normalize('NFC')
  if (/[\p{Cc}\p{Cs}]/u.test(text)) return { ok: false, message: 'La date contient un caractère interdit.' }
  const kept = text.replace(/\s+/g, ' ').trim()
  return kept === '' ? { ok: false, message: 'La date est vide.' } : { ok: true, text: kept }
}

/** The refusal of a clean text above MAX_DATE_LENGTH code points, else null. */
export function tooLong(text: string): string | null {
  return [...text].length > MAX_DATE_LENGTH ? TOO_LONG : null
}

/** « 1er », « 2 » … « 31 ». */
export const dayNumber = (jour: number): string => (jour === 1 ? '1er' : String(jour))

/** « 1er août », the month's name in full. */
const dayAndMonth = ({ jour, mois }: CalendarDay): string => `${dayNumber(jour)} ${MONTHS[mois - 1]}`

/** « 1er août 1794 » of a Gregorian or Julian day. */
export function dayInWords(day: CalendarDay): string {
  return `${dayAndMonth(day)} ${day.annee}`
}

/** « du 19 juillet au 17 août 1794 », « à partir du 11 janvier 1751 », in the Gregorian calendar; just the day of one day. */
export function periodInWords(first: number, last: number): string {
  if (first === Number.NEGATIVE_INFINITY) return `jusqu’au ${dayInWords(gregorianOfJdn(last))}`
  if (last === Number.POSITIVE_INFINITY) return `à partir du ${dayInWords(gregorianOfJdn(first))}`
  const from = gregorianOfJdn(first)
  const to = gregorianOfJdn(last)
  if (first === last) return dayInWords(to)
  if (from.annee !== to.annee) return `du ${dayInWords(from)} au ${dayInWords(to)}`
  const start = from.mois === to.mois ? dayNumber(from.jour) : dayAndMonth(from)
  return `du ${start} au ${dayInWords(to)}`
}
