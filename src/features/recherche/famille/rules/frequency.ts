// How many couples of two surnames chance alone would make in a place.
import type { FamilyAct } from './acts.ts'
import { namedOf, surnamesAgree } from './names.ts'
import type { Frequency } from './verdict.ts'

/** Acts counted in the place and its years. */
export interface Counts {
  acts: number
  marriages: number
  baptisms: number
  /** Acts of a person of each of the two surnames. */
  named: [number, number]
  /** Acts of the couple itself. */
  own: number
}

/** Fewer other acts than this tell nothing of a place. */
const FEWEST_ACTS = 60
/** A couple has so many baptisms: registers of weddings are lost more often. */
const BAPTISMS_A_COUPLE = 4.5

/** Acts of the couple that are counted for one of the surnames, being of a person of that name. */
const ownNamed = (acts: readonly FamilyAct[], nom: string): number =>
  new Set(
    acts
      .filter(({ persons }) => persons.some((one) => one.role === 'principal' && surnamesAgree(namedOf(one).nom, nom)))
      .map(({ id }) => id),
  ).size

/** The shares of the two names multiplied, times the weddings of the place; undefined where too few acts are there to tell. */
export function expectedCouples(
  counts: Counts,
  acts: readonly FamilyAct[],
  noms: [string, string],
): Frequency | undefined {
  const others = counts.acts - counts.own
  if (others < FEWEST_ACTS) return undefined
  const share = (at: 0 | 1) => Math.max(0, counts.named[at] - ownNamed(acts, noms[at])) / others
  const marriages = Math.max(counts.marriages, counts.baptisms / BAPTISMS_A_COUPLE)
  return { expected: share(0) * share(1) * marriages, marriages }
}
