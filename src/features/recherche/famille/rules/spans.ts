// Registers often tell a month or a year alone: what is certain of two such dates, and what is only possible.
import { type DateValue, dateInSentence, periodOf } from '../../../../lib/dates.ts'

/** First and last day (Julian day numbers) on which something may have happened. */
export type Span = readonly [first: number, last: number]

/** A date of an act with what it stands for. */
export interface When {
  value: DateValue
  span: Span
}

export const YEAR = 365.25
const MONTH = YEAR / 12

/** No family lasts longer: « avant 1750 » says no more of it than that it stands in the century before. */
const LONGEST = Math.round(100 * YEAR)

export function whenOf(value: DateValue | null | undefined): When | null {
  const period = value ? periodOf(value) : null
  if (!value || !period) return null
  const [first, last] = period
  if (first === Number.NEGATIVE_INFINITY) return { value, span: [last - LONGEST, last] }
  return { value, span: [first, Number.isFinite(last) ? last : first + LONGEST] }
}

/** Days from one to the other at least: negative where the second may come first. */
export const daysAtLeast = (from: Span, to: Span): number => to[0] - from[1]
export const daysAtMost = (from: Span, to: Span): number => to[1] - from[0]

/** The earlier first; an undated one last. */
export const byTime = (a: { when: When | null }, b: { when: When | null }): number =>
  (a.when?.span[0] ?? Number.POSITIVE_INFINITY) - (b.when?.span[0] ?? Number.POSITIVE_INFINITY) || 0

/** « 7 mois », « 12 ans », « 5 jours ». */
export function lapse(days: number): string {
  const whole = Math.abs(Math.round(days))
  if (whole < 60) return `${whole}\u00a0jour${whole > 1 ? 's' : ''}`
  if (whole < 2 * YEAR) return `${Math.floor(whole / MONTH)}\u00a0mois`
  return `${Math.floor(whole / YEAR)}\u00a0ans`
}

/** « du 3 mars 1762 », « de mars 1762 ». */
export const ofDate = (when: When | null): string =>
  when === null
    ? 'sans date'
    : dateInSentence(when.value)
        .replace(/^le /, 'du ')
        .replace(/^en ([aeiouAEIOU])/, 'd’$1')
        .replace(/^en /, 'de ')
        .replace(/^entre /, 'd’entre ')
