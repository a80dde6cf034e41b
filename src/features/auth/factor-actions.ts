import { dialectOf } from '../../db/dialect/index.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { seal, unseal } from '../../lib/sealed.ts'
import { newRecoveryCodes, storedCode } from './rules/recovery-codes.ts'
import { acceptedStep } from './rules/totp.ts'

/** One key an account: the secret of one opens nothing in the row of another. */
const purposeOf = (userId: number): string => `totp ${userId}`

/** The secret of somebody's application; undefined where the key of the site is another one than it was sealed with. */
export function readableSecret(key: string, userId: number, sealed: string | null): string | undefined {
  if (sealed === null) return undefined
  try {
    return unseal(key, purposeOf(userId), sealed)
  } catch {
    return undefined
  }
}

interface Holder {
  user_id: number
  totp_secret: string | null
  totp_pas: number | null
}

/** Is this a code of the person's application that was not taken yet? It is taken by this. The caller holds the account's lock. */
export async function takesTotp(trx: Db, key: string, holder: Holder, code: string, now: Date): Promise<boolean> {
  const secret = readableSecret(key, holder.user_id, holder.totp_secret)
  const step = secret === undefined ? undefined : acceptedStep(secret, code, now, holder.totp_pas)
  if (step === undefined) return false
  await trx.updateTable('users').set({ totp_pas: step }).where('id', '=', holder.user_id).execute()
  return true
}

/** Is this one of the person's recovery codes? It is used up by this: of two requests at once one gets true. */
export async function takesRecoveryCode(trx: Db, userId: number, code: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('codes_secours')
    .where('id', '=', storedCode(userId, code))
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Whoever looks at a code, or changes which ones are good, holds this: two at once come one after the other. */
export const lockCodes = (trx: Trx, userId: number): Promise<void> => dialectOf(trx).locks.lock(trx, `code:${userId}`)

/** New recovery codes in the place of all others. Returned to be shown once: only digests are kept. */
export async function renewRecoveryCodes(trx: Trx, userId: number, now: Date): Promise<string[]> {
  await lockCodes(trx, userId)
  const codes = newRecoveryCodes()
  const created_at = now.toISOString()
  await trx.deleteFrom('codes_secours').where('user_id', '=', userId).execute()
  const rows = codes.map((code) => ({ id: storedCode(userId, code), user_id: userId, created_at }))
  await trx.insertInto('codes_secours').values(rows).execute()
  return codes
}

/** The codes of somebody who has had no factor so far; undefined where codes of before are left, which stay good. */
export async function firstRecoveryCodes(trx: Trx, userId: number, now: Date): Promise<string[] | undefined> {
  await lockCodes(trx, userId)
  const left = await trx.selectFrom('codes_secours').select('id').where('user_id', '=', userId).executeTakeFirst()
  return left ? undefined : renewRecoveryCodes(trx, userId, now)
}

/** Recovery codes stand in for a factor: they go with the last one. */
export const dropCodesIfBare = (trx: Db, userId: number) =>
  trx
    .deleteFrom('codes_secours')
    .where('user_id', '=', userId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('users')
          .select('users.id')
          .where('users.id', '=', userId)
          .where('totp_at', 'is', null)
          .where('cle_at', 'is', null),
      ),
    )
    .execute()

/** Log-ins under way were begun for another factor: they begin again. */
export const endLogIns = (trx: Db, userId: number) =>
  trx.deleteFrom('connexions').where('user_id', '=', userId).execute()

/** Gives an account its application, where it has none. `step`: that of the code that confirmed it. False: it has one already. */
export async function addFactor(
  trx: Trx,
  key: string,
  { userId, secret, step }: { userId: number; secret: string; step: number },
  now: Date,
): Promise<boolean> {
  await lockCodes(trx, userId)
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ totp_secret: seal(key, purposeOf(userId), secret), totp_at: now.toISOString(), totp_pas: step })
    .where('id', '=', userId)
    .where('totp_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await endLogIns(trx, userId)
  return true
}

/** Takes the application from an account, and its recovery codes where it has no key. False: it has none. */
export async function dropFactor(trx: Trx, userId: number): Promise<boolean> {
  await lockCodes(trx, userId)
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ totp_secret: null, totp_at: null, totp_pas: null })
    .where('id', '=', userId)
    .where('totp_at', 'is not', null)
    .executeTakeFirst()
  await dropCodesIfBare(trx, userId)
  if (numUpdatedRows === 0n) return false
  await endLogIns(trx, userId)
  return true
}
