import { MINUTE_MS } from '../../lib/durations.ts'
import { type Mail, MailError, type MailLimits, sendMail } from '../../lib/mailer.ts'
import type { Deps } from '../../web/env.ts'
import { TaskRefused } from '../taches/actions.ts'
import type { TaskHandlers } from '../taches/loop.ts'
import { ACCOUNT_MAIL_TASK, type AccountNews } from './account-news.ts'
import * as factorMails from './factor-mails.tsx'
import { createLink, endInvitation } from './links.ts'
import type { MailFrame } from './mail-frame.tsx'
import * as mails from './mails.tsx'
import { accountByLogin, accountToMail, invitedAccount, registrationToMail } from './queries.ts'

const LONGEST_MS = 240 * MINUTE_MS
const GROWTH = 4
/** Some nine hours: what these mails are about does not wait for days. */
const MAX_ATTEMPTS = 7

const delayMs = (essais: number): number => Math.min(MINUTE_MS * GROWTH ** (essais - 1), LONGEST_MS)

type MailDeps = Pick<Deps, 'db' | 'settings' | 'clock' | 'appUrl'>

interface Letter {
  deps: MailDeps
  /** Whom the mail is for; `address` where it does not go to the account's own. */
  frame(person: { name: string; email: string }, address?: string): MailFrame
  /** An address of this site. A mail that is nothing without its link waits until the site knows how it is called. */
  link(path: string): string
}

/** A mail about an account, to its owner; undefined where the account is closed or gone. */
async function toOwner(letter: Letter, userId: number, write: (frame: MailFrame) => Mail | Promise<Mail>) {
  const account = await accountToMail(letter.deps.db, userId)
  return account && write(letter.frame(account))
}

async function registration({ deps, frame, link }: Letter, inscriptionId: number): Promise<Mail | undefined> {
  const { db, clock } = deps
  const asked = await registrationToMail(db, inscriptionId)
  if (!asked) return undefined
  // The page said nothing of it: names are told to who reads the mails of an address, not to whoever asks.
  if (await accountByLogin(db, asked.name)) return mails.takenNameMail(frame(asked), link('/register'))
  const base = link('/email/verification/')
  const secret = await createLink(db, { usage: 'inscription', inscription_id: asked.id, email: asked.email }, clock())
  return mails.registrationMail(frame(asked), base + secret)
}

async function address({ deps, frame, link }: Letter, userId: number, email: string): Promise<Mail | undefined> {
  const account = await accountToMail(deps.db, userId)
  if (!account) return undefined
  const base = link('/email/verification/')
  const secret = await createLink(deps.db, { usage: 'email', user_id: userId, email }, deps.clock())
  return mails.addressMail(frame(account, email), base + secret)
}

async function forgotten({ deps, frame, link }: Letter, userId: number): Promise<Mail | undefined> {
  const account = await accountToMail(deps.db, userId)
  if (!account) return undefined
  const base = link('/mot-de-passe/nouveau/')
  const { email } = account
  const secret = await createLink(deps.db, { usage: 'mot_de_passe', user_id: userId, email }, deps.clock())
  return mails.forgottenPasswordMail(frame(account), base + secret)
}

/** The link of before stops working: the last mail is the one that counts. */
async function invitation({ deps, frame, link }: Letter, userId: number): Promise<Mail | undefined> {
  const account = await invitedAccount(deps.db, userId)
  if (!account) return undefined
  const base = link('/invitation/')
  const { email } = account
  await endInvitation(deps.db, userId)
  const secret = await createLink(deps.db, { usage: 'invitation', user_id: userId, email }, deps.clock())
  return mails.invitationMail(frame(account), base + secret)
}

type Writers = {
  [S in AccountNews['sorte']]: (letter: Letter, news: Extract<AccountNews, { sorte: S }>) => Promise<Mail | undefined>
}

const WRITERS: Writers = {
  codes_faux: (letter, { user_id }) => toOwner(letter, user_id, mails.wrongPinsMail),
  appareil_nouveau: (letter, { user_id, ...about }) =>
    toOwner(letter, user_id, (frame) => mails.newBrowserMail(frame, about)),
  facteur_ajoute: (letter, { user_id, quoi }) =>
    toOwner(letter, user_id, quoi === 'cle' ? factorMails.keyAddedMail : factorMails.factorAddedMail),
  facteur_retire: (letter, { user_id, par, quoi }) =>
    toOwner(letter, user_id, (frame) => factorMails.factorDroppedMail(frame, par, quoi)),
  inutilise: (letter, { user_id, ...about }) =>
    toOwner(letter, user_id, (frame) => mails.unusedMail(frame, letter.link('/login'), about)),
  inscription: (letter, { inscription_id }) => registration(letter, inscription_id),
  inscription_connue: (letter, { user_id }) =>
    toOwner(letter, user_id, (frame) => mails.knownAddressMail(frame, letter.link('/mot-de-passe/oubli'))),
  inscription_acceptee: (letter, { user_id }) =>
    toOwner(letter, user_id, (frame) => mails.acceptedMail(frame, letter.link('/login'))),
  inscription_refusee: async ({ deps, frame }, asked) =>
    mails.refusedMail(frame(asked), deps.settings.read().contact_comptes),
  mot_de_passe: async (letter, { user_id }) => (user_id === null ? undefined : forgotten(letter, user_id)),
  mot_de_passe_change: (letter, { user_id }) => toOwner(letter, user_id, mails.passwordChangedMail),
  invitation: (letter, { user_id }) => invitation(letter, user_id),
  email: (letter, { user_id, email }) => address(letter, user_id, email),
  email_connue: (letter, { user_id }) => toOwner(letter, user_id, mails.takenAddressMail),
  comptes_fusionnes: (letter, { user_id, nom }) =>
    toOwner(letter, user_id, (frame) => mails.mergedMail(frame, nom, letter.deps.settings.read().contact_comptes)),
  email_change: (letter, { user_id, email }) =>
    toOwner(letter, user_id, ({ to, ...frame }) => mails.movedAddressMail({ ...frame, to: { ...to, address: email } })),
}

function letterOf(deps: MailDeps, taskId: number): Letter {
  const { site_name: siteName, public_origin } = deps.settings.read()
  const origin = deps.appUrl ?? public_origin
  return {
    deps,
    frame: ({ name, email }, address = email) => ({
      siteName,
      to: { name, address },
      reference: `releves-compte-${taskId}`,
    }),
    link(path) {
      if (origin === '') throw new MailError('L’adresse du site n’est pas connue\u00a0: réglez APP_URL.', false)
      return origin + path
    },
  }
}

/** Each answers somebody by a mail where there are mails, and otherwise goes without one. */
const ANSWERS: ReadonlySet<AccountNews['sorte']> = new Set([
  'invitation',
  'inscription_acceptee',
  'inscription_refusee',
  'comptes_fusionnes',
])

async function send(deps: MailDeps, news: AccountNews, taskId: number, limits: MailLimits | undefined): Promise<void> {
  const { smtp } = deps.settings.read()
  // A site without mail hands out passwords, and tells people by other ways.
  if (smtp === null && ANSWERS.has(news.sorte)) return
  // Mail settings may be gone for a while only: the mail waits for them.
  if (smtp === null) throw new MailError('L’envoi de courriels n’est pas configuré.', false)
  const write = WRITERS[news.sorte] as (letter: Letter, news: AccountNews) => Promise<Mail | undefined>
  const mail = await write(letterOf(deps, taskId), news)
  if (mail) await sendMail(smtp, mail, limits)
}

/** Handler of these tasks, for the loop of mails. `limits`: other waits than those of lib/mailer.ts, for tests. */
export function accountMailHandlers(deps: MailDeps, limits?: MailLimits): TaskHandlers {
  const run: TaskHandlers[string]['run'] = async (_deps, { task }) => {
    try {
      await send(deps, task.payload as unknown as AccountNews, task.id, limits)
    } catch (error) {
      if (error instanceof MailError && error.isPermanent) throw new TaskRefused(error.message)
      throw error
    }
  }
  return { [ACCOUNT_MAIL_TASK]: { run, retry: { delayMs, maxAttempts: MAX_ATTEMPTS } } }
}
