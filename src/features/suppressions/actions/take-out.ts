import type { Selectable } from 'kysely'
import type { Db, Schema } from '../../../db/schema.ts'
import { applyChange } from '../../releves/actions/apply-change.ts'
import { dropVersions } from '../../releves/actions/versions.ts'
import { takeOutSource } from './content.ts'

type Kept = Selectable<Schema['sources_supprimees']>

/** The file is whole and on the disk: from now on rows may leave. */
export async function keepFile(db: Db, id: number, file: { lignes: number; empreinte: string }): Promise<void> {
  await db
    .updateTable('sources_supprimees')
    .set({ ...file, etat: 'retrait' })
    .where('id', '=', id)
    .where('etat', '=', 'ecriture')
    .execute()
}

/** Takes the next records of a source out, with what the search, completion and counters know of them. Returns how many. */
export function removeRecords(db: Db, sourceId: number, size: number, begun: () => void): Promise<number> {
  return db.transaction().execute(async (trx) => {
    begun()
    const releves = await trx
      .selectFrom('releves')
      .select(['id', 'source_id', 'version', 'data', 'etats', 'lectures', 'created_at'])
      .where('source_id', '=', sourceId)
      .orderBy('id')
      .limit(size)
      .execute()
    if (releves.length === 0) return 0
    const changes = releves.map((before) => ({ before }))
    await applyChange(trx, { as: 'annulation', source: { id: sourceId }, changes })
    return releves.length
  })
}

/** Takes versions of records that were deleted before out. Returns how many. */
export const removeVersions = (db: Db, sourceId: number, size: number, begun: () => void): Promise<number> =>
  db.transaction().execute((trx) => {
    begun()
    return dropVersions(trx, sourceId, size)
  })

/** The source itself leaves, once. */
export function finishRemoval(db: Db, line: Kept): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('sources_supprimees')
      .set({ etat: 'supprimee' })
      .where('id', '=', line.id)
      .where('etat', '=', 'retrait')
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await takeOutSource(trx, line)
  })
}
