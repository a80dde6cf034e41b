import type { Db } from '../../../db/schema.ts'
import { AppError } from '../../../lib/errors.ts'
import { enqueueAccountMail } from '../../auth/account-news.ts'
import { type Actor, record } from '../../journal/actions.ts'
import { findUser } from '../queries.ts'
import { lockAccounts } from '../rules/account-lock.ts'
import { userObject } from './write.ts'

/**
 * Refuses whoever asked for an account, and tells the person by mail where `hasMail`: nothing of the request stays. AppError
 * `conflit` where it was accepted meanwhile.
 */
export const refuseRequest = (db: Db, by: Actor, id: number, now: Date, hasMail: boolean): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await lockAccounts(trx)
    const { name, email, demande_at } = await findUser(trx, id)
    if (demande_at === null) throw new AppError('conflit', 'Cette demande a déjà été acceptée.')
    await trx.deleteFrom('notifications').where('kind', '=', 'Inscription').where('cle', '=', String(id)).execute()
    await trx.deleteFrom('users').where('id', '=', id).execute()
    if (hasMail) await enqueueAccountMail(trx, { sorte: 'inscription_refusee', name, email }, now)
    await record(trx, by, { action: 'inscription.refus', ...userObject(id) }, now.toISOString())
  })
