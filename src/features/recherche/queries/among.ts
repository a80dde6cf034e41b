// A search as it is asked again and again, of few sources and of what was written since: one plan for whoever keeps it.
import { dialectOf, type FoundKey, isNever, type SearchQuery } from '../../../db/dialect/index.ts'
import type { Db } from '../../../db/schema.ts'
import { type Plan, planOf } from '../../../search/plan.ts'
import type { Criteria } from '../rules/criteria.ts'
import { bounds } from './conditions.ts'

/** Keys that are read at once. */
const AT_ONCE = 1000

export interface Prepared {
  plan: Plan
  days: Awaited<ReturnType<typeof bounds>>
}

/** The words of some criteria as the index has them now. */
export async function prepare(db: Db, criteria: Criteria): Promise<Prepared> {
  const plan = await planOf(db, criteria)
  return { plan, days: await bounds(criteria, plan) }
}

/** Keys of what is found in these sources, in batches, in the order of dates; `afterId`: of later records alone. */
export async function* keysAmong(
  db: Db,
  { plan: { expr, isFormer }, days }: Prepared,
  { sourceIds, afterId }: { sourceIds: number[]; afterId: number | undefined },
): AsyncGenerator<FoundKey[]> {
  if (sourceIds.length === 0 || (expr && isNever(expr))) return
  const query: SearchQuery = {
    expr,
    isFormer,
    sourceIds,
    ...days,
    afterId,
    order: 'asc',
    after: undefined,
    limit: AT_ONCE,
  }
  for (let after: FoundKey | undefined; ; ) {
    const keys = await dialectOf(db).search.keys(db, { ...query, after })
    if (keys.length > 0) yield keys
    after = keys.at(-1)
    if (keys.length < AT_ONCE) return
  }
}
