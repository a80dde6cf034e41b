import { addCounts } from '../../../db/rows.ts'
import type { Db } from '../../../db/schema.ts'
import { monthOf } from '../../../lib/months.ts'

/**
 * Counts records that come to a source or leave it in the months in which they were entered (`instants`). In the transaction that
 * writes them and after `holdSource`, so that two transactions never wait for each other here.
 */
export async function countMonths(
  trx: Db,
  sourceId: number,
  instants: readonly string[],
  sign: 1 | -1 = 1,
): Promise<void> {
  const counts = new Map<string, number>()
  for (const mois of instants.map(monthOf)) counts.set(mois, (counts.get(mois) ?? 0) + sign)
  await addCounts(
    trx,
    'source_mois',
    [...counts].map(([mois, n]) => ({ source_id: sourceId, mois, n })),
  )
}
