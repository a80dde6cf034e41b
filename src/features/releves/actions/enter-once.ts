import { createHash } from 'node:crypto'
import type { Db } from '../../../db/schema.ts'

/** Whose form it is, and its key (`formKey`, not ''). */
export interface FormToken {
  user_id: number
  jeton: string
}

const BYTES = 16

/** Half a SHA-256: what is kept for each record typed must be small. Migration 0065 makes it too. */
const digestOf = ({ user_id, jeton }: FormToken): string =>
  createHash('sha256').update(`${user_id}:${jeton}`).digest().subarray(0, BYTES).toString('base64url')

/** The record that this form made, however long ago, though it be deleted since. */
export async function madeBy(db: Db, token: FormToken): Promise<number | undefined> {
  const made = db.selectFrom('jetons_releves').select('releve_id').where('jeton', '=', digestOf(token))
  return (await made.executeTakeFirst())?.releve_id
}

/**
 * One record for each form, for ever: a form may come again after weeks, from a browser that had no line. Part of the transaction
 * at hand; a form without token makes a record whenever it comes.
 */
export async function makeOnce(trx: Db, token: FormToken, make: () => Promise<number>): Promise<number> {
  if (token.jeton === '') return make()
  const jeton = digestOf(token)
  // The insert comes first: of two sendings at once, the second waits here for the first to commit.
  const mine = await trx
    .insertInto('jetons_releves')
    .values({ jeton, releve_id: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  const made = mine.numInsertedOrUpdatedRows === 0n ? await madeBy(trx, token) : undefined
  if (made !== undefined) return made
  const releve_id = await make()
  await trx.updateTable('jetons_releves').set({ releve_id }).where('jeton', '=', jeton).execute()
  return releve_id
}
