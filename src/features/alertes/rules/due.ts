import type { Frequence } from '../../../db/schema-alertes.ts'
import { DAY_MS } from '../../../lib/durations.ts'
import { dayOf, nightOf } from '../../../lib/text.ts'

const YEAR_MS = 365 * DAY_MS
const ANSWER_MS = 30 * DAY_MS
const MONDAY = 1
const WEEK = 7

/** The last night that a Monday began after. */
export function weekOf(now: Date): Date {
  const night = nightOf(now)
  const weekday = new Date(`${dayOf(night.toISOString())}T12:00:00.000Z`).getUTCDay()
  const days = (weekday - MONDAY + WEEK) % WEEK
  // An hour more or less, where the clocks changed meanwhile, is no other night.
  return nightOf(new Date(night.getTime() - days * DAY_MS + DAY_MS / 2))
}

/** Is it time to tell what is new? Who reads it on the site alone finds a notice there once a week. */
export function isDue({ frequence, dit_at }: { frequence: Frequence; dit_at: string }, now: Date): boolean {
  const since = frequence === 'jour' ? nightOf(now) : weekOf(now)
  return dit_at < since.toISOString()
}

interface Visited {
  visite_at: string
  demande_at: string | null
}

/** After a year without a visit it is asked once whether a search is of use; without an answer it stops a month later. */
export function fateOf({ visite_at, demande_at }: Visited, now: Date): 'goes on' | 'is asked' | 'stops' {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
  if (visite_at >= before(YEAR_MS)) return 'goes on'
  if (demande_at === null) return 'is asked'
  return demande_at < before(ANSWER_MS) ? 'stops' : 'goes on'
}
