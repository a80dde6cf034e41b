import { type Insertable, sql } from 'kysely'
import { lecturesJson } from '../../../champs/lectures.ts'
import { dialectOf } from '../../../db/dialect/index.ts'
import { insertRows } from '../../../db/rows.ts'
import type { Schema, Trx } from '../../../db/schema.ts'
import { AppError } from '../../../lib/errors.ts'
import { CHANGED_MEANWHILE } from './change-rows.ts'
import type { Author, Stored } from './write.ts'

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

/** A record keeps its place among those inserted beside the same one; where such stand in the other source already, it stands after them. */
async function moveRank(trx: Trx, releveId: number, to: number): Promise<void> {
  const rank = await trx.selectFrom('rangs').select('apres').where('releve_id', '=', releveId).executeTakeFirst()
  if (!rank) return
  const { last } = await trx
    .selectFrom('rangs')
    .select((eb) => eb.fn.max<number | null>('rang').as('last'))
    .where('source_id', '=', to)
    .where('apres', '=', rank.apres)
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('rangs')
    .set({ source_id: to, rang: sql<number>`rang + ${last ?? 0}` })
    .where('releve_id', '=', releveId)
    .execute()
}

/** Threads and corrections go with their act: those who see it where it now stands read them. */
async function moveTalk(trx: Trx, releveId: number, to: number): Promise<void> {
  const threads = trx.selectFrom('fils').select('id').where('releve_id', '=', releveId)
  await trx.updateTable('fil_messages').set({ source_id: to }).where('fil_id', 'in', threads).execute()
  for (const table of ['fils', 'corrections'] as const)
    await trx.updateTable(table).set({ source_id: to }).where('releve_id', '=', releveId).execute()
}

/** A record goes to another source with its history, its place in the register and what somebody has typed of it. Its row as it stands then. */
export async function moveRow(trx: Trx, before: Stored, to: number, { user_id, now }: Author): Promise<Stored> {
  const { id, version, data, etats } = before
  const { numUpdatedRows } = await trx
    .updateTable('releves')
    .set({ source_id: to, version: version + 1, updated_by: user_id, updated_at: now })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('conflit', CHANGED_MEANWHILE)
  await trx.updateTable('releve_versions').set({ source_id: to }).where('releve_id', '=', id).execute()
  await moveTalk(trx, id, to)
  await trx.updateTable('brouillons').set({ source_id: to }).where('releve_id', '=', id).execute()
  await moveRank(trx, id, to)
  const line = { releve_id: id, source_id: to, version: version + 1, operation: 'deplacement' as const }
  const held = { data: JSON.stringify(data), etats: JSON.stringify(etats), lectures: lecturesJson(before) }
  await insertRows(trx, 'releve_versions', [{ ...line, ...held, user_id, created_at: now }])
  return { ...before, source_id: to, version: version + 1 }
}
