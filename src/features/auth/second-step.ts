import type { Db } from '../../db/schema.ts'
import { MailError } from '../../lib/mailer.ts'
import type { Deps } from '../../web/env.ts'
import { type Actor, type JournalEntry, record } from '../journal/actions.ts'
import { enqueueAccountMail } from './account-news.ts'
import { type From, tellOfBrowser } from './device-actions.ts'
import { readableSecret } from './factor-actions.ts'
import { keepIdentity } from './identity-actions.ts'
import { pinLimit, pinMailLimit, takeTurn, totpLimit, waitOf } from './limits.ts'
import { endInvitation } from './links.ts'
import { beginOwn, beginPin, checkPin, endPin, type PinCheck, type Resent, renewPin, type Shown } from './pin.ts'
import { hasOwnFactor } from './rules/own-factor.ts'
import { type RefusedFor, tellRefused } from './rules/refused.ts'
import { createSession } from './sessions.ts'

/** Sends a PIN to a person. MailError where it did not leave. */
export type PinMailer = (to: { name: string; email: string }, pin: string) => Promise<void>

/** `mailPin` is absent where the site sends no mail, and a password is enough. */
export interface LogInDeps extends Pick<Deps, 'db' | 'clock' | 'secret' | 'settings' | 'log'> {
  mailPin: PinMailer | undefined
}

export interface Entering extends From {
  suite: string
  /** A provider said who it is: JSON of [its address, its name for the person]. Absent where a password did. */
  identite?: string | undefined
}

/** `code`: whoever has `secret` is asked for the PIN, or for a factor of its own. `attente`: too many tries, and how long until the next one counts. */
export type LogIn =
  | { step: 'ouverte'; secret: string }
  | { step: 'code'; secret: string }
  | { step: 'refusee'; message: string }
  | { step: 'attente'; waitMs: number }

interface Person {
  id: number
  name: string
  email: string
  /** The application that makes the codes of this account, sealed; null where they come by mail. */
  totp_secret: string | null
  totp_at: string | null
  /** Since when it has a key; null: none. */
  cle_at: string | null
  /** The password was compared with it. */
  password_hash: string
  /** See `knownDevice`. */
  device: string | undefined
}

const NOT_SENT =
  'Le code de connexion n’a pas pu vous être envoyé par courriel. Réessayez dans quelques minutes\u00a0; si cela dure, prévenez un administrateur.'

/** The session of somebody who has shown all there was to show. Whoever is in needs no invitation any more. */
export async function openSession(
  trx: Db,
  personId: number,
  { by, userAgent, identite }: Pick<Entering, 'by' | 'userAgent' | 'identite'>,
  now: Date,
): Promise<string> {
  const at = now.toISOString()
  await endInvitation(trx, personId)
  if (identite !== undefined) await keepIdentity(trx, { ...by, id: personId }, identite, at)
  const told = identite === undefined ? {} : { detail: { cause: 'fournisseur' } }
  await record(trx, { ...by, id: personId }, { action: 'connexion', ...told }, at)
  await trx
    .updateTable('users')
    // Many people are never in for the hour after which a session is touched: the log-in is their visit.
    .set((eb) => ({
      entree_at: eb.fn.coalesce('entree_at', eb.val(at)),
      vu_le: at.slice(0, 10),
      inutilise_avis_at: null,
    }))
    .where('id', '=', personId)
    .execute()
  // The password was not shown: what an unattended screen must not allow asks for it.
  return createSession(trx, personId, userAgent, identite === undefined ? undefined : { since: at, isFresh: false })
}

/** The session of a log-in, and word of it to its owner where the browser is a new one. */
async function comeIn(
  trx: Db,
  deps: CodeDeps,
  personId: number,
  from: Omit<Entering, 'suite'>,
  now: Date,
): Promise<string> {
  await tellOfBrowser(trx, deps, personId, from, now)
  return openSession(trx, personId, from, now)
}

const CHANGED = 'Votre compte vient de changer\u00a0: recommencez la connexion.'

/** Is the account still as the password found it? Until the transaction ends nobody changes it. */
async function isAsKnown(trx: Db, { id, password_hash }: Person): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set((eb) => ({ entree_at: eb.ref('entree_at') }))
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .where('totp_at', 'is', null)
    .where('cle_at', 'is', null)
    .where('is_active', '=', true)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Comes in with the password, or the word of a provider, alone. It took a while to compare: whoever gave the account another one meanwhile, or a factor, has
 * ended the sessions that there were, and this would be one more.
 */
const enterAtOnce = (deps: CodeDeps, person: Person, entering: Entering): Promise<LogIn> =>
  deps.db.transaction().execute(async (trx) => {
    if (!(await isAsKnown(trx, person))) return { step: 'refusee', message: CHANGED }
    return { step: 'ouverte', secret: await comeIn(trx, deps, person.id, entering, deps.clock()) }
  })

/** The PIN was read in a mail: the address is the person's. Another address would have ended the log-in. */
async function verified(trx: Db, userId: number, now: Date): Promise<void> {
  await trx
    .updateTable('users')
    .set({ email_verified_at: now.toISOString() })
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .execute()
}

/** The mail did not leave: told to the log and the journal, where administrators see it. False: the log-in ends here. */
async function mayGoWithout(deps: LogInDeps, person: Person, by: Actor, error: MailError): Promise<boolean> {
  const { db, clock, settings, log } = deps
  const isOpen = !settings.read().pin_obligatoire
  log.error('the PIN of a log-in could not be mailed', { error, user: person.id, isOpen })
  const resultat = isOpen ? 'alerte' : 'refus'
  const entry: JournalEntry = { action: 'code.envoi', resultat, detail: { cause: 'courriel' } }
  await record(db, { ...by, id: person.id }, entry, clock().toISOString())
  return isOpen
}

/** A factor of one's own is asked for whatever becomes of mail: nothing here opens the door without it. */
async function ownStep(deps: CodeDeps, person: Person, { suite, identite }: Entering): Promise<LogIn> {
  const { db, clock, secret: key, log } = deps
  const now = clock()
  const waitMs = await waitOf(db, [totpLimit(person.id, person.device)], now)
  if (waitMs > 0) return { step: 'attente', waitMs }
  if (person.totp_at !== null && readableSecret(key, person.id, person.totp_secret) === undefined)
    log.error('the secret of an application cannot be read: another key of the site?', { user: person.id })
  return { step: 'code', secret: await beginOwn(db, { userId: person.id, suite, identite, now }) }
}

/**
 * After the right password: an application or a key where the account has one; else the session, or a PIN by mail where the site
 * sends mail (spec.md 5.3).
 */
export async function secondStep(deps: LogInDeps, person: Person, entering: Entering): Promise<LogIn> {
  const { db, clock, secret: key, mailPin } = deps
  const enter = () => enterAtOnce(deps, person, entering)
  if (hasOwnFactor(person)) return ownStep(deps, person, entering)
  if (!mailPin) return enter()
  // Limits refuse: only a mail that cannot leave opens the door, and only the first one of a log-in.
  const now = clock()
  const [wrong, mails] = [pinLimit(person.id, person.device), pinMailLimit(person.id, person.device)]
  const waitMs = (await waitOf(db, [wrong], now)) || (await takeTurn(db, [mails], now))
  if (waitMs > 0) return { step: 'attente', waitMs }
  const { secret, pin } = await beginPin(db, key, { userId: person.id, suite: entering.suite, now })
  try {
    await mailPin(person, pin)
  } catch (error) {
    await endPin(db, secret)
    if (!(error instanceof MailError)) throw error
    return (await mayGoWithout(deps, person, entering.by, error)) ? enter() : { step: 'refusee', message: NOT_SENT }
  }
  await record(db, { ...entering.by, id: person.id }, { action: 'code.envoi' }, clock().toISOString())
  return { step: 'code', secret }
}

/**
 * After the word of a provider: an application or a key where the account has one, else the session. No PIN by mail: the provider has
 * shown that the mailbox is the person's.
 */
export const providerStep = (deps: CodeDeps, person: Person, entering: Entering): Promise<LogIn> =>
  hasOwnFactor(person) ? ownStep(deps, person, entering) : enterAtOnce(deps, person, entering)

/** `suite`: where the person was going. */
export type PinResult = { check: PinCheck; session?: string }

type CodeDeps = Pick<Deps, 'db' | 'clock' | 'secret' | 'settings' | 'log'>

const LOGGED: Partial<Record<PinCheck['outcome'], RefusedFor>> = { faux: 'code', fin: 'code', attente: 'essais' }

type Wrong = Extract<PinCheck, { outcome: 'faux' | 'fin' | 'attente' }>

/** A wrong code, or key, is written to the journal, and the fifth to its owner. */
async function tellWrong(trx: Db, { settings }: CodeDeps, check: Wrong, by: Actor, now: Date): Promise<void> {
  const { user_id } = check.pending
  const entry = { action: 'code', resultat: 'refus', objet: 'user', objet_id: user_id } as const
  const cause = 'cause' in check ? check.cause : 'faux'
  await record(trx, by, { ...entry, detail: { cause } }, now.toISOString())
  if (check.outcome === 'fin' && settings.read().smtp !== null)
    await enqueueAccountMail(trx, { sorte: 'codes_faux', user_id }, now)
}

/** The code as typed, of a mail, of an application or in its stead, or the answer of a key: opens the session, or counts a failure. */
export async function enterPin(
  deps: CodeDeps,
  typed: { secret: string | undefined; shown: Shown },
  from: From,
): Promise<PinResult> {
  const { log, clock } = deps
  const now = clock()
  let session: string | undefined
  const check = await checkPin(deps, { ...typed, appareil: from.appareil, now }, async (trx, found) => {
    if (found.outcome === 'perime') return
    if (found.outcome !== 'juste') return tellWrong(trx, deps, found, from.by, now)
    const { user_id, facteur, identite } = found.pending
    if (facteur === 'courriel') await verified(trx, user_id, now)
    if (typed.shown.kind === 'secours')
      await record(trx, { ...from.by, id: user_id }, { action: 'code.secours' }, now.toISOString())
    session = await comeIn(trx, deps, user_id, { ...from, identite: identite ?? undefined }, now)
  })
  const refusedFor = LOGGED[check.outcome]
  if (refusedFor) tellRefused(log, from.by.adresse, refusedFor)
  return session === undefined ? { check } : { check, session }
}

export type PinAgain = Exclude<Resent, { outcome: 'nouveau' }> | { outcome: 'envoye' | 'non_parti' }

/** Another PIN by another mail. One that cannot leave opens nothing here. */
export async function resendPin(deps: LogInDeps, secret: string | undefined, by: Actor): Promise<PinAgain> {
  const { db, clock, mailPin, log } = deps
  const renewed = await renewPin(deps, { secret, now: clock() })
  if (renewed.outcome !== 'nouveau') return renewed
  const { user_id: id, name, email } = renewed.pending
  const told = (entry: Omit<JournalEntry, 'action'>) =>
    record(db, { ...by, id }, { action: 'code.envoi', ...entry }, clock().toISOString())
  try {
    await mailPin?.({ name, email }, renewed.pin)
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    log.error('the PIN of a log-in could not be mailed again', { error, user: id })
    await told({ resultat: 'refus', detail: { cause: 'courriel' } })
    return { outcome: 'non_parti' }
  }
  await told({})
  return { outcome: 'envoye' }
}
