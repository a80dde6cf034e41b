import { type CalendarType, dayOfWeek, gregorianOfJdn, isoOfJdn, julianOfJdn, WEEKDAYS } from './calendar.ts'
import { readRepublican, republicanInWords } from './dates-republican.ts'
import {
  type CivilWhen,
  lostYearsInWords,
  periodOfWhen,
  readWhen,
  storedWhen,
  whenInWords,
  whenToText,
  whenToValeur,
} from './dates-spans.ts'
import { cleanDateText, dayInWords, type Period, periodInWords, tooLong } from './dates-text.ts'
import { type CivilCalendar, isCivilDay } from './dates-typed.ts'

export type { CalendarType } from './calendar.ts'
export { MAX_DATE_LENGTH } from './dates-text.ts'

/**
 * A date as it is stored. `valeur`: `YYYY-MM-DD`, `YYYY-MM`, `YYYY`, or `YYY?` and `YY??` where the last figures of the year
 * are lost, or one of the first three about, before or after which it lies (`~1780`, `<1750`, `>1750`), or two of them
 * between which it does (`1780/1785`); the text as typed when Republican.
 * `iso`: the proleptic Gregorian day it stands for (first of the period), null for a Republican text that says none and where
 * the beginning is open. `iso_fin`: of `~`, `<`, `>` and `/` alone, the last day; null where the end is open.
 */
export interface DateValue {
  valeur: string
  calendrier: CalendarType
  iso: string | null
  iso_fin?: string | null
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
  const reading = readWhen(clean.text, calendrier)
  if (!reading.ok) return isRepublican(clean.text) ? { ok: false, message: IS_REPUBLICAN } : reading
  const value = civilValue(reading.when, calendrier)
  const warning = weekdayWarning(value, reading.semaine)
  return { ok: true, value, ...(warning !== undefined && { warning }) }
}

/** « an -1 », « l’an – 3 »: the minus of a year before the first one, not a separator. */
const NEGATIVE_YEAR = /(?:^|[\s’'])an(?:née)?\s+[-−–]\s?[0-9]/i
const NO_YEAR_BEFORE =
  'Il n’y a pas d’année avant l’an I\u00a0: le calendrier républicain va de l’an I au 10 nivôse an XIV. Écrivez par exemple an I.'

/** Does a text name a month or a year of that calendar, be there one or not? */
const isRepublican = (text: string): boolean => NEGATIVE_YEAR.test(text) || readRepublican(text)?.named === true

function republicanReading(text: string): DateReading {
  if (NEGATIVE_YEAR.test(text)) return { ok: false, message: NO_YEAR_BEFORE }
  const reading = readRepublican(text)
  const iso = reading?.ok ? isoOfJdn(reading.first) : null
  const value: DateValue = { valeur: text, calendrier: 'republicain', iso }
  return { ok: true, value, ...(reading?.warning !== undefined && { warning: reading.warning }) }
}

/** An open end has no day. */
const isoOf = (jdn: number): string | null => (Number.isFinite(jdn) ? isoOfJdn(jdn) : null)

function civilValue(when: CivilWhen, calendrier: CivilCalendar): DateValue {
  const [first, last] = periodOfWhen(when, calendrier)
  const value = { valeur: whenToValeur(when), calendrier, iso: isoOf(first) }
  return when.forme === 'date' ? value : { ...value, iso_fin: isoOf(last) }
}

/** The week goes on through all calendars; the day of the month is believed. */
function weekdayWarning(value: DateValue, semaine: number | undefined): string | undefined {
  const [first] = periodOf(value) ?? []
  if (semaine === undefined || first === undefined || dayOfWeek(first) === semaine) return undefined
  return `Le ${dateInWords(value)} est un ${WEEKDAYS[dayOfWeek(first)]}, non un ${WEEKDAYS[semaine]}.`
}

/** A day in figures: what nearly all dates are, and the longest way to write. */
function plainText({ valeur, calendrier }: DateValue): string | undefined {
  const [, annee, mois, jour] = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(valeur) ?? []
  if (jour === undefined || calendrier === 'republicain') return undefined
  const isDay = isCivilDay({ annee: Number(annee), mois: Number(mois), jour: Number(jour) }, calendrier)
  return isDay ? `${jour}/${mois}/${annee}` : undefined
}

/** The form shown in a field, which readDate reads back: jj/mm/aaaa, mm/aaaa, aaaa, aaa?, vers aaaa, or the Republican text. */
export function dateToText(value: DateValue): string {
  const plain = plainText(value)
  if (plain !== undefined) return plain
  const when = whenOf(value)
  return when === null ? value.valeur : whenToText(when)
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

/** « 12/08/1787 » of a day that there was: what nearly all cells are, and the longest way to read. */
function plainDay(cell: string): DateReading | undefined {
  const [, jour, mois, annee] = /^([0-9]{2})\/([0-9]{2})\/([0-9]{4})$/.exec(cell) ?? []
  const day = { annee: Number(annee), mois: Number(mois), jour: Number(jour) }
  if (annee === undefined || !isCivilDay(day, 'gregorien')) return undefined
  const iso = `${annee}-${mois}-${jour}`
  return { ok: true, value: { valeur: iso, calendrier: 'gregorien', iso } }
}

/** Reads a CSV cell: a label decides; without one Gregorian first, then a text that names a Republican month or year. */
export function dateFromCell(cell: string): DateReading {
  const plain = plainDay(cell)
  if (plain) return plain
  const clean = cleanDateText(cell)
  if (!clean.ok) return clean
  const { head, calendrier } = splitLabel(clean.text)
  if (calendrier !== null) return readDate(head, calendrier)
  if (tooLong(head) === null && isRepublican(head)) return republicanReading(head)
  return readDate(head, 'gregorien')
}

/**
 * Reads what a form sent. The calendar that a form starts with is nobody's choice: a text that can only be of another one, by a
 * Republican month or year or by its label, is read in that.
 */
export function readTyped(typed: string, calendrier: CalendarType): DateReading {
  const reading = readDate(typed, calendrier)
  return reading.ok || calendrier !== 'gregorien' ? reading : dateFromCell(typed)
}

/** A stored Gregorian or Julian date, null where it was not written by civilValue. */
function whenOf({ valeur, calendrier }: DateValue): CivilWhen | null {
  return calendrier === 'republicain' ? null : storedWhen(valeur, calendrier)
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
  const when = whenOf(value)
  const text = when === null ? value.valeur : whenInWords(when)
  return value.calendrier === 'julien' ? `${text} ${LABELS.julien}` : text
}

/** « vendredi 1er août 1794 » for one day, « du 19 juillet au 17 août 1794 » for more. */
function gregorianEcho(first: number, last: number): string {
  if (first !== last) return periodInWords(first, last)
  return `${WEEKDAYS[dayOfWeek(first)]} ${dayInWords(gregorianOfJdn(first))}`
}

/** First and last JDN of what a date stands for, infinite where it is open; null where it says none. */
export function periodOf(value: DateValue): Period | null {
  if (value.calendrier !== 'republicain') {
    const when = whenOf(value)
    return when && periodOfWhen(when, value.calendrier)
  }
  const reading = readRepublican(value.valeur)
  return reading?.ok ? [reading.first, reading.last] : null
}

/** Year, month and day that a date of one day, month or year tells, in its calendar; null of any other. */
export function knownParts(value: DateValue): { annee: number; mois: number | null; jour: number | null } | null {
  if (value.calendrier === 'republicain') {
    const reading = readRepublican(value.valeur)
    return reading?.ok ? { annee: reading.date.an, mois: reading.date.mois, jour: reading.date.jour } : null
  }
  const when = whenOf(value)
  return when?.forme === 'date' && when.date.perdus === 0 ? when.date : null
}

/**
 * First and last year of what a date stands for, as its register counts them (Gregorian where it is Republican), infinite where it
 * is open; null where it says none.
 */
export function yearsOf(value: DateValue): [number, number] | null {
  const period = periodOf(value)
  if (period === null) return null
  const dayOf = value.calendrier === 'julien' ? julianOfJdn : gregorianOfJdn
  const yearAt = (jdn: number): number => (Number.isFinite(jdn) ? dayOf(jdn).annee : jdn)
  return [yearAt(period[0]), yearAt(period[1])]
}

/** Echo of what was read, in the Gregorian calendar (said so for a Julian date); null when the text says no date. */
export function understood(value: DateValue): string | null {
  const period = periodOf(value)
  if (period === null || value.calendrier === 'republicain') return period && gregorianEcho(...period)
  if (value.calendrier === 'julien') return `${gregorianEcho(...period)} ${LABELS.gregorien}`
  const when = whenOf(value)
  if (when?.forme === 'date' && period[0] === period[1]) return gregorianEcho(...period)
  return when && (lostYearsInWords(when) ?? whenInWords(when))
}

const figures = (jdn: number): string => isoOfJdn(jdn).split('-').reverse().join('/')

/** « 01/08/1794 », « 22/09/1793 – 21/09/1794 », « jusqu’au 10/01/1580 ». */
function periodInFigures([first, last]: Period): string {
  if (first === Number.NEGATIVE_INFINITY) return `jusqu’au ${figures(last)}`
  if (last === Number.POSITIVE_INFINITY) return `à partir du ${figures(first)}`
  return [...new Set([first, last])].map(figures).join('\u00a0– ')
}

/** `12/08/1787` of a day, whatever its calendar; else the text of the register: 1655, vers 1780, an II. */
export function dayOrText(value: DateValue): string {
  const [first, last] = periodOf(value) ?? []
  const isDay = first !== undefined && first === last && whenOf(value)?.forme !== 'vers'
  return isDay ? figures(first) : dateInTable(value).text
}

/** « le 12 août 1787 », « en août 1787 », « entre 1780 et 1789 », « vers 1780 », « le 14 thermidor an II (1er août 1794) »: where it stands in a sentence. */
export function dateInSentence(value: DateValue): string {
  const when = whenOf(value)
  const lost = when && lostYearsInWords(when)
  if (lost) return lost
  const words = dateInWords(value)
  if (when !== null && when.forme !== 'date') return words
  const period = periodOf(value)
  return period === null || period[0] === period[1] ? `le ${words}` : `en ${words}`
}

/** Tables show `12/08/1787`, or « 14 thermidor an II » with `01/08/1794`, its Gregorian day or period. */
export function dateInTable(value: DateValue): { text: string; gregorien: string | null } {
  const text = dateToText(value)
  if (value.calendrier === 'gregorien') return { text, gregorien: null }
  const period = periodOf(value)
  const gregorien = period && periodInFigures(period)
  return { text: value.calendrier === 'julien' ? `${text} (julien)` : text, gregorien }
}
