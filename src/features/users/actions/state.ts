import type { Db } from '../../../db/schema.ts'
import { type Actor, record } from '../../journal/actions.ts'
import type { MemberState } from '../rules/member-state.ts'
import { changeActive } from './accounts.ts'
import { userObject } from './write.ts'

/** A pause, of one's own wish or as an administrator was told; null ends it. */
export async function setPause(db: Db, by: Actor, id: number, jusque: string | null, now: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('users').set({ pause_jusque: jusque, updated_at: now }).where('id', '=', id).execute()
    await record(trx, by, { action: jusque === null ? 'compte.pause_finie' : 'compte.pause', ...userObject(id) }, now)
  })
}

/**
 * Keeps what an administrator knows of a member: there, in a pause, gone or dead. Whoever is gone or dead has a closed account; the name stays
 * on the records. AppError `interdit` by the role rules.
 */
export async function setMemberState(db: Db, by: Actor, id: number, state: MemberState, now: string): Promise<void> {
  if (state.etat === 'pause') return setPause(db, by, id, state.jusque, now)
  const depart = state.etat === 'present' ? null : state.etat
  await db.transaction().execute(async (trx) => {
    // First the lock and the rules: the account is not there by itself.
    await changeActive(trx, by, id, depart === null, now)
    await trx.updateTable('users').set({ depart, pause_jusque: null, updated_at: now }).where('id', '=', id).execute()
  })
}
