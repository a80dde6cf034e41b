// Points to look at again (features/avertissements) are found from the acts of a source: whoever changes those says so here.
import type { SourceStatus, Trx } from '../../db/schema.ts'
import { WORKFLOW } from '../droits/status.ts'
import { enqueue } from '../taches/actions.ts'
import { counted, FIND_WARNINGS } from '../types-sources/warnings-queue.ts'

const write = (trx: Trx, sourceId: number, due: Date) =>
  enqueue(trx, { kind: FIND_WARNINGS, payload: { source_id: sourceId } }, due)

/** Somebody types on: what was found is found anew once in a while, not after each act. */
const TYPING_MS = 20_000
const CLOSED_MS = 1000

/**
 * Acts of the source changed, or its years: call it in the transaction that changes them. One statement, which does nothing where
 * nobody ever asked for the warnings of the source; the first change after they were found writes the task.
 */
export async function outdateWarnings(
  trx: Trx,
  source: { id: number; status: SourceStatus },
  now: string,
): Promise<void> {
  const row = await trx
    .updateTable('avertissements_lus')
    .set({ version_max: counted })
    .where('source_id', '=', source.id)
    .returning('version_max')
    .executeTakeFirst()
  if (row?.version_max === -1)
    await write(trx, source.id, new Date(Date.parse(now) + (WORKFLOW[source.status].isOpen ? TYPING_MS : CLOSED_MS)))
}

/** The source is submitted, or somebody asks: its warnings are found from now on, and kept right. */
export async function wantWarnings(trx: Trx, sourceId: number, now: Date): Promise<void> {
  await trx
    .insertInto('avertissements_lus')
    .values({ source_id: sourceId, calcules_at: '', version_max: -1 })
    .onConflict((conflict) => conflict.column('source_id').doUpdateSet({ version_max: counted }))
    .execute()
  await write(trx, sourceId, now)
}
