import type { Db } from '../../../db/schema.ts'
import type { Body } from '../../../lib/body.ts'
import { lookupOf } from '../../lieux/queries/lookup.ts'
import { readSearchForm } from '../form.ts'
import type { Criteria } from '../rules/criteria.ts'

/** Reads what an address asks for; undefined where the page of the search must say what is wrong with it. */
export const criteriaAsked = async (db: Db, query: Body): Promise<Criteria | undefined> =>
  (await readSearchForm(query, lookupOf(db))).criteria
