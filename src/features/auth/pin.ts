import { randomInt } from 'node:crypto'
import type { Db } from '../../db/schema.ts'
import type { Facteur } from '../../db/schema-acces.ts'
import { keyedDigest, randomToken, sameText, sha256Hex } from '../../lib/crypto.ts'
import { MINUTE_MS, SECOND_MS } from '../../lib/durations.ts'
import { lockCodes, takesRecoveryCode, takesTotp } from './factor-actions.ts'
import { type KeyCheck, takesKey } from './key-actions.ts'
import { countFailure, pinLimit, totpLimit, waitOf } from './limits.ts'
import { knownDevice } from './rules/device.ts'
import type { SignedAnswer } from './rules/key-answers.ts'
import type { KeySite } from './rules/key-site.ts'

const PIN_DIGITS = 6
/** A PIN is good for that long (spec.md 5.3), and the log-in that it belongs to ends after this. */
const PIN_MS = 600 * SECOND_MS
const FLOW_MS = 1800 * SECOND_MS
/** A clock set back must not make a PIN live longer: one from the future is none. */
const CLOCK_SLACK_MS = MINUTE_MS
const MAX_WRONG = 5
const MAX_RESENT = 3
const RESEND_MS = MINUTE_MS

/** Six digits, zeros in front included, each as likely as any other. */
export const newPin = (): string => String(randomInt(10 ** PIN_DIGITS)).padStart(PIN_DIGITS, '0')

/** Only the server's key turns a million candidates into digests: the stored one alone gives nothing away. */
const digestOf = (key: string, id: string, pin: string): string => keyedDigest(key, 'code', `${id}\0${pin}`)

/** A log-in that awaits its PIN is found by a hash: the secret stands in the browser's cookie alone. */
const idOf = (secret: string): string => sha256Hex(secret)

interface Begun {
  userId: number
  suite: string
  /** The identity of a provider by which it began (see `connexions.identite`); absent where a password did. */
  identite?: string | undefined
  now: Date
}

async function begin(db: Db, begun: Begun, id: string, code: string, facteur: Facteur): Promise<void> {
  const { userId, suite, identite = null, now } = begun
  const at = now.toISOString()
  const row = { id, user_id: userId, code, facteur, envoye_at: at, suite, identite, created_at: at }
  await db.insertInto('connexions').values(row).execute()
}

/** Begins the second step of a log-in. `secret` goes into the cookie, `pin` into the mail; neither is kept. */
export async function beginPin(db: Db, key: string, begun: Begun) {
  const [secret, pin] = [randomToken(), newPin()]
  const id = idOf(secret)
  await begin(db, begun, id, digestOf(key, id, pin), 'courriel')
  return { secret, pin }
}

/** Begins the second step of somebody who has a factor of its own: nothing is sent. Returns the secret of the cookie. */
export async function beginOwn(db: Db, begun: Begun): Promise<string> {
  const secret = randomToken()
  await begin(db, begun, idOf(secret), '', 'propre')
  return secret
}

/** The log-in ends here. */
export const endPin = (db: Db, secret: string) => db.deleteFrom('connexions').where('id', '=', idOf(secret)).execute()

const COLUMNS = [
  'connexions.id',
  'user_id',
  'code',
  'facteur',
  'envoye_at',
  'essais',
  'renvois',
  'suite',
  'identite',
] as const

const isWithin = (since: string, ms: number, now: Date): boolean => {
  const age = now.getTime() - Date.parse(since)
  return age >= -CLOCK_SLACK_MS && age < ms
}

/**
 * The log-in of this secret with the person it is about; undefined where it is over, or the account closed meanwhile, or where it awaits a
 * mail and the account got a factor of its own as it began.
 */
export async function pendingLogIn(db: Db, secret: string | undefined, now: Date) {
  if (!secret) return undefined
  const row = await db
    .selectFrom('connexions')
    .innerJoin('users', 'users.id', 'connexions.user_id')
    .select([...COLUMNS, 'connexions.created_at', 'users.name', 'users.email', 'users.password_hash'])
    .select(['users.totp_secret', 'users.totp_pas', 'users.totp_at', 'users.cle_at'])
    .where('connexions.id', '=', idOf(secret))
    .where('users.is_active', '=', true)
    .where((eb) =>
      eb.or([
        eb('connexions.facteur', '=', 'propre'),
        eb.and([eb('users.totp_at', 'is', null), eb('users.cle_at', 'is', null)]),
      ]),
    )
    .executeTakeFirst()
  return row && isWithin(row.created_at, FLOW_MS, now) ? row : undefined
}

export type Pending = NonNullable<Awaited<ReturnType<typeof pendingLogIn>>>

/** A code as it was typed (`secours`: one that stands in for what was lost), or the answer of a key for this site. */
export type Shown = { kind: 'code' | 'secours'; pin: string } | { kind: 'cle'; answer: SignedAnswer; site: KeySite }

/** `fin`: the log-in is over, it begins again with the password. `perime`: nobody waits for this answer of a key any more. */
export type PinCheck =
  | { outcome: 'juste'; pending: Pending }
  | { outcome: 'perime'; pending: Pending }
  | { outcome: 'faux' | 'fin'; pending: Pending; cause: 'faux' | 'compteur' }
  | { outcome: 'attente'; pending: Pending; waitMs: number }
  | { outcome: 'perdu' }

interface Typed {
  /** The secret of the log-in. */
  secret: string | undefined
  shown: Shown
  /** See `Entering`. */
  appareil: string | undefined
  now: Date
}

/** Holds the row and the counters of its account: of guesses at once each is counted before the next is looked at. */
function holding<T>(db: Db, secret: string | undefined, now: Date, work: (trx: Db, pending: Pending) => Promise<T>) {
  return db.transaction().execute(async (trx) => {
    const known = await pendingLogIn(trx, secret, now)
    if (!known) return undefined
    await lockCodes(trx, known.user_id)
    const pending = await pendingLogIn(trx, secret, now)
    return pending && (await work(trx, pending))
  })
}

/**
 * Is this the PIN, the code of the application, or the answer of a key? The right one ends the log-in's second step, for one request only; `then` runs in the same transaction.
 * Wrong ones count for the log-in, resent PINs included, and for the account or the browser that was in with it, whatever log-in
 * they were for.
 */
export async function checkPin(
  deps: { db: Db; secret: string },
  typed: Typed,
  told: (trx: Db, check: Exclude<PinCheck, { outcome: 'perdu' }>) => Promise<void>,
): Promise<PinCheck> {
  const checked = await holding(deps.db, typed.secret, typed.now, async (trx, pending) => {
    const check = await judge(trx, deps.secret, pending, typed)
    await told(trx, check)
    return check
  })
  return checked ?? { outcome: 'perdu' }
}

/** A code of an application, one in its stead, or what a key had to sign is used up by this. */
async function looked(trx: Db, key: string, pending: Pending, { shown, now }: Typed): Promise<KeyCheck> {
  const { id, user_id, facteur } = pending
  if (shown.kind === 'cle')
    return facteur === 'propre' ? takesKey(trx, shown.answer, shown.site, { userId: user_id, lien: id }, now) : 'faux'
  return (await isRightCode(trx, key, pending, shown, now)) ? 'juste' : 'faux'
}

function isRightCode(
  trx: Db,
  key: string,
  pending: Pending,
  { kind, pin }: Extract<Shown, { pin: string }>,
  now: Date,
): Promise<boolean> {
  if (pending.facteur === 'propre')
    return kind === 'secours' ? takesRecoveryCode(trx, pending.user_id, pin) : takesTotp(trx, key, pending, pin, now)
  const isSame = sameText(digestOf(key, pending.id, pin), pending.code)
  return Promise.resolve(isSame && kind === 'code' && isWithin(pending.envoye_at, PIN_MS, now))
}

async function judge(trx: Db, key: string, pending: Pending, typed: Typed) {
  const { user_id, password_hash } = pending
  const { appareil, now } = typed
  const device = knownDevice(key, appareil, { id: user_id, password_hash }, now)
  const limit = pending.facteur === 'propre' ? totpLimit(user_id, device) : pinLimit(user_id, device)
  const waitMs = await waitOf(trx, [limit], now)
  const end = () => trx.deleteFrom('connexions').where('id', '=', pending.id).execute()
  if (waitMs > 0) {
    await end()
    return { outcome: 'attente', pending, waitMs } as const
  }
  const found = await looked(trx, key, pending, typed)
  // Nothing was guessed: the page was open for too long, or sent twice.
  if (found === 'perime') return { outcome: 'perime', pending } as const
  if (found === 'juste') {
    await end()
    return { outcome: 'juste', pending } as const
  }
  await countFailure(trx, limit, now)
  const essais = pending.essais + 1
  if (essais >= MAX_WRONG) {
    await end()
    return { outcome: 'fin', pending, cause: found } as const
  }
  await trx.updateTable('connexions').set({ essais }).where('id', '=', pending.id).execute()
  return { outcome: 'faux', pending, cause: found } as const
}

export type Resent =
  | { outcome: 'nouveau'; pending: Pending; pin: string }
  | { outcome: 'attente'; waitMs: number }
  | { outcome: 'assez' }
  | { outcome: 'perdu' }

/** Another PIN in the place of the first, a minute apart and three times at most; wrong tries so far still count. */
export async function renewPin(
  deps: { db: Db; secret: string },
  { secret, now }: { secret: string | undefined; now: Date },
): Promise<Resent> {
  const renewed = await holding(deps.db, secret, now, async (trx, pending): Promise<Resent> => {
    // Codes of an application are not sent.
    if (pending.facteur !== 'courriel') return { outcome: 'perdu' }
    const age = now.getTime() - Date.parse(pending.envoye_at)
    if (pending.renvois >= MAX_RESENT) return { outcome: 'assez' }
    if (age >= 0 && age < RESEND_MS) return { outcome: 'attente', waitMs: RESEND_MS - age }
    const pin = newPin()
    await trx
      .updateTable('connexions')
      .set({
        code: digestOf(deps.secret, pending.id, pin),
        envoye_at: now.toISOString(),
        renvois: pending.renvois + 1,
      })
      .where('id', '=', pending.id)
      .execute()
    return { outcome: 'nouveau', pending, pin }
  })
  return renewed ?? { outcome: 'perdu' }
}

/** Removes log-ins that nobody ended. Hourly. */
export const purgePins = (db: Db, now: Date) =>
  db
    .deleteFrom('connexions')
    .where('created_at', '<', new Date(now.getTime() - FLOW_MS).toISOString())
    .execute()
