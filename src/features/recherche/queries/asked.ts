import type { Db } from '../../../db/schema.ts'
import type { Body } from '../../../lib/body.ts'
import { lookupOf, lookupThroughMerges } from '../../lieux/queries/lookup.ts'
import { readSearchForm } from '../form.ts'
import { type Criteria, PLACE_CRITERIA } from '../rules/criteria.ts'

/** Reads what an address asks for; undefined where the page of the search must say what is wrong with it. */
export const criteriaAsked = async (db: Db, query: Body): Promise<Criteria | undefined> =>
  (await readSearchForm(query, lookupOf(db))).criteria

/**
 * Reads an address that was kept, as the page would read it today. A place that was merged since is the one that it was merged into; of
 * one that is gone it is said so.
 */
export async function criteriaKept(
  db: Db,
  query: Body,
): Promise<{ criteria: Criteria | undefined; isPlaceGone: boolean }> {
  const { criteria, errors } = await readSearchForm(query, lookupThroughMerges(db))
  return { criteria, isPlaceGone: PLACE_CRITERIA.some((name) => errors[name] !== undefined) }
}
