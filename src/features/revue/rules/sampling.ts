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
