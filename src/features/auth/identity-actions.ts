import type { Db } from '../../db/schema.ts'
import { type Actor, record } from '../journal/actions.ts'

/** How a log-in under way names who a provider says it is. */
export const identityText = (emetteur: string, sujet: string): string => JSON.stringify([emetteur, sujet])

/**
 * Keeps what the provider calls the account, the first time that it came in so: from then on the address no longer counts. An account
 * has one name there: the first stays.
 */
export async function keepIdentity(trx: Db, by: Actor & { id: number }, identite: string, at: string): Promise<void> {
  const [emetteur, sujet] = JSON.parse(identite) as [string, string]
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('identites')
    .values({ emetteur, sujet, user_id: by.id, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows) await record(trx, by, { action: 'identite.ajout' }, at)
}

/** Takes the names that providers have for an account. Returns how many there were. */
export async function dropIdentities(trx: Db, userId: number): Promise<number> {
  const { numDeletedRows } = await trx.deleteFrom('identites').where('user_id', '=', userId).executeTakeFirst()
  return Number(numDeletedRows)
}
