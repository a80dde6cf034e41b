import type { Db, SourceStatus } from '../../db/schema.ts'
import { statusAfterEntry } from './status.ts'

/** Keeps who moved a source, when, from where to where (decisions.md, section 3). `de` is null for its creation. */
export async function recordTransition(
  trx: Db,
  transition: { source_id: number; user_id: number | null; de: SourceStatus | null; vers: SourceStatus; now: string },
): Promise<void> {
  const { now, ...row } = transition
  await trx
    .insertInto('source_transitions')
    .values({ ...row, motif: null, created_at: now })
    .execute()
}

/**
 * A record was written in the source: one that waited (à relever) or was sent back (rejetée) is in progress again.
 * Part of the record's own transaction. Of two first records at once, one makes the move and its line in the history.
 */
export async function touchStatusAfterEntry(
  trx: Db,
  source: { id: number; status: SourceStatus },
  userId: number | null,
  now: string,
): Promise<void> {
  const vers = statusAfterEntry(source.status)
  if (!vers) return
  const moved = await trx
    .updateTable('sources')
    .set({ status: vers, updated_at: now })
    .where('id', '=', source.id)
    .where('status', '=', source.status)
    .executeTakeFirst()
  if (moved.numUpdatedRows === 0n) return
  await recordTransition(trx, { source_id: source.id, user_id: userId, de: source.status, vers, now })
}
