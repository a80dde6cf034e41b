import { DAY_MS } from '../../../lib/durations.ts'
import { dayOf } from '../../../lib/text.ts'

/** How many days, weeks and months keep one of the nightly backups. */
export interface Rhythm {
  jours: number
  semaines: number
  mois: number
}

export interface Nightly {
  name: string
  /** ISO instant. */
  at: string
  /** Bytes. */
  taille: number
}

const MONDAY = 1
/** Whatever the clock said when it was made, a backup of this night is not of the future. */
const AHEAD_MS = DAY_MS

const latest = (now: Date): string => new Date(now.getTime() + AHEAD_MS).toISOString()

/** Those that the clock does not say are of the future, in their order: it was, or is, wrong when those were made. */
export const ofThePast = <T extends { at: string }>(backups: readonly T[], now: Date): T[] =>
  backups.filter(({ at }) => at <= latest(now))

/** The newest that is not of the future, or of those alone where there are no others; undefined where there are none. */
export const newestOf = <T extends { at: string }>(newestFirst: readonly T[], now: Date): T | undefined =>
  ofThePast(newestFirst, now)[0] ?? newestFirst[0]

/** The Monday of the week of a day. */
function weekOf(day: string): string {
  const at = Date.parse(`${day}T00:00:00.000Z`)
  const since = (new Date(at).getUTCDay() - MONDAY + 7) % 7
  return new Date(at - since * DAY_MS).toISOString().slice(0, 10)
}

/** The last backup of each of the last `count` periods that have one. */
function lastOfEach(newestFirst: readonly Nightly[], periodOf: (day: string) => string, count: number): Nightly[] {
  const periods = new Map<string, Nightly>()
  for (const backup of newestFirst) {
    const period = periodOf(dayOf(backup.at))
    if (!periods.has(period)) periods.set(period, backup)
  }
  return [...periods.values()].slice(0, count)
}

/**
 * Names of the nightly backups that may go: none of the last `jours` days, `semaines` weeks (from Monday) and `mois` months that
 * have one, in Paris; then the oldest of those that stay, as long as all together pass `room` bytes. Nights without a backup are
 * not counted, so that time alone takes nothing away. The newest always stays, and so does what the clock says is of the future:
 * it was, or is, wrong.
 */
export function outlived(
  backups: readonly Nightly[],
  { jours, semaines, mois }: Rhythm,
  room: number,
  now: Date,
): string[] {
  const newestFirst = backups.toSorted((a, b) => b.name.localeCompare(a.name))
  const past = ofThePast(newestFirst, now)
  const kept = new Set([
    ...past.slice(0, 1),
    ...lastOfEach(past, (day) => day, jours),
    ...lastOfEach(past, weekOf, semaines),
    ...lastOfEach(past, (day) => day.slice(0, 'yyyy-mm'.length), mois),
  ])
  const stays = newestFirst.filter((backup) => !past.includes(backup) || kept.has(backup))
  let taken = stays.reduce((sum, { taille }) => sum + taille, 0)
  for (const oldest of past.slice(1).reverse()) {
    if (taken <= room) break
    if (kept.delete(oldest)) taken -= oldest.taille
  }
  return past.filter((backup) => !kept.has(backup)).map(({ name }) => name)
}
