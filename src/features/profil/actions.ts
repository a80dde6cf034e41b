import type { Db } from '../../db/schema.ts'
import { hashPassword, verifyPassword } from '../auth/password.ts'
import { revokeSessionsOf } from '../auth/sessions.ts'
import { type Actor, record } from '../journal/actions.ts'
import { passwordHashOf } from './queries.ts'

/** Replaces the password of who knows the old one and ends all sessions; false where `actuel` is wrong. `now`: ISO instant. */
export async function changePassword(
  db: Db,
  by: Actor & { id: number },
  { actuel, nouveau }: { actuel: string; nouveau: string },
  now: string,
): Promise<boolean> {
  const userId = by.id
  const known = await passwordHashOf(db, userId)
  if (!(await verifyPassword(known, actuel)) || known === undefined) return false
  const password_hash = await hashPassword(nouveau)
  return db.transaction().execute(async (trx) => {
    // Only over the password just verified: one given by an administrator meanwhile stays.
    const { numUpdatedRows } = await trx
      .updateTable('users')
      .set({ password_hash, must_change_password: false, temporaire_jusque: null, updated_at: now })
      .where('id', '=', userId)
      .where('password_hash', '=', known)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await revokeSessionsOf(trx, userId)
    await record(trx, by, { action: 'mot_de_passe.changement' }, now)
    return true
  })
}
