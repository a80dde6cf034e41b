import type { Context } from 'hono'
import type { JetonUsage } from '../../db/schema-acces.ts'
import { AppError } from '../../lib/errors.ts'
import { clientAddress } from '../../web/address.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { type Body, type FormErrors, readBody } from '../../web/form.ts'
import { page, seeOther } from '../../web/render.tsx'
import { forgottenLimit, type Limit, registerLimit, retryAfter, takeTurn, waitInWords } from '../auth/limits.ts'
import { findLink, type Link } from '../auth/links.ts'
import { accountToMail } from '../auth/queries.ts'
import { askWhom, registrationClosed } from '../auth/rules/contact.ts'
import { continueSession } from '../auth/session-guard.tsx'
import { actorOf } from '../journal/actor.tsx'
import { askForPassword, confirmEmail, confirmRegistration, type Opened, register, replacePassword } from './actions.ts'
import { parseForgotten, parseNewPassword, parseRegistration } from './form.ts'
import * as views from './views.tsx'

/** How people come in who have no account, or no password for it. Nobody needs a session here. */
export const accesRoutes = router()

const SENT =
  'Un courriel vient de partir vers cette adresse\u00a0: suivez son lien, dans les deux jours, pour ouvrir votre compte.'
const OPENED = 'Votre compte est ouvert\u00a0: connectez-vous.'
const ASKED =
  'Si un compte répond à ce nom ou à cette adresse, un courriel vient d’y partir. Son lien est valable une heure.'

/** Milliseconds to wait where this address has asked too often, 0 otherwise. */
const waitFor = (c: Context<AppEnv>, limitOf: (address: string) => Limit[]): Promise<number> =>
  takeTurn(c.var.deps.db, limitOf(clientAddress(c)), c.var.deps.clock())

/** The sentence of a 429, with its header. */
function tooOften(c: Context<AppEnv>, waitMs: number): string {
  c.header('Retry-After', retryAfter(waitMs))
  return `Trop de demandes depuis votre connexion\u00a0: attendez ${waitInWords(waitMs)} avant de recommencer.`
}

/** AppError `interdit` where nobody may register. */
function openSettings(c: Context<AppEnv>) {
  const settings = c.var.deps.settings.read()
  if (!settings.registration_enabled) throw new AppError('interdit', registrationClosed(settings))
  return settings
}

const opened = (c: Context<AppEnv>, outcome: Opened) =>
  outcome === 'ouvert' ? seeOther(c, '/login', OPENED) : seeOther(c, views.WAITING_PATH)

function registerPage(c: Context<AppEnv>, raw: Body, errors: FormErrors, status: 200 | 422 | 429) {
  const { site_name, smtp, inscriptions_approuvees, ...contact } = c.var.deps.settings.read()
  const steps = { hasMail: smtp !== null, isApproved: inscriptions_approuvees, contact: askWhom(contact) }
  const view = <views.RegisterPage siteName={site_name} {...steps} raw={raw} errors={errors} />
  return page(c, views.REGISTER_TITLE, view, status)
}

accesRoutes.get('/register', async (c) => {
  if (c.var.maybeUser) return seeOther(c, '/')
  const settings = c.var.deps.settings.read()
  if (!settings.registration_enabled) return seeOther(c, '/login', registrationClosed(settings), 'err')
  return registerPage(c, {}, {}, 200)
})

accesRoutes.post('/register', async (c) => {
  const { site_name, smtp } = openSettings(c)
  const raw = await readBody(c)
  const form = parseRegistration(raw, site_name)
  if (!form.ok) return registerPage(c, raw, form.errors, 422)
  const waitMs = await waitFor(c, registerLimit)
  if (waitMs > 0) return registerPage(c, raw, { '': tooOften(c, waitMs) }, 429)
  const done = await register(c.var.deps, actorOf(c), form.value, smtp !== null)
  if (done.outcome === 'refuse') return registerPage(c, raw, done.errors, 422)
  return done.outcome === 'courriel' ? seeOther(c, '/login', SENT) : opened(c, done.outcome)
})

/** Told to who waits, and to whoever asks: it says nothing of anybody. */
accesRoutes.get(views.WAITING_PATH, (c) => {
  const { smtp, ...contact } = c.var.deps.settings.read()
  const view = <views.WaitingPage hasMail={smtp !== null} contact={askWhom(contact)} />
  return page(c, views.WAITING_TITLE, view)
})

function forgottenPage(c: Context<AppEnv>, raw: Body, errors: FormErrors, status: 200 | 422 | 429) {
  const hasMail = c.var.deps.settings.read().smtp !== null
  const view = hasMail ? (
    <views.ForgottenPage raw={raw} errors={errors} />
  ) : (
    <views.AskAdministratorPage contact={askWhom(c.var.deps.settings.read())} />
  )
  return page(c, views.FORGOTTEN_TITLE, view, status)
}

accesRoutes.get('/mot-de-passe/oubli', (c) => forgottenPage(c, {}, {}, 200))

accesRoutes.post('/mot-de-passe/oubli', async (c) => {
  const raw = await readBody(c)
  if (c.var.deps.settings.read().smtp === null) return seeOther(c, '/mot-de-passe/oubli')
  const form = parseForgotten(raw)
  if (!form.ok) return forgottenPage(c, raw, form.errors, 422)
  const waitMs = await waitFor(c, forgottenLimit)
  if (waitMs > 0) return forgottenPage(c, raw, { '': tooOften(c, waitMs) }, 429)
  await askForPassword(c.var.deps, actorOf(c), form.value.login)
  return seeOther(c, '/login', ASKED)
})

/** The link of this path, where it still works and is for one of these uses. */
async function linkOf(c: Context<AppEnv>, ...usages: JetonUsage[]): Promise<Link | undefined> {
  const link = await findLink(c.var.deps.db, c.req.param('jeton') ?? '', c.var.deps.clock())
  return link && usages.includes(link.usage) ? link : undefined
}

/** A page whose address is a secret stays in no cache. */
const keepNowhere = (c: Context<AppEnv>) => c.header('Cache-Control', 'no-store')

function passwordOver(c: Context<AppEnv>) {
  const again = <a href="/mot-de-passe/oubli">Demandez-en un autre.</a>
  return page(c, views.OVER_TITLE, <views.OverPage again={again} />, 404)
}

function newPasswordPage(c: Context<AppEnv>, name: string, errors?: FormErrors) {
  const view = <views.NewPasswordPage path={c.req.path} name={name} errors={errors ?? {}} />
  return page(c, views.PASSWORD_TITLE, view, errors ? 422 : 200)
}

/** The account of a link that replaces its password; undefined where the link is over, or the account closed. */
async function accountOf(c: Context<AppEnv>) {
  const link = await linkOf(c, 'mot_de_passe')
  const account = link?.user_id ? await accountToMail(c.var.deps.db, link.user_id) : undefined
  return link && account ? { link, account } : undefined
}

accesRoutes.get('/mot-de-passe/nouveau/:jeton', async (c) => {
  keepNowhere(c)
  const found = await accountOf(c)
  return found ? newPasswordPage(c, found.account.name) : passwordOver(c)
})

accesRoutes.post('/mot-de-passe/nouveau/:jeton', async (c) => {
  keepNowhere(c)
  const found = await accountOf(c)
  if (!found) return passwordOver(c)
  const { name, email } = found.account
  const form = parseNewPassword(await readBody(c), [name, email, c.var.deps.settings.read().site_name])
  if (!form.ok) return newPasswordPage(c, name, form.errors)
  const done = await replacePassword(c.var.deps, actorOf(c), found.link, form.value.password)
  return done ? seeOther(c, '/login', 'Mot de passe changé\u00a0: connectez-vous.') : passwordOver(c)
})

function addressOver(c: Context<AppEnv>) {
  const again = 'Connectez-vous et demandez-en un autre dans votre profil, ou recommencez votre inscription.'
  return page(c, views.OVER_TITLE, <views.OverPage again={again} />, 404)
}

accesRoutes.get('/email/verification/:jeton', async (c) => {
  keepNowhere(c)
  const link = await linkOf(c, 'email', 'inscription')
  if (!link?.email) return addressOver(c)
  return page(c, views.CONFIRM_TITLE, <views.ConfirmAddressPage path={c.req.path} email={link.email} />)
})

accesRoutes.post('/email/verification/:jeton', async (c) => {
  keepNowhere(c)
  const link = await linkOf(c, 'email', 'inscription')
  if (!link) return addressOver(c)
  return link.usage === 'email' ? emailConfirmed(c, link) : registrationConfirmed(c, link)
})

async function registrationConfirmed(c: Context<AppEnv>, link: Link) {
  openSettings(c)
  const outcome = await confirmRegistration(c.var.deps, actorOf(c), link)
  if (outcome) return opened(c, outcome)
  return seeOther(c, '/register', 'Ce nom ou cette adresse vient d’être pris\u00a0: choisissez un autre nom.', 'err')
}

/** The sessions of the account ended with its former address; the browser that was in one stays in. */
async function emailConfirmed(c: Context<AppEnv>, link: Link) {
  const isOwn = c.var.maybeUser?.id === link.user_id
  const home = isOwn ? '/profil' : '/login'
  if (!(await confirmEmail(c.var.deps, actorOf(c), link)))
    return seeOther(c, home, 'Cette adresse n’a pas pu être confirmée\u00a0: demandez un autre lien.', 'err')
  if (isOwn) await continueSession(c, c.var.isFresh === true)
  return seeOther(c, home, 'Adresse confirmée.')
}
