import type { Db } from '../../db/schema.ts'
import type { JetonUsage } from '../../db/schema-acces.ts'
import { randomToken, sha256Hex } from '../../lib/crypto.ts'
import { DAY_MS, HOUR_MS } from '../../lib/durations.ts'

/** Days in which a new person follows the link of an invitation. */
export const INVITATION_DAYS = 14

/** How long a link of each kind works after its mail left. */
const LIFE_MS: Record<JetonUsage, number> = {
  mot_de_passe: HOUR_MS,
  email: 48 * HOUR_MS,
  inscription: 48 * HOUR_MS,
  invitation: INVITATION_DAYS * DAY_MS,
}

/** People who asked for an account and never followed their link are forgotten after that. */
const REGISTRATION_KEPT_MS = 5 * 24 * HOUR_MS

interface NewLink {
  usage: JetonUsage
  /** Whose account, or whose request for one. */
  user_id?: number
  inscription_id?: number
  /** The address it is sent to. */
  email: string
}

/** Makes the secret of a link; only a hash of it is kept. Called when its mail leaves, so that a late mail still works. */
export async function createLink(db: Db, link: NewLink, now: Date): Promise<string> {
  const secret = randomToken()
  const { usage, user_id = null, inscription_id = null, email } = link
  const expire_at = new Date(now.getTime() + LIFE_MS[usage]).toISOString()
  await db
    .insertInto('jetons')
    .values({ id: sha256Hex(secret), usage, user_id, inscription_id, email, expire_at })
    .execute()
  return secret
}

/** Gives the purpose of a link; undefined where it was used, is too old or never was. */
export const findLink = (db: Db, secret: string, now: Date) =>
  db
    .selectFrom('jetons')
    .select(['id', 'usage', 'user_id', 'inscription_id', 'email'])
    .where('id', '=', sha256Hex(secret))
    .where('expire_at', '>', now.toISOString())
    .executeTakeFirst()

export type Link = NonNullable<Awaited<ReturnType<typeof findLink>>>

/** Uses a link up: of two requests at once one gets true. In the transaction of what it opens. */
export async function spendLink(trx: Db, { id }: Link): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('jetons').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Ends the invitation of somebody who is in, or who is sent another one. */
export async function endInvitation(trx: Db, userId: number): Promise<void> {
  await trx.deleteFrom('jetons').where('user_id', '=', userId).where('usage', '=', 'invitation').execute()
}

/** Removes links and requests for accounts that came to nothing. Hourly. */
export async function purgeLinks(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('jetons').where('expire_at', '<=', now.toISOString()).execute()
  const before = new Date(now.getTime() - REGISTRATION_KEPT_MS).toISOString()
  await db.deleteFrom('inscriptions').where('created_at', '<', before).execute()
}
