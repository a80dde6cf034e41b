import { DAY_MS } from './durations.ts'
import { dayOf, plural } from './text.ts'

const WEEK = 7
const MONTH = 30.44
const YEAR = 365.25

/** Nights between an ISO instant and now, on the clock of Paris; none for what is still to come. */
export function daysSince(instant: string, now: Date): number {
  const between = Date.parse(dayOf(now.toISOString())) - Date.parse(dayOf(instant))
  return Math.max(0, Math.round(between / DAY_MS))
}

/** « 1 jour », « 5 semaines », « 4 mois », « 2 ans »: never more than there were. */
export function spanInWords(days: number): string {
  if (days < 2 * WEEK) return plural(days, 'jour', 'jours')
  if (days < 2 * MONTH) return plural(Math.floor(days / WEEK), 'semaine', 'semaines')
  if (days < 2 * YEAR) return plural(Math.floor(days / MONTH), 'mois', 'mois')
  return plural(Math.floor(days / YEAR), 'an', 'ans')
}

/** « aujourd’hui », « hier », « il y a 3 jours », « il y a 5 semaines ». */
export function agoInWords(instant: string, now: Date): string {
  const days = daysSince(instant, now)
  if (days === 0) return 'aujourd’hui'
  return days === 1 ? 'hier' : `il y a ${spanInWords(days)}`
}

/** « depuis aujourd’hui », « depuis hier », « depuis 3 jours ». */
export function sinceInWords(instant: string, now: Date): string {
  const days = daysSince(instant, now)
  return days < 2 ? `depuis ${agoInWords(instant, now)}` : `depuis ${spanInWords(days)}`
}
