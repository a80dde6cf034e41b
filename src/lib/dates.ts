import {
  type CalendarDay,
  type CalendarType,
  dayOfWeek,
  daysInMonth,
  gregorianOfJdn,
  isoOfJdn,
  jdnOf,
  MONTHS,
  WEEKDAYS,
} from './calendar.ts'
import { readRepublican, republicanInWords } from './dates-republican.ts'
import { cleanDateText, dayInWords, periodInWords, tooLong } from './dates-text.ts'
import { type CivilCalendar, type CivilDate, lastYearOf, readCivil, yearInFigures } from './dates-typed.ts'

export type { CalendarType } from './calendar.ts'
export { MAX_DATE_LENGTH } from './dates-text.ts'

/**
 * A date as it is stored. `valeur`: `YYYY-MM-DD`, `YYYY-MM`, `YYYY`, or `YYY?` and `YY??` where the last figures of the year
 * are lost; the text as typed when Republican.
 * `iso`: the proleptic Gregorian day it stands for (first of the period), null for a Republican text that says none.
 */
export interface DateValue {
  valeur: string
  calendrier: CalendarType
  iso: string | null
}

/** A warning is for the reader only: the value is good to store. Messages are French sentences. */
export type DateReading = { ok: true; value: DateValue; warning?: string } | { ok: false; message: string }

const LABELS: Record<CalendarType, string> = {
  gregorien: '(calendrier grégorien)',
  julien: '(calendrier julien)',
  republicain: '(calendrier républicain)',
}

const IS_REPUBLICAN =
  'Cette date se lit dans le calendrier républicain\u00a0: choisissez ce calendrier, ou écrivez par exemple 12/08/1787.'

/** Reads what a person typed, in the calendar chosen; never throws, whatever the text. */
export function readDate(typed: string, calendrier: CalendarType): DateReading {
  const clean = cleanDateText(typed)
  if (!clean.ok) return clean
  const refused = tooLong(clean.text)
  if (refused !== null) return { ok: false, message: refused }
  if (calendrier === 'republicain') return republicanReading(clean.text)
  const reading = readCivil(clean.text, calendrier)
  if (reading.ok) return { ok: true, value: civilValue(reading.date, calendrier) }
  return readRepublican(clean.text)?.named ? { ok: false, message: IS_REPUBLICAN } : reading
}

function republicanReading(text: string): DateReading {
  const reading = readRepublican(text)
  const iso = reading?.ok ? isoOfJdn(reading.first) : null
  const value: DateValue = { valeur: text, calendrier: 'republicain', iso }
  return { ok: true, value, ...(reading?.warning !== undefined && { warning: reading.warning }) }
}

function civilValue(date: CivilDate, calendrier: CivilCalendar): DateValue {
  const two = (n: number | null) => (n === null ? '' : `-${String(n).padStart(2, '0')}`)
  const period = civilPeriod(date, calendrier)
  return {
    valeur: `${yearInFigures(date)}${two(date.mois)}${two(date.jour)}`,
    calendrier,
    iso: period && isoOfJdn(period[0]),
  }
}

/** The form shown in a field, which readDate reads back: jj/mm/aaaa, mm/aaaa, aaaa, aaa?, aa??, or the Republican text. */
export function dateToText({ valeur, calendrier }: DateValue): string {
  return calendrier === 'republicain' ? valeur : valeur.split('-').reverse().join('/')
}

/** The form of a CSV cell, which dateFromCell reads back: `09/12/1582 (calendrier julien)`; no label when Gregorian. */
export function dateToCell(value: DateValue): string {
  const text = dateToText(value)
  return value.calendrier === 'gregorien' ? text : `${text} ${LABELS[value.calendrier]}`
}

/** Calendar said by the label at the end of a cell, and the text before it; only the last label is taken off. */
function splitLabel(text: string): { head: string; calendrier: CalendarType | null } {
  const lower = text.toLowerCase()
  for (const calendrier of Object.keys(LABELS) as CalendarType[]) {
    const label = LABELS[calendrier]
    // Same length with and without accents, so that one slice serves both.
    for (const form of [label, label.replace('é', 'e')]) {
      if (lower.endsWith(form)) return { head: text.slice(0, text.length - form.length), calendrier }
    }
  }
  return { head: text, calendrier: null }
}

/** Reads a CSV cell: a label decides; without one Gregorian first, then a text that names a Republican month or year. */
export function dateFromCell(cell: string): DateReading {
  const clean = cleanDateText(cell)
  if (!clean.ok) return clean
  const { head, calendrier } = splitLabel(clean.text)
  if (calendrier !== null) return readDate(head, calendrier)
  if (tooLong(head) === null && readRepublican(head)?.named) return republicanReading(head)
  return readDate(head, 'gregorien')
}

/** Parts of a stored Gregorian or Julian `valeur`, null where it was not written by civilValue. */
function civilParts({ valeur, calendrier }: DateValue): CivilDate | null {
  if (calendrier === 'republicain' || !/^[0-9]{2}[0-9?]{2}(?:-[0-9]{2}){0,2}$/.test(valeur)) return null
  const reading = readCivil(valeur, calendrier)
  return reading.ok ? reading.date : null
}

/** « entre 1780 et 1789 », the years that `178?` may be; null where the whole year is known. */
const lostYearsInWords = (date: CivilDate): string | null =>
  date.perdus === 0 ? null : `entre ${date.annee} et ${lastYearOf(date)}`

function civilInWords(date: CivilDate): string {
  const { annee, mois, jour } = date
  if (mois !== null) return jour === null ? `${MONTHS[mois - 1]} ${annee}` : dayInWords({ annee, mois, jour })
  const years = lostYearsInWords(date)
  return years === null ? String(annee) : `${yearInFigures(date)} (${years})`
}

/**
 * « 12 août 1787 », « 178? (entre 1780 et 1789) », « août 1700 (calendrier julien) », « 14 thermidor an II (1er août 1794) »;
 * an unread text as it is.
 */
export function dateInWords(value: DateValue): string {
  if (value.calendrier === 'republicain') {
    const reading = readRepublican(value.valeur)
    if (!reading?.ok) return value.valeur
    return `${republicanInWords(reading.date)} (${periodInWords(reading.first, reading.last)})`
  }
  const parts = civilParts(value)
  const text = parts === null ? value.valeur : civilInWords(parts)
  return value.calendrier === 'julien' ? `${text} ${LABELS.julien}` : text
}

/** First and last JDN of what a Gregorian or Julian date stands for. */
function civilPeriod(date: CivilDate, calendrier: CivilCalendar): [number, number] | null {
  const first: CalendarDay = { annee: date.annee, mois: date.mois ?? 1, jour: date.jour ?? 1 }
  const annee = lastYearOf(date)
  const mois = date.mois ?? 12
  const last = { annee, mois, jour: date.jour ?? daysInMonth(calendrier, annee, mois) }
  const [from, to] = [jdnOf(calendrier, first), jdnOf(calendrier, last)]
  return from === null || to === null ? null : [from, to]
}

/** « vendredi 1er août 1794 » for one day, « du 19 juillet au 17 août 1794 » for more. */
function gregorianEcho(first: number, last: number): string {
  if (first !== last) return periodInWords(first, last)
  return `${WEEKDAYS[dayOfWeek(first)]} ${dayInWords(gregorianOfJdn(first))}`
}

/** First and last JDN of what a date stands for; null where it says none. */
export function periodOf(value: DateValue): [number, number] | null {
  if (value.calendrier !== 'republicain') {
    const parts = civilParts(value)
    return parts && civilPeriod(parts, value.calendrier)
  }
  const reading = readRepublican(value.valeur)
  return reading?.ok ? [reading.first, reading.last] : null
}

/** First and last year of what a date stands for, as its register counts them (Gregorian where it is Republican); null where it says none. */
export function yearsOf(value: DateValue): [number, number] | null {
  const parts = civilParts(value)
  if (parts !== null) return [parts.annee, lastYearOf(parts)]
  const period = periodOf(value)
  return period && [gregorianOfJdn(period[0]).annee, gregorianOfJdn(period[1]).annee]
}

/** Echo of what was read, in the Gregorian calendar (said so for a Julian date); null when the text says no date. */
export function understood(value: DateValue): string | null {
  const period = periodOf(value)
  if (period === null || value.calendrier === 'republicain') return period && gregorianEcho(...period)
  if (value.calendrier === 'julien') return `${gregorianEcho(...period)} ${LABELS.gregorien}`
  if (period[0] === period[1]) return gregorianEcho(...period)
  const parts = civilParts(value)
  return parts && (lostYearsInWords(parts) ?? civilInWords(parts))
}

const figures = (jdn: number): string => isoOfJdn(jdn).split('-').reverse().join('/')

/** « le 12 août 1787 », « en août 1787 », « entre 1780 et 1789 », « le 14 thermidor an II (1er août 1794) »: where it stands in a sentence. */
export function dateInSentence(value: DateValue): string {
  const parts = civilParts(value)
  const lost = parts && lostYearsInWords(parts)
  if (lost) return lost
  const period = periodOf(value)
  const words = dateInWords(value)
  return period === null || period[0] === period[1] ? `le ${words}` : `en ${words}`
}

/** Tables show `12/08/1787`, or « 14 thermidor an II » with `01/08/1794`, its Gregorian day or period. */
export function dateInTable(value: DateValue): { text: string; gregorien: string | null } {
  const text = dateToText(value)
  if (value.calendrier === 'gregorien') return { text, gregorien: null }
  const period = periodOf(value)
  const gregorien = period && [...new Set(period)].map(figures).join('\u00a0– ')
  return { text: value.calendrier === 'julien' ? `${text} (julien)` : text, gregorien }
}
