import type { Db } from '../../db/schema.ts'

/** The stored hash of a person's password; undefined where the account is gone. */
export async function passwordHashOf(db: Db, userId: number): Promise<string | undefined> {
  const row = await db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst()
  return row?.password_hash
}
