import type { Db } from '../../../db/schema.ts'
import { randomToken, sha256Hex } from '../../../lib/crypto.ts'

/** A new token with which this person ends the mails by one click; only its hash is kept. */
export async function makeToken(db: Db, user_id: number, now: string): Promise<string> {
  const token = randomToken()
  await db
    .insertInto('alerte_jetons')
    .values({ empreinte: sha256Hex(token), user_id, created_at: now })
    .execute()
  return token
}

/** Whose token it is; undefined where it is nobody's any more. */
export async function ownerOf(db: Db, token: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('alerte_jetons')
    .select('user_id')
    .where('empreinte', '=', sha256Hex(token))
    .executeTakeFirst()
  return row?.user_id
}

/** No mail of new acts goes to this person any more, until he or she asks for them in the profile. */
export async function endMails(db: Db, user_id: number): Promise<void> {
  await db
    .insertInto('courriels_refuses')
    .values({ user_id, kind: 'Alerte' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Throws away tokens of mails from before, and acts taken back before. */
export async function purgeAlerts(db: Db, before: string): Promise<void> {
  await db.deleteFrom('alerte_jetons').where('created_at', '<', before).execute()
  await db.deleteFrom('actes_defaits').where('created_at', '<', before).execute()
}
