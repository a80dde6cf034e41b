import { dialectOf } from '../../../db/dialect/index.ts'
import type { Db } from '../../../db/schema.ts'
import { enqueueAccountMail } from '../../auth/account-news.ts'
import { type Actor, record } from '../../journal/actions.ts'
import { awaitsPassword } from '../queries.ts'
import { userObject } from './write.ts'

/**
 * Sends each of these people the link by which it chooses its password; those who have chosen one are left out, and so are closed
 * accounts. Returns the ids of those invited. A site without mail sends nothing.
 */
export async function invite(trx: Db, ids: readonly number[], now: Date): Promise<number[]> {
  const rows = await trx
    .selectFrom('users')
    .select('id')
    .where((eb) => dialectOf(trx).sql.inList(eb.ref('id'), [...ids]))
    .where(awaitsPassword)
    .orderBy('id')
    .execute()
  for (const { id } of rows) await enqueueAccountMail(trx, { sorte: 'invitation', user_id: id }, now)
  return rows.map(({ id }) => id)
}

/** Sends other links in the place of those of before. Returns how many. */
export const inviteAgain = (db: Db, by: Actor, ids: readonly number[], now: Date): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const invited = await invite(trx, ids, now)
    for (const id of invited)
      await record(trx, by, { action: 'compte.invitation', ...userObject(id) }, now.toISOString())
    return invited.length
  })
