import type { Db } from './schema.ts'

/** What the first sending of a form made, as its caller wrote it down, and when. */
export interface FirstSending {
  resultat: string
  created_at: string
}

const storedKey = (jeton: string, userId: number | null): string => `${userId ?? 0}:${jeton.slice(0, 64)}`

/** What a form that was sent before made; undefined for one that was not, or is just being received. */
export function findSending(db: Db, jeton: string, userId: number | null): Promise<FirstSending | undefined> {
  return db
    .selectFrom('envois')
    .select(['resultat', 'created_at'])
    .where('jeton', '=', storedKey(jeton, userId))
    .executeTakeFirst()
}

/**
 * Does something once for each form shown and filled: a second sending of it (double click, reload, retry after a cut line)
 * gets what the first one made. Call it in a transaction; `jeton` is not empty.
 */
export async function firstSending(
  trx: Db,
  jeton: string,
  userId: number | null,
  now: string,
  make: () => Promise<string>,
): Promise<FirstSending> {
  // The insert comes first: of two requests at once, the second waits here for the first to commit.
  const mine = await trx
    .insertInto('envois')
    .values({ jeton: storedKey(jeton, userId), user_id: userId, resultat: '', created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  const first = mine.numInsertedOrUpdatedRows === 0n ? await findSending(trx, jeton, userId) : undefined
  if (first) return first
  const resultat = await make()
  await trx.updateTable('envois').set({ resultat }).where('jeton', '=', storedKey(jeton, userId)).execute()
  return { resultat, created_at: now }
}

/** The same for what makes one thing and tells its id. `jeton` is the key of web/form.ts (`sendingKey`), '' for always. */
export async function once(
  trx: Db,
  jeton: string,
  userId: number | null,
  now: string,
  create: () => Promise<number>,
): Promise<number> {
  if (jeton === '') return create()
  const { resultat } = await firstSending(trx, jeton, userId, now, async () => String(await create()))
  return Number(resultat)
}
