import type { Context } from 'hono'
import type { FormErrors } from '../../lib/body.ts'
import { safePath } from '../../web/address.ts'
import { dropCookie, readCookie, writeCookie } from '../../web/cookies.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { readBody } from '../../web/form.ts'
import { page, seeOther } from '../../web/render.tsx'
import { actorOf } from '../journal/actor.tsx'
import { NO_ANSWER, RECOVERY_FIELD, readCode } from './code-form.ts'
import { CODE_TITLE, CodePage, OwnFactorPage, ownTitle, RecoveryPage } from './code-views.tsx'
import { factorOf } from './factor-queries.ts'
import { giveChallenge } from './key-actions.ts'
import { keysOf } from './key-queries.ts'
import { keySiteOf } from './key-site.tsx'
import { retryAfter, waitInWords } from './limits.ts'
import { type Pending, type PinCheck, pendingLogIn, type Shown } from './pin.ts'
import { pinMailer } from './pin-mail.tsx'
import { askWhom } from './rules/contact.ts'
import { requestOptions } from './rules/key-options.ts'
import { enterPin, resendPin } from './second-step.ts'
import { deviceCookie } from './session-guard.tsx'
import { enter } from './welcome.tsx'

const COOKIE = 'connexion'
const COOKIE_SECONDS = 1800

/** The second step of a log-in: the PIN that was mailed, the code of an application, a key, or a code in their stead. */
export const codeRoutes = router()

/** Sends the browser to the page of the code; `secret` names the log-in that it belongs to. */
export function askForCode(c: Context<AppEnv>, secret: string) {
  writeCookie(c, COOKIE, secret, COOKIE_SECONDS)
  return seeOther(c, '/2fa')
}

const APPLICATION_WRONG = 'Ce code n’est pas le bon, ou il a déjà servi.'
const KEY_WRONG = 'Cette clé d’accès n’est pas reconnue pour ce compte. Essayez-en une autre, ou prenez un autre moyen.'
const KEY_LATE = 'Cette page était trop ancienne, ou a déjà servi\u00a0: utilisez de nouveau votre clé.'
const KEY_COPIED =
  'Cette clé d’accès a répondu comme une copie d’elle-même\u00a0: elle est refusée. Prenez un autre moyen, puis retirez-la dans votre profil.'
const OVER = 'Cette connexion est terminée\u00a0: recommencez avec votre mot de passe.'
const WRONG = 'Ce code n’est pas le bon, ou il a plus de dix minutes.'
const TOO_MANY = 'Cinq codes faux\u00a0: recommencez la connexion avec votre mot de passe.'
const MAILED = `${TOO_MANY} Vous en êtes averti par courriel.`

function startAgain(c: Context<AppEnv>, message = OVER) {
  dropCookie(c, COOKIE)
  return c.var.maybeUser ? seeOther(c, '/') : seeOther(c, '/login', message, 'err')
}

const pendingOf = (c: Context<AppEnv>) => pendingLogIn(c.var.deps.db, readCookie(c, COOKIE), c.var.deps.clock())

interface Page {
  error?: string | undefined
  /** To which of the forms the page and the error belong. */
  kind?: Shown['kind']
  status?: 200 | 422 | 429 | 503
}

/** The page of a log-in under way: of the code of a mail, of a factor of one's own, or of a code in its stead. */
function codePage(c: Context<AppEnv>, pending: Pending, { error, kind = 'code', status = 200 }: Page = {}) {
  if (pending.facteur === 'courriel')
    return page(c, CODE_TITLE, <CodePage email={pending.email} errors={error ? { code: error } : {}} />, status)
  if (kind !== 'secours') return ownPage(c, pending, { error, kind, status })
  const contact = askWhom(c.var.deps.settings.read())
  const errors: FormErrors = error ? { [RECOVERY_FIELD]: error } : {}
  return page(c, CODE_TITLE, <RecoveryPage errors={errors} contact={contact} />, status)
}

/** Gives what a key of the person has to sign, with whatever the browser needs to know; undefined where no key serves on this page. */
async function keyOffer(c: Context<AppEnv>, { id, user_id, cle_at }: Pending): Promise<string | undefined> {
  const { db, clock } = c.var.deps
  const site = keySiteOf(c)
  // While the database is moved nothing opens a session, nor is anything written.
  if (cle_at === null || typeof site !== 'object' || c.var.isReadOnly) return undefined
  const keys = (await keysOf(db, user_id)).filter((key) => key.domaine === site.name)
  if (keys.length === 0) return undefined
  return requestOptions(site, await giveChallenge(db, { userId: user_id, lien: id }, clock()), keys)
}

async function ownPage(c: Context<AppEnv>, pending: Pending, { error, kind, status = 200 }: Page) {
  const { totp_at, cle_at } = pending
  const offer = await keyOffer(c, pending)
  // Its challenge is good once: going back must ask for another page.
  if (offer !== undefined) c.header('Cache-Control', 'no-store')
  const has = { application: totp_at !== null, key: cle_at !== null }
  const errors: FormErrors = error ? { [kind === 'code' ? 'code' : '']: error } : {}
  const props = { has, offer, errors, contact: askWhom(c.var.deps.settings.read()) }
  const options = { status, ...(offer !== undefined && { scripts: 'cle' as const }) }
  return page(c, ownTitle(has), <OwnFactorPage {...props} />, options)
}

codeRoutes.get('/2fa', async (c) => {
  if (c.var.maybeUser) return seeOther(c, '/')
  const pending = await pendingOf(c)
  const kind = c.req.query(RECOVERY_FIELD) === undefined ? 'code' : 'secours'
  return pending ? codePage(c, pending, { kind }) : startAgain(c)
})

/** The answer of a key is held against the site: without one no key serves. */
function asShown(
  c: Context<AppEnv>,
  typed: Exclude<ReturnType<typeof readCode>, { error: string }>,
): Shown | undefined {
  if (typed.kind !== 'cle') return typed
  const site = keySiteOf(c)
  return typeof site === 'object' ? { ...typed, site } : undefined
}

codeRoutes.post('/2fa', async (c) => {
  const pending = await pendingOf(c)
  if (!pending) return startAgain(c)
  const typed = readCode(await readBody(c), pending.facteur)
  const { kind } = typed
  // A code of another shape is a slip, not a guess: it costs no try.
  if ('error' in typed) return codePage(c, pending, { ...typed, status: 422 })
  const shown = asShown(c, typed)
  if (!shown) return codePage(c, pending, { error: NO_ANSWER, kind, status: 422 })
  const userAgent = c.req.header('user-agent') ?? null
  const from = { by: actorOf(c), userAgent, appareil: deviceCookie(c) }
  const { check, session } = await enterPin(c.var.deps, { secret: readCookie(c, COOKIE), shown }, from)
  if (check.outcome === 'perdu') return startAgain(c)
  if (check.outcome === 'attente') return startAgain(c, tooManyToday(check.waitMs))
  if (check.outcome === 'fin') return startAgain(c, c.var.deps.settings.read().smtp === null ? TOO_MANY : MAILED)
  if (session === undefined)
    return codePage(c, pending, { error: wrongInWords(pending, kind, check), kind, status: 422 })
  dropCookie(c, COOKIE)
  const said = kind === 'secours' ? await codesLeft(c, pending.user_id) : undefined
  return enter(c, session, safePath(check.pending.suite), said)
})

function wrongInWords({ facteur }: Pending, kind: Shown['kind'], check: PinCheck): string {
  if (facteur === 'courriel') return WRONG
  if (kind !== 'cle') return APPLICATION_WRONG
  if (check.outcome === 'perime') return KEY_LATE
  return 'cause' in check && check.cause === 'compteur' ? KEY_COPIED : KEY_WRONG
}

/** Told to whoever came in by a recovery code, while the profile is one step away. */
async function codesLeft(c: Context<AppEnv>, userId: number): Promise<string> {
  const { codes } = await factorOf(c.var.deps.db, userId)
  if (codes === 0) return 'C’était votre dernier code de secours\u00a0: faites-en d’autres dans votre profil.'
  return `Vous êtes entré par un code de secours\u00a0: il vous en reste ${codes}. Si votre téléphone ou votre clé est perdu, retirez-le dans votre profil.`
}

const tooManyToday = (waitMs: number): string =>
  `Trop de codes faux pour ce compte\u00a0: attendez ${waitInWords(waitMs)}, ou demandez de l’aide à un administrateur.`

codeRoutes.post('/2fa/renvoyer', async (c) => {
  const deps = { ...c.var.deps, mailPin: pinMailer(c.var.deps) }
  const again = await resendPin(deps, readCookie(c, COOKIE), actorOf(c))
  const pending = await pendingOf(c)
  if (again.outcome === 'perdu' || !pending) return startAgain(c)
  if (again.outcome === 'attente') {
    c.header('Retry-After', retryAfter(again.waitMs))
    const error = `Attendez encore ${waitInWords(again.waitMs)} avant de demander un autre code.`
    return codePage(c, pending, { error, status: 429 })
  }
  if (again.outcome === 'assez') {
    const error = 'Trois codes ont déjà été renvoyés\u00a0: revenez à la connexion et recommencez.'
    return codePage(c, pending, { error, status: 429 })
  }
  if (again.outcome === 'non_parti') {
    const error = 'Le courriel n’est pas parti. Demandez un autre code dans une minute.'
    return codePage(c, pending, { error, status: 503 })
  }
  return seeOther(c, '/2fa', 'Un nouveau code vient d’être envoyé\u00a0; le précédent ne sert plus.')
})
