import { insertRows } from '../../../../db/rows.ts'
import type { Trx } from '../../../../db/schema.ts'
import type { ImportLine } from '../../../imports/kind.ts'
import type { ActRow } from '../reading.ts'

/** The numbers that records had elsewhere, in the transaction that makes them. */
export async function keepOrigins(
  trx: Trx,
  lines: readonly ImportLine<ActRow>[],
  ids: readonly number[],
): Promise<void> {
  const rows = lines.flatMap(({ row: { ident, origine } }, index) => {
    const releve_id = ids[index]
    return ident === null || releve_id === undefined ? [] : [{ releve_id, origine, ident }]
  })
  if (rows.length > 0) await insertRows(trx, 'origines_actes', rows)
}
