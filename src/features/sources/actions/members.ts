import type { Trx } from '../../../db/schema.ts'

/** A form of the source that is open elsewhere shows members that it no longer has, or has not yet. */
const changed = (trx: Trx, sourceId: number, now: string) =>
  trx
    .updateTable('sources')
    .set((eb) => ({ updated_at: now, version: eb('version', '+', 1) }))
    .where('id', '=', sourceId)

/** Entrusts a source to one more person; it waits for nobody else then. */
export async function addMember(trx: Trx, sourceId: number, userId: number, now: string): Promise<void> {
  await trx
    .insertInto('source_membres')
    .values({ source_id: sourceId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await changed(trx, sourceId, now).set({ a_reprendre_at: null }).execute()
}

/** Takes people out of a source, which is offered to others once nobody has it. Their records, drafts and versions stay theirs. */
export async function removeMembers(
  trx: Trx,
  sourceId: number,
  userIds: readonly number[],
  now: string,
): Promise<void> {
  await trx.deleteFrom('source_membres').where('source_id', '=', sourceId).where('user_id', 'in', userIds).execute()
  const left = await trx
    .selectFrom('source_membres')
    .select('user_id')
    .where('source_id', '=', sourceId)
    .executeTakeFirst()
  await changed(trx, sourceId, now)
    .$if(left === undefined, (query) => query.set({ a_reprendre_at: now }))
    .execute()
}
