import type { Insertable } from 'kysely'
import { dialectOf } from '../../../db/dialect/index.ts'
import { insertRows } from '../../../db/rows.ts'
import type { Schema, Trx } from '../../../db/schema.ts'

/** Versions of records that come back to their source, as they were. */
export const putBackVersions = (trx: Trx, lines: readonly Insertable<Schema['releve_versions']>[]): Promise<void> =>
  insertRows(trx, 'releve_versions', lines)

/** Takes versions of deleted records out of a source whose records are all gone; returns how many. */
export async function dropVersions(trx: Trx, sourceId: number, limit: number): Promise<number> {
  const rows = await trx
    .selectFrom('releve_versions')
    .select('id')
    .where('source_id', '=', sourceId)
    .orderBy('id')
    .limit(limit)
    .execute()
  const ids = rows.map(({ id }) => id)
  await trx
    .deleteFrom('releve_versions')
    .where((eb) => dialectOf(trx).sql.inList(eb.ref('id'), ids))
    .execute()
  return ids.length
}
