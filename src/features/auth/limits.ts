import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'
import { keyedDigest, sha256Hex } from '../../lib/crypto.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../lib/durations.ts'
import { networkOf } from '../../lib/network.ts'
import { caseKey } from '../../lib/text.ts'

/** How often something may be tried. Counters are rows, so that every process and every restart know them. */
interface Rule {
  /** Tries that cost no wait. */
  most: number
  /** How long a counter says something: after the last try (`slides`), or after the first. */
  keptMs: number
  slides: boolean
  /** Wait after the last try, with this many beyond `most`, from 0; without it, until the counter is forgotten. */
  waitMs?(beyond: number): number
}

export interface Limit {
  cle: string
  rule: Rule
}

const ACCOUNT_FIRST_MS = 30 * SECOND_MS
const ACCOUNT_LONGEST_MS = 15 * MINUTE_MS

/** Never a lock for good: whoever knows a login could otherwise shut its owner out. */
const ACCOUNT: Rule = {
  most: 5,
  keptMs: DAY_MS,
  slides: true,
  waitMs: (beyond) => Math.min(ACCOUNT_FIRST_MS * 2 ** beyond, ACCOUNT_LONGEST_MS),
}

/** `most` in a span that begins with the first. */
const atMost = (most: number, keptMs: number): Rule => ({ most, keptMs, slides: false })

const ADDRESS = atMost(20, 5 * MINUTE_MS)
const REQUESTS = atMost(5, HOUR_MS)
const RESCUES = atMost(30, HOUR_MS)
const WRONG_PINS = atMost(20, DAY_MS)
/** Three codes of an application are good at a time: nine a day keep the chance of who guesses below 1 % a year. */
const WRONG_TOTPS = atMost(9, DAY_MS)
const PIN_MAILS = atMost(30, HOUR_MS)
/** Each has the site ask the provider. */
const PROVIDER = atMost(30, 5 * MINUTE_MS)

/** Counters of one account. */
const OF_ACCOUNT = ['compte', 'preuve', 'code', 'code-appli', 'code-envoi'] as const
/** The counters that somebody may forget who has shown a mailbox and no more: codes of an application are guessed all the same. */
const OF_MAILBOX = OF_ACCOUNT.filter((what) => what !== 'code-appli')

/**
 * `device`: a browser that was in with the account before (device.ts) has counters of its own. Those of the account count all
 * others: a stranger who fills them keeps nobody out who was in.
 */
const ofAccount = (what: (typeof OF_ACCOUNT)[number], userId: number, device?: string): string =>
  device === undefined ? `${what}:${userId}` : `${what}:${userId}:${device}`

/** Wrong passwords of one account, or of a name that nobody has: both wait alike. */
export const accountLimit = (secret: string, userId: number | undefined, login: string, device?: string): Limit => ({
  cle:
    userId === undefined
      ? `inconnu:${keyedDigest(secret, 'limite', caseKey(login))}`
      : ofAccount('compte', userId, device),
  rule: ACCOUNT,
})

/** Wrong passwords in open sessions, where no stranger is. */
export const proofLimit = (userId: number): Limit => ({ cle: ofAccount('preuve', userId), rule: ACCOUNT })

/** Something that one address may do only so often; none where the address is not known (a Unix socket, a test). */
const byAddress =
  (what: string, rule: Rule) =>
  (address: string): Limit[] =>
    address === '' ? [] : [{ cle: `${what}:${networkOf(address)}`, rule }]

/** Drafts that may come without a session: from one address, for one person, of one form (by its signature). */
export const rescueLimits = (address: string, userId: number, form: string): Limit[] => [
  ...byAddress('reprise', RESCUES)(address),
  { cle: `reprise-auteur:${userId}`, rule: atMost(20, DAY_MS) },
  { cle: `reprise-formulaire:${sha256Hex(form)}`, rule: atMost(3, DAY_MS) },
]

/** Wrong passwords from one address. */
export const addressLimit = byAddress('adresse', ADDRESS)
export const registerLimit = byAddress('inscription', REQUESTS)
export const forgottenLimit = byAddress('oubli', REQUESTS)

/** Mails that strangers may have sent to one mailbox, by asking for an account or a password in its name. */
export const mailboxLimit = (secret: string, email: string): Limit => ({
  cle: `boite:${keyedDigest(secret, 'limite', caseKey(email))}`,
  rule: REQUESTS,
})

/** Trial mails of the settings, whoever asks for them (reliability.md T14). */
export const trialMailLimit: Limit = { cle: 'courriel-essai', rule: atMost(5, MINUTE_MS) }

/** Trials of the storage elsewhere, and looks at what is there, whoever asks for them. */
export const elsewhereLimit: Limit = { cle: 'ailleurs-essai', rule: atMost(10, MINUTE_MS) }

/** Log-ins by the provider that begin at one address. */
export const providerLimit = byAddress('fournisseur', PROVIDER)

/** Looks whether a provider answers, whoever saves its settings. */
export const providerTrialLimit: Limit = { cle: 'fournisseur-essai', rule: atMost(10, MINUTE_MS) }

/** Something that may be done once within this time (ms), by whoever knows its name. */
export const onceLimit = (cle: string, keptMs: number): Limit => ({ cle, rule: atMost(1, keptMs) })

/** Wrong PINs of one account, whatever log-in they belong to. */
export const pinLimit = (userId: number, device?: string): Limit => ({
  cle: ofAccount('code', userId, device),
  rule: WRONG_PINS,
})
/** Wrong codes of an application, and wrong codes in its stead. */
export const totpLimit = (userId: number, device?: string): Limit => ({
  cle: ofAccount('code-appli', userId, device),
  rule: WRONG_TOTPS,
})
/** Mails with a PIN that log-ins to one account may send. */
export const pinMailLimit = (userId: number, device?: string): Limit => ({
  cle: ofAccount('code-envoi', userId, device),
  rule: PIN_MAILS,
})

interface Counter {
  n: number
  dernier: string
  perime: string
}

/** Milliseconds until the next try. A clock that was set back must not make the wait longer than its rule. */
function left({ most, keptMs, waitMs }: Rule, { n, dernier, perime }: Counter, now: Date): number {
  if (n < most) return 0
  const wait = waitMs?.(n - most) ?? keptMs
  const end = waitMs ? Date.parse(dernier) + wait : Date.parse(perime)
  return Math.min(Math.max(0, end - now.getTime()), wait)
}

/** Milliseconds until all of these allow another try; 0 where they do. */
export async function waitOf(db: Db, limits: Limit[], now: Date): Promise<number> {
  if (limits.length === 0) return 0
  const rules = new Map(limits.map(({ cle, rule }) => [cle, rule]))
  const counters = await db
    .selectFrom('limites')
    .select(['cle', 'n', 'dernier', 'perime'])
    .where('cle', 'in', [...rules.keys()])
    .where('perime', '>', now.toISOString())
    .execute()
  const waits = counters.map((counter) => {
    const rule = rules.get(counter.cle)
    return rule ? left(rule, counter, now) : 0
  })
  return Math.max(0, ...waits)
}

/** Counts one try, in one statement: of tries at once each is counted. */
async function count(db: Db, { cle, rule }: Limit, now: Date): Promise<Counter> {
  const at = now.toISOString()
  const perime = new Date(now.getTime() + rule.keptMs).toISOString()
  const isOver = sql<boolean>`limites.perime <= ${at}`
  return db
    .insertInto('limites')
    .values({ cle, n: 1, dernier: at, perime })
    .onConflict((conflict) =>
      conflict.column('cle').doUpdateSet({
        n: sql<number>`case when ${isOver} then 1 else limites.n + 1 end`,
        dernier: at,
        perime: rule.slides ? perime : sql<string>`case when ${isOver} then ${perime} else limites.perime end`,
      }),
    )
    .returning(['n', 'dernier', 'perime'])
    .executeTakeFirstOrThrow()
}

/** Counts a failure. Returns the milliseconds to wait from now on. */
export async function countFailure(db: Db, limit: Limit, now: Date): Promise<number> {
  return left(limit.rule, await count(db, limit, now), now)
}

/** Counts something that is limited whether it fails or not. Returns 0 where it may go on, else how long to wait (ms). */
export async function takeTurn(db: Db, limits: Limit[], now: Date): Promise<number> {
  let wait = 0
  for (const limit of limits) {
    const counter = await count(db, limit, now)
    if (counter.n > limit.rule.most) wait = Math.max(wait, left(limit.rule, counter, now))
  }
  return wait
}

export const forgetTries = (db: Db, { cle }: Limit) => db.deleteFrom('limites').where('cle', '=', cle).execute()

/**
 * Another password was given: whatever was tried before says nothing any more. Part of the transaction that gives it. `byMail`: the link
 * of a mail was enough for it.
 */
export async function forgetTriesOf(trx: Db, userId: number, { byMail = false } = {}): Promise<void> {
  await trx
    .deleteFrom('limites')
    .where((eb) =>
      eb.or(
        (byMail ? OF_MAILBOX : OF_ACCOUNT).flatMap((what) => {
          const own = ofAccount(what, userId)
          // « ; » is the sign after « : ».
          return [eb('cle', '=', own), eb.and([eb('cle', '>', `${own}:`), eb('cle', '<', `${own};`)])]
        }),
      ),
    )
    .execute()
}

/** Removes counters that say nothing any more. Hourly. */
export const purgeLimits = (db: Db, now: Date) =>
  db.deleteFrom('limites').where('perime', '<=', now.toISOString()).execute()

/** « 30 secondes », « 2 minutes », « une heure »: how long to wait, rounded up. */
export function waitInWords(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / SECOND_MS))
  if (seconds <= 90) return seconds === 1 ? 'une seconde' : `${seconds}\u00a0secondes`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return `${minutes}\u00a0minutes`
  const hours = Math.ceil(minutes / 60)
  return hours === 1 ? 'une heure' : `${hours}\u00a0heures`
}

/** The header `Retry-After` of a wait. */
export const retryAfter = (ms: number): string => String(Math.max(1, Math.ceil(ms / SECOND_MS)))
