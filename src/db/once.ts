import type { Db } from './schema.ts'

/** A form on its way: who sends it, its one-time token (`sendingKey` of web/form.ts, '' for none), and the instant (ISO). */
export interface Sending {
  userId: number | null
  jeton: string
  now: string
}

/** The first sending of a form made this, as its caller wrote it down. */
export interface FirstSending {
  resultat: string
  created_at: string
}

type Key = Pick<Sending, 'userId' | 'jeton'>

const storedKey = ({ jeton, userId }: Key): string => `${userId ?? 0}:${jeton.slice(0, 64)}`

/** Undefined means that the form was not sent before, or is just being received. */
export function findSending(db: Db, key: Key): Promise<FirstSending | undefined> {
  return db
    .selectFrom('envois')
    .select(['resultat', 'created_at'])
    .where('jeton', '=', storedKey(key))
    .executeTakeFirst()
}

/**
 * Does something once for each form shown and filled: a second sending of it (double click, reload, retry after a cut line)
 * gets what the first one made. Call it in a transaction; `jeton` is not empty.
 */
export async function firstSending(trx: Db, sending: Sending, make: () => Promise<string>): Promise<FirstSending> {
  const { userId, now } = sending
  // The insert comes first: of two requests at once, the second waits here for the first to commit.
  const mine = await trx
    .insertInto('envois')
    .values({ jeton: storedKey(sending), user_id: userId, resultat: '', created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  const first = mine.numInsertedOrUpdatedRows === 0n ? await findSending(trx, sending) : undefined
  if (first) return first
  const resultat = await make()
  await trx.updateTable('envois').set({ resultat }).where('jeton', '=', storedKey(sending)).execute()
  return { resultat, created_at: now }
}

/** Creates one thing for each form shown and gives its id; a form without token creates whenever it comes. */
export async function once(trx: Db, sending: Sending, create: () => Promise<number>): Promise<number> {
  if (sending.jeton === '') return create()
  const { resultat } = await firstSending(trx, sending, async () => String(await create()))
  return Number(resultat)
}
