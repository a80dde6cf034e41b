/** Calendars of the registers. Everything converts through the Julian day number (JDN), the count of days since 4713 BC. */
export type CalendarType = 'gregorien' | 'julien' | 'republicain'

/** A day of any calendar; mois from 1 (Republican month 13 = jours complémentaires), annee 0 = 1 BC. */
export interface CalendarDay {
  annee: number
  mois: number
  jour: number
}

const list = (names: string): readonly string[] => names.split(' ')

export const MONTHS = list('janvier février mars avril mai juin juillet août septembre octobre novembre décembre')

export const REPUBLICAN_MONTHS = list(
  'vendémiaire brumaire frimaire nivôse pluviôse ventôse germinal floréal prairial messidor thermidor fructidor',
)

/** The feasts of the complementary days, first to sixth. */
export const COMPLEMENTARY_DAYS: readonly string[] = [
  'jour de la Vertu',
  'jour du Génie',
  'jour du Travail',
  'jour de l’Opinion',
  'jour des Récompenses',
  'jour de la Révolution',
]

/** The days of a décade, first to tenth. */
export const DECADE_DAYS = list('primidi duodi tridi quartidi quintidi sextidi septidi octidi nonidi décadi')

export const WEEKDAYS = list('lundi mardi mercredi jeudi vendredi samedi dimanche')

/** JDN of 1 vendémiaire an I (22 September 1792). */
export const FIRST_REPUBLICAN_JDN = 2375840
/** JDN of 10 nivôse an XIV (31 December 1805), the last day before the calendar was abolished. */
export const LAST_REPUBLICAN_JDN = 2380687

/** Years of 366 days: III, VII and XI of those in use. */
export const isRepublicanLeap = (an: number): boolean => an % 4 === 3

function isLeap(calendrier: 'gregorien' | 'julien', annee: number): boolean {
  if (annee % 4 !== 0) return false
  return calendrier === 'julien' || annee % 100 !== 0 || annee % 400 === 0
}

const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Number of days of a month, 0 where there is no such month (Republican years 1 to 14 only). */
export function daysInMonth(calendrier: CalendarType, annee: number, mois: number): number {
  if (!Number.isInteger(annee)) return 0
  if (calendrier !== 'republicain') {
    return mois === 2 && isLeap(calendrier, annee) ? 29 : (MONTH_LENGTHS[mois - 1] ?? 0)
  }
  if (annee < 1 || annee > 14 || !Number.isInteger(mois) || mois < 1 || mois > 13) return 0
  if (mois < 13) return 30
  return isRepublicanLeap(annee) ? 6 : 5
}

/**
 * JDN of a day, or null where the calendar has no such day: 29/02/1700 Gregorian, a Republican day out of
 * 1 vendémiaire I .. 10 nivôse XIV. Gregorian and Julian are proleptic, right from year -4711 on.
 */
export function jdnOf(calendrier: CalendarType, day: CalendarDay): number | null {
  if (!Number.isInteger(day.jour) || day.jour < 1) return null
  if (day.jour > daysInMonth(calendrier, day.annee, day.mois)) return null
  if (calendrier !== 'republicain') return jdnOfMonths(calendrier, day)
  const jdn = jdnOfRepublican(day)
  return jdn <= LAST_REPUBLICAN_JDN ? jdn : null
}

/** Usual count with years that begin in March, so that the leap day comes last (Explanatory Supplement, 15.11). */
function jdnOfMonths(calendrier: 'gregorien' | 'julien', { annee, mois, jour }: CalendarDay): number {
  const early = mois < 3 ? 1 : 0
  const y = annee + 4800 - early
  const m = mois + 12 * early - 3
  const days = jour + Math.floor((153 * m + 2) / 5) + 365 * y + Math.floor(y / 4)
  return calendrier === 'julien' ? days - 32083 : days - Math.floor(y / 100) + Math.floor(y / 400) - 32045
}

/** Exact for years I to XIV, whose leap years were every fourth one; no equinox is computed. */
function jdnOfRepublican({ annee, mois, jour }: CalendarDay): number {
  return Math.floor((1461 * annee) / 4) + 30 * (mois - 1) + jour + 2375474
}

/** Gregorian day (proleptic) of a JDN >= 0. */
export function gregorianOfJdn(jdn: number): CalendarDay {
  const centuries = Math.floor((4 * jdn + 274277) / 146097)
  return monthsOfCount(jdn + 1401 + Math.floor((centuries * 3) / 4) - 38)
}

/** Julian day (proleptic) of a JDN >= 0. */
export function julianOfJdn(jdn: number): CalendarDay {
  return monthsOfCount(jdn + 1401)
}

/** Richards' inverse (Explanatory Supplement, 15.11.3), common to both calendars once centuries are taken out. */
function monthsOfCount(f: number): CalendarDay {
  const e = 4 * f + 3
  const h = 5 * Math.floor((e % 1461) / 4) + 2
  const mois = ((Math.floor(h / 153) + 2) % 12) + 1
  return {
    annee: Math.floor(e / 1461) - 4716 + Math.floor((14 - mois) / 12),
    mois,
    jour: Math.floor((h % 153) / 5) + 1,
  }
}

/** Republican day of a JDN, null when the calendar was not in use. */
export function republicanOfJdn(jdn: number): CalendarDay | null {
  if (!(jdn >= FIRST_REPUBLICAN_JDN && jdn <= LAST_REPUBLICAN_JDN)) return null
  const count = jdn - 2375475
  const annee = Math.floor((4 * count + 3) / 1461)
  const rest = count - Math.floor((1461 * annee) / 4)
  return { annee, mois: Math.floor(rest / 30) + 1, jour: (rest % 30) + 1 }
}

/** 0 (lundi) to 6 (dimanche), index of WEEKDAYS; the week is the same in every calendar. */
export const dayOfWeek = (jdn: number): number => jdn % 7

const digits = (n: number, width: number): string => String(n).padStart(width, '0')

/** `YYYY-MM-DD`, proleptic Gregorian, of a JDN between years 0000 and 9999. */
export function isoOfJdn(jdn: number): string {
  const { annee, mois, jour } = gregorianOfJdn(jdn)
  return `${digits(annee, 4)}-${digits(mois, 2)}-${digits(jour, 2)}`
}

/** JDN of a proleptic Gregorian `YYYY-MM-DD`, null for any other text and for days that do not exist. */
export function jdnOfIso(iso: string): number | null {
  const match = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(iso)
  if (!match) return null
  return jdnOf('gregorien', { annee: Number(match[1]), mois: Number(match[2]), jour: Number(match[3]) })
}

/** JDN of 0001-01-01, proleptic Gregorian. */
const JDN_YEAR_1 = 1721426

/** The day part of the search key: 1 for 0001-01-01, one more each day; 0 for no day, an unreadable or an earlier one. */
export function daySinceYear1(iso: string | null): number {
  const jdn = iso === null ? null : jdnOfIso(iso)
  return jdn === null ? 0 : Math.max(0, jdn - JDN_YEAR_1 + 1)
}

/** The decade (178 for 1780 to 1789) of a day that `daySinceYear1` gave; 0 for day 0 alone, so that the first one has 19 years. */
export const decadeOfDay = (jour: number): number =>
  jour === 0 ? 0 : Math.max(1, Math.floor(gregorianOfJdn(jour - 1 + JDN_YEAR_1).annee / 10))

/** First day of a year for `daySinceYear1`. */
export const firstDayOfYear = (year: number): number => daySinceYear1(`${digits(year, 4)}-01-01`)

/** First year of a decade that `decadeOfDay` gave. */
export const firstYearOfDecade = (decade: number): number => (decade <= 1 ? 1 : decade * 10)

/** First day of a decade that `decadeOfDay` gave. */
export const firstDayOfDecade = (decade: number): number =>
  decade === 0 ? 0 : firstDayOfYear(firstYearOfDecade(decade))

const ROMAN_SIGNS = list('M CM D CD C XC L XL X IX V IV I')
const ROMAN_WORTHS = [1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1]

/** « XIV » of 14; plain digits out of 1..3999, which has no Roman form. */
export function roman(n: number): string {
  if (!Number.isInteger(n) || n < 1 || n > 3999) return String(n)
  let rest = n
  let text = ''
  for (const [i, worth] of ROMAN_WORTHS.entries()) {
    text += ROMAN_SIGNS[i]?.repeat(Math.floor(rest / worth)) ?? ''
    rest %= worth
  }
  return text
}

const ROMAN_VALUES: Record<string, number> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 }

/** Number of a Roman numeral, any case, null for anything else; the registers' IIII and VIIII are read too. */
export function parseRoman(text: string): number | null {
  // MMMDCCCLXXXVIIII, the longest one, has 16 letters.
  if (!/^[ivxlcdm]{1,16}$/i.test(text)) return null
  const wanted = text.toUpperCase()
  const values = [...wanted].map((sign) => ROMAN_VALUES[sign] ?? 0)
  const n = values.reduce((sum, value, i) => sum + (value < (values[i + 1] ?? 0) ? -value : value), 0)
  // The sum also reads IIX or VV: only what would be written so is a numeral.
  const written = roman(n)
  return wanted === written || wanted === written.replace('IX', 'VIIII').replace('IV', 'IIII') ? n : null
}
