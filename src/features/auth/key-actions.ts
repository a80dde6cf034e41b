import type { Db, Trx } from '../../db/schema.ts'
import { sha256Hex } from '../../lib/crypto.ts'
import { MINUTE_MS } from '../../lib/durations.ts'
import { dropCodesIfBare, endLogIns, lockCodes } from './factor-actions.ts'
import {
  challengeIn,
  goesBack,
  type MadeKey,
  madeKey,
  type NewKeyAnswer,
  type SignedAnswer,
  signedCount,
} from './rules/key-answers.ts'
import { newChallenge } from './rules/key-options.ts'
import type { KeySite } from './rules/key-site.ts'
import { sessionRef } from './sessions.ts'

/** It lives as long as a PIN: the page on which it stands is answered at once, or asked for again. */
const CHALLENGE_MS = 10 * MINUTE_MS
export const MOST_KEYS = 10

/** Whom a challenge is for, and in which session or log-in it has to be answered. */
export interface Asked {
  userId: number
  lien: string
}

/** A challenge is answered in the session whose page had it. */
export const linkOfSession = (secret: string): string => `session:${sessionRef(secret)}`

/** A challenge for one answer, within ten minutes. */
export async function giveChallenge(db: Db, { userId, lien }: Asked, now: Date): Promise<string> {
  const challenge = newChallenge()
  const expire_at = new Date(now.getTime() + CHALLENGE_MS).toISOString()
  await db
    .insertInto('defis_cles')
    .values({ id: sha256Hex(challenge), user_id: userId, lien, expire_at })
    .execute()
  return challenge
}

/** The challenge that is answered, where it was given to this person there and nobody answered it before: it is used up by this. */
async function spendChallenge(
  trx: Db,
  answer: NewKeyAnswer | SignedAnswer,
  { userId, lien }: Asked,
  now: Date,
): Promise<string | undefined> {
  const challenge = challengeIn(answer)
  const { numDeletedRows } = await trx
    .deleteFrom('defis_cles')
    .where('id', '=', sha256Hex(challenge))
    .where('user_id', '=', userId)
    .where('lien', '=', lien)
    .where('expire_at', '>', now.toISOString())
    .executeTakeFirst()
  return numDeletedRows > 0n ? challenge : undefined
}

/** Removes challenges that nobody answered. Hourly. */
export const purgeChallenges = (db: Db, now: Date) =>
  db.deleteFrom('defis_cles').where('expire_at', '<=', now.toISOString()).execute()

/** `perime`: the challenge is another one, is over or was answered before. `refusee`: the key did not answer it for this site. */
export type Made = MadeKey | 'perime' | 'refusee'

/** Looks at what a browser sent about a new key. */
export async function makeKey(trx: Db, answer: NewKeyAnswer, site: KeySite, asked: Asked, now: Date): Promise<Made> {
  const challenge = await spendChallenge(trx, answer, asked, now)
  if (challenge === undefined) return 'perime'
  return (await madeKey(answer, challenge, site)) ?? 'refusee'
}

/** Gives an account another key. `prise`: some account has this one already. */
export async function addKey(
  trx: Trx,
  userId: number,
  key: MadeKey & { nom: string },
  now: Date,
): Promise<'ajoutee' | 'prise' | 'assez'> {
  await lockCodes(trx, userId)
  const created_at = now.toISOString()
  const { n } = await trx
    .selectFrom('cles_acces')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (n >= MOST_KEYS) return 'assez'
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('cles_acces')
    .values({ ...key, user_id: userId, created_at, utilisee_at: null })
    .onConflict((conflict) => conflict.column('identifiant').doNothing())
    .executeTakeFirst()
  if (!numInsertedOrUpdatedRows) return 'prise'
  await trx
    .updateTable('users')
    .set((eb) => ({ cle_at: eb.fn.coalesce('cle_at', eb.val(created_at)) }))
    .where('id', '=', userId)
    .execute()
  await endLogIns(trx, userId)
  return 'ajoutee'
}

/** Takes one key, or all, from an account, and its recovery codes where nothing else is left. Returns how many went. */
export async function dropKeys(trx: Trx, userId: number, id?: number): Promise<number> {
  await lockCodes(trx, userId)
  const own = trx.deleteFrom('cles_acces').where('user_id', '=', userId)
  const { numDeletedRows } = await (id === undefined ? own : own.where('id', '=', id)).executeTakeFirst()
  if (numDeletedRows === 0n) return 0
  const left = await trx.selectFrom('cles_acces').select('id').where('user_id', '=', userId).executeTakeFirst()
  if (!left) await trx.updateTable('users').set({ cle_at: null }).where('id', '=', userId).execute()
  await dropCodesIfBare(trx, userId)
  await endLogIns(trx, userId)
  return Number(numDeletedRows)
}

/** `compteur`: the key signed, but says that it signed less often than it did: there are two of it. */
export type KeyCheck = 'juste' | 'faux' | 'perime' | 'compteur'

/** Did a key of the person sign the challenge for this site? The challenge is used up by this. The caller holds the account's lock. */
export async function takesKey(
  trx: Db,
  answer: SignedAnswer,
  site: KeySite,
  asked: Asked,
  now: Date,
): Promise<KeyCheck> {
  const challenge = await spendChallenge(trx, answer, asked, now)
  if (challenge === undefined) return 'perime'
  const key = await trx
    .selectFrom('cles_acces')
    .select(['id', 'cle_publique', 'compteur'])
    .where('identifiant', '=', answer.id)
    .where('user_id', '=', asked.userId)
    .executeTakeFirst()
  const count = key && (await signedCount(answer, challenge, site, key.cle_publique))
  if (!key || count === undefined) return 'faux'
  if (goesBack(key.compteur, count)) return 'compteur'
  const seen = { compteur: count, utilisee_at: now.toISOString() }
  await trx.updateTable('cles_acces').set(seen).where('id', '=', key.id).execute()
  return 'juste'
}
