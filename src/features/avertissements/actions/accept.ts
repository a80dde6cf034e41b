import type { Db } from '../../../db/schema.ts'

/** A value of a field that a warning was about. */
export interface Accepted {
  source_id: number
  genre: string
  champ: string
  valeur: string
}

/** « C'est bien ainsi », remembered for the value in the whole source. Once more changes nothing. */
export async function accept(db: Db, accepted: Accepted, user_id: number, now: Date): Promise<void> {
  await db
    .insertInto('avertissements_admis')
    .values({ ...accepted, user_id, created_at: now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Takes an `accept` back; false where nobody had accepted it. */
export async function takeBack(db: Db, { source_id, genre, champ, valeur }: Accepted): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('avertissements_admis')
    .where('source_id', '=', source_id)
    .where('genre', '=', genre)
    .where('champ', '=', champ)
    .where('valeur', '=', valeur)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
