import type { Db } from './schema.ts'

/**
 * Does a creation once for each form shown and filled: a second sending of it (double click, reload, retry after a cut line)
 * gets the first result. Call it in a transaction; `jeton` is the key of web/form.ts (`sendingKey`), '' for always.
 */
export async function once(
  trx: Db,
  jeton: string,
  userId: number | null,
  now: string,
  create: () => Promise<number>,
): Promise<number> {
  if (jeton === '') return create()
  const key = `${userId ?? 0}:${jeton.slice(0, 64)}`
  // The insert comes first: of two requests at once, the second waits here for the first to commit.
  const mine = await trx
    .insertInto('envois')
    .values({ jeton: key, user_id: userId, resultat: '', created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (mine.numInsertedOrUpdatedRows === 0n) {
    const first = await trx.selectFrom('envois').select('resultat').where('jeton', '=', key).executeTakeFirstOrThrow()
    return Number(first.resultat)
  }
  const id = await create()
  await trx
    .updateTable('envois')
    .set({ resultat: String(id) })
    .where('jeton', '=', key)
    .execute()
  return id
}
