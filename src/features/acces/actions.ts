import { unlessTaken } from '../../db/constraints.ts'
import { refuse, type Saved, saving } from '../../db/saving.ts'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../web/env.ts'
import { enqueueAccountMail } from '../auth/account-news.ts'
import { forgetTriesOf, mailboxLimit, takeTurn } from '../auth/limits.ts'
import { endInvitation, type Link, spendLink } from '../auth/links.ts'
import { accountByLogin, invitedAccount } from '../auth/queries.ts'
import { hasOwnFactor } from '../auth/rules/own-factor.ts'
import { hashPassword } from '../auth/rules/password.ts'
import { type Entering, openSession } from '../auth/second-step.ts'
import { revokeSessionsOf } from '../auth/sessions.ts'
import { type Actor, record } from '../journal/actions.ts'
import { notify, notifyOptions } from '../notifications/actions.ts'
import { insertAccount, keysOf, userObject } from '../users/actions/write.ts'

type AccessDeps = Pick<Deps, 'db' | 'clock' | 'secret' | 'settings'>

const TAKEN = 'Ce nom d’utilisateur ou cette adresse électronique sert déjà à un autre compte.'

interface Registration {
  name: string
  email: string
  password: string
}

/** `attente`: an administrator has still to accept it. */
export type Opened = 'ouvert' | 'attente'

/** `courriel`: whoever reads the mails of that address goes on from there, whether it was known already or not. */
export type Registered = { outcome: 'courriel' | Opened } | { outcome: 'refuse'; errors: Record<string, string> }

const isPermitted = async ({ db, clock, secret }: AccessDeps, email: string): Promise<boolean> =>
  (await takeTurn(db, [mailboxLimit(secret, email)], clock())) === 0

/**
 * A request for an account on a site that sends mail. Nothing is created before the link of a mail shows that the address is
 * the person's. An address that has an account, or a name that somebody has, gets another mail and the same answer (T6).
 */
async function askByMail(deps: AccessDeps, { name, email, password }: Registration): Promise<Registered> {
  const { db, clock } = deps
  const password_hash = await hashPassword(password)
  const owner = await accountByLogin(db, email)
  // Strangers fill nobody's mailbox.
  if (!(await isPermitted(deps, email))) return { outcome: 'courriel' }
  const now = clock()
  await db.transaction().execute(async (trx) => {
    if (owner) return enqueueAccountMail(trx, { sorte: 'inscription_connue', user_id: owner.id }, now)
    const { id } = await trx
      .insertInto('inscriptions')
      .values({ name, email, password_hash, created_at: now.toISOString() })
      .returning('id')
      .executeTakeFirstOrThrow()
    return enqueueAccountMail(trx, { sorte: 'inscription', inscription_id: id }, now)
  })
  return { outcome: 'courriel' }
}

const plainMember = (name: string, email: string, now: string) =>
  ({ name, email, role: 'membre', must_change_password: false, now }) as const

/** Opens the account, or has it wait, and tells the administrators; refused where its name or address was taken meanwhile, or the link was used. */
async function openAccount(
  deps: AccessDeps,
  by: Actor,
  account: { name: string; email: string; password_hash: string; isVerified: boolean; link?: Link },
): Promise<Saved<Opened>> {
  const { name, email, password_hash, isVerified, link } = account
  const isWaiting = deps.settings.read().inscriptions_approuvees
  const now = deps.clock().toISOString()
  return saving(deps.db, { taken: { '': TAKEN } }, async (trx): Promise<Opened> => {
    if (link && !(await spendLink(trx, link))) refuse({ '': TAKEN })
    const id = await insertAccount(trx, plainMember(name, email, now), password_hash)
    const marks = {
      ...(isVerified && { email_verified_at: now }),
      ...(isWaiting && { is_active: false, demande_at: now }),
    }
    if (isVerified || isWaiting) await trx.updateTable('users').set(marks).where('id', '=', id).execute()
    if (link) await trx.deleteFrom('inscriptions').where('id', '=', link.inscription_id).execute()
    await record(trx, { ...by, id }, { action: 'inscription', ...userObject(id) }, now)
    await notify(trx, 'Inscription', { id, name, isWaiting }, notifyOptions(deps))
    return isWaiting ? 'attente' : 'ouvert'
  })
}

/** On a site without mail the account opens at once: nothing can show whose the address is. */
async function openAtOnce(deps: AccessDeps, by: Actor, asked: Registration): Promise<Registered> {
  const { name, email, password } = asked
  const password_hash = await hashPassword(password)
  const account = { name, email, password_hash, isVerified: false }
  const opened = await openAccount(deps, by, account)
  return opened.ok ? { outcome: opened.value } : { outcome: 'refuse', errors: opened.errors }
}

/** Somebody asks for an account. The caller has seen that registration is open. */
export const register = (deps: AccessDeps, by: Actor, asked: Registration, hasMail: boolean): Promise<Registered> =>
  hasMail ? askByMail(deps, asked) : openAtOnce(deps, by, asked)

/** The link of a request for an account was followed. Undefined: name or address were taken meanwhile, or the request is over. */
export async function confirmRegistration(deps: AccessDeps, by: Actor, link: Link): Promise<Opened | undefined> {
  const asked = await deps.db
    .selectFrom('inscriptions')
    .select(['name', 'email', 'password_hash'])
    .where('id', '=', link.inscription_id)
    .executeTakeFirst()
  if (!asked) return undefined
  const opened = await openAccount(deps, by, { ...asked, isVerified: true, link })
  return opened.ok ? opened.value : undefined
}

/** The link shows that an address is the person's: the account has it from now on. False: somebody else has it already. */
export async function confirmEmail({ db, clock }: AccessDeps, by: Actor, link: Link): Promise<boolean> {
  const { user_id, email } = link
  if (user_id === null || email === null) return false
  const now = clock()
  const move = async (trx: Db) => {
    if (!(await spendLink(trx, link))) return false
    const before = await trx
      .selectFrom('users')
      .select(['name', 'email'])
      .where('id', '=', user_id)
      .where('is_active', '=', true)
      .executeTakeFirst()
    if (!before) return false
    const at = now.toISOString()
    const { email_key } = keysOf(before.name, email)
    await trx
      .updateTable('users')
      .set((eb) => ({ email, email_key, email_verified_at: at, updated_at: at, version: eb('version', '+', 1) }))
      .where('id', '=', user_id)
      .execute()
    if (before.email !== email) await movedAddress(trx, by, { user_id, email: before.email }, now)
    return true
  }
  const moved = () => db.transaction().execute(move)
  return unlessTaken(db, moved, () => false)
}

/** Ends the sessions and the links of the account, and writes to the address that it had, `email`. */
export async function movedAddress(
  trx: Db,
  by: Actor,
  news: { user_id: number; email: string },
  now: Date,
): Promise<void> {
  const { user_id } = news
  await trx.deleteFrom('jetons').where('user_id', '=', user_id).execute()
  await revokeSessionsOf(trx, user_id)
  await enqueueAccountMail(trx, { sorte: 'email_change', ...news }, now)
  await record(trx, { ...by, id: user_id }, { action: 'compte.email', ...userObject(user_id) }, now.toISOString())
}

/** Somebody forgot a password. The same work is done whether there is such an account or not; its mail tells the two apart. */
export async function askForPassword(deps: AccessDeps, by: Actor, login: string): Promise<void> {
  const { db, clock } = deps
  const account = await accountByLogin(db, login)
  if (!(await isPermitted(deps, account?.email ?? login))) return
  const now = clock()
  await db.transaction().execute(async (trx) => {
    await enqueueAccountMail(trx, { sorte: 'mot_de_passe', user_id: account?.id ?? null }, now)
    const about = account ? userObject(account.id) : {}
    await record(trx, by, { action: 'mot_de_passe.oubli', ...about }, now.toISOString())
  })
}

/** Replaces a forgotten password by the link of a mail, once. False where the link was used meanwhile. */
export async function replacePassword(deps: AccessDeps, by: Actor, link: Link, password: string): Promise<boolean> {
  const { db, clock } = deps
  const { user_id } = link
  if (user_id === null) return false
  const password_hash = await hashPassword(password)
  const now = clock()
  return db.transaction().execute(async (trx) => {
    if (!(await spendLink(trx, link))) return false
    await givePassword(trx, user_id, password_hash, now)
    await enqueueAccountMail(trx, { sorte: 'mot_de_passe_change', user_id }, now)
    await record(trx, { ...by, id: user_id }, byLink('lien'), now.toISOString())
    return true
  })
}

const byLink = (cause: 'lien' | 'invitation') => ({ action: 'mot_de_passe.changement', detail: { cause } }) as const

/** The password of whoever followed the link of a mail; whatever opened the account before opens it no longer. */
async function givePassword(trx: Db, id: number, password_hash: string, now: Date): Promise<void> {
  const at = now.toISOString()
  await trx
    .updateTable('users')
    .set((eb) => ({
      password_hash,
      must_change_password: false,
      temporaire_jusque: null,
      updated_at: at,
      // The mail has shown that the address is the person's.
      email_verified_at: eb.fn.coalesce('email_verified_at', eb.val(at)),
    }))
    .where('id', '=', id)
    .execute()
  await revokeSessionsOf(trx, id)
  await endInvitation(trx, id)
  await forgetTriesOf(trx, id, { byMail: true })
}

/** `ouverte`: `secret` is that of the session. `connexion`: the person logs in as ever. */
export type Accepted = { step: 'ouverte'; secret: string } | { step: 'connexion' }

/**
 * A new person chooses the password of its account by the link of an invitation, once, and is in: the mail has shown what a PIN
 * would. An account that has a factor of its own logs in afterwards, with it: no link stands in for it. Undefined where the link or a
 * temporary password served meanwhile.
 */
export async function acceptInvitation(
  deps: AccessDeps,
  entering: Pick<Entering, 'by' | 'userAgent'>,
  link: Link,
  password: string,
): Promise<Accepted | undefined> {
  const { db, clock } = deps
  const { user_id } = link
  if (user_id === null) return undefined
  const password_hash = await hashPassword(password)
  const now = clock()
  return db.transaction().execute(async (trx) => {
    const account = (await spendLink(trx, link)) ? await invitedAccount(trx, user_id) : undefined
    if (!account) return undefined
    await givePassword(trx, user_id, password_hash, now)
    await record(trx, { ...entering.by, id: user_id }, byLink('invitation'), now.toISOString())
    if (hasOwnFactor(account)) return { step: 'connexion' }
    return { step: 'ouverte', secret: await openSession(trx, user_id, entering, now) }
  })
}
