import { createHmac } from 'node:crypto'
import type { Schema } from '../../../db/schema.ts'

export type Plan = Schema['echantillons']['plan']

/** How a lot is judged by a sample of it: so many acts are read, so many of them may have a grave error. */
export interface Judged {
  taille: number
  accepte: number
}

/** ISO 2859-1, general level II, single normal inspection, acceptable quality 2.5 %: acts of the lot, acts drawn, errors accepted. */
const ISO_2859: readonly (readonly [population: number, taille: number, accepte: number])[] = [
  [150, 20, 1],
  [280, 32, 2],
  [500, 50, 3],
  [1_200, 80, 5],
  [3_200, 125, 7],
  [10_000, 200, 10],
  [35_000, 315, 14],
  [Number.POSITIVE_INFINITY, 500, 21],
]

/** Lots of so few acts are read whole. */
const READ_WHOLE = 90

const FACTORS: Record<Plan, number> = { reduit: 0.5, normal: 1, double: 2 }

/** The plan for a lot of so many acts; one that is halved or doubled accepts what the row of the nearest smaller sample does. */
export function judgedBy(population: number, plan: Plan): Judged {
  if (population <= READ_WHOLE) return { taille: population, accepte: Math.max(1, Math.floor(population * 0.025)) }
  const [, normal] = ISO_2859.find(([up]) => population <= up) ?? [0, 0]
  const taille = Math.min(population, Math.ceil(normal * FACTORS[plan]))
  return { taille, accepte: ISO_2859.findLast(([, size]) => size <= taille)?.[2] ?? 0 }
}

/** So many sources accepted in a row let a person's samples be halved. */
const TRUSTED_AFTER = 5

/** The plan that one person’s record asks for. `results`: of the samples of his or her sources, the latest first. */
function planOfOne(results: readonly ('accepte' | 'refuse')[]): Plan {
  if (results[0] === 'refuse') return 'double'
  const last = results.slice(0, TRUSTED_AFTER)
  return last.length === TRUSTED_AFTER && last.every((result) => result === 'accepte') ? 'reduit' : 'normal'
}

/** A source of several people is read as strictly as the one asks for whose record is worst. */
export function planFor(records: readonly (readonly ('accepte' | 'refuse')[])[]): Plan {
  const plans = records.map(planOfOne)
  if (plans.includes('double')) return 'double'
  return plans.length > 0 && plans.every((plan) => plan === 'reduit') ? 'reduit' : 'normal'
}

/** An act that may be drawn. */
export interface Drawable {
  id: number
  /** Acts of one decade by one person; each stratum has its share of the sample. */
  strate: string
}

export interface Drawn extends Drawable {
  rang: number
}

/** « 1780-1789 · 12 »: the decade of the act, « ? » without a date, and who entered it. */
export function stratumOf(act: { date_evenement: string | null; created_by: number | null }): string {
  const year = Number(act.date_evenement?.slice(0, 4) ?? Number.NaN)
  const decade = Number.isNaN(year) ? '?' : `${year - (year % 10)}`
  return `${decade} · ${act.created_by ?? '?'}`
}

/** The decade of a stratum, as a page says it. */
export const decadeOf = (strate: string): string => strate.split(' · ')[0] ?? '?'

/** A digest of seed and act puts all acts in one order, which no engine and no day changes. */
const keyOf = (graine: string, id: number): string => createHmac('sha256', graine).update(String(id)).digest('hex')

const byText = (a: string, b: string): number => Number(a > b) - Number(a < b)

/**
 * Shares a number among strata by their sizes; where there is room for all, no stratum goes without an act. What is over then, or
 * lacking, is given to or taken from whoever is furthest from its exact part.
 */
function sharesOf(sizes: readonly number[], taille: number): number[] {
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const least = taille >= sizes.length ? 1 : 0
  const exact = sizes.map((size) => (size * taille) / Math.max(1, total))
  const shares = exact.map((part) => Math.max(least, Math.floor(part)))
  const lackOf = (index: number): number => (exact[index] ?? 0) - (shares[index] ?? 0)
  let left = taille - shares.reduce((sum, share) => sum + share, 0)
  while (left !== 0) {
    const step = Math.sign(left)
    const mayMove = sizes.flatMap((size, index) => {
      const share = (shares[index] ?? 0) + step
      return share >= least && share <= size ? [index] : []
    })
    const furthest = mayMove.reduce((best, index) => (step * (lackOf(index) - lackOf(best)) > 0 ? index : best))
    shares[furthest] = (shares[furthest] ?? 0) + step
    left -= step
  }
  return shares
}

/** Draws so many of the acts by a seed: the same acts for the same seed, in whatever order they come. `from`: the first rank. */
export function draw(acts: readonly Drawable[], taille: number, graine: string, from = 1): Drawn[] {
  const keyed = acts.map((act) => ({ act, key: keyOf(graine, act.id) })).sort((a, b) => byText(a.key, b.key))
  const strata = new Map<string, typeof keyed>()
  for (const one of keyed) {
    const known = strata.get(one.act.strate)
    if (known) known.push(one)
    else strata.set(one.act.strate, [one])
  }
  const names = [...strata.keys()].sort(byText)
  const shares = sharesOf(
    names.map((name) => strata.get(name)?.length ?? 0),
    Math.min(taille, acts.length),
  )
  const drawn = names.flatMap((name, index) => strata.get(name)?.slice(0, shares[index]) ?? [])
  drawn.sort((a, b) => byText(a.key, b.key))
  return drawn.map(({ act: { id, strate } }, index) => ({ id, strate, rang: from + index }))
}
