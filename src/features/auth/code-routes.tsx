import type { Context } from 'hono'
import { safePath } from '../../web/address.ts'
import { dropCookie, readCookie, writeCookie } from '../../web/cookies.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { readBody } from '../../web/form.ts'
import { page, seeOther } from '../../web/render.tsx'
import { actorOf } from '../journal/actor.tsx'
import { RECOVERY_FIELD, readCode } from './code-form.ts'
import { ApplicationPage, CODE_TITLE, CodePage, RecoveryPage } from './code-views.tsx'
import { factorOf } from './factor-queries.ts'
import { retryAfter, waitInWords } from './limits.ts'
import { pendingLogIn } from './pin.ts'
import { pinMailer } from './pin-mail.tsx'
import { askWhom } from './rules/contact.ts'
import { enterPin, resendPin } from './second-step.ts'
import { deviceCookie } from './session-guard.tsx'
import { enter } from './welcome.tsx'

const COOKIE = 'connexion'
const COOKIE_SECONDS = 1800

/** The second step of a log-in: the PIN that was mailed, the code of an application, or one in its stead. */
export const codeRoutes = router()

/** Sends the browser to the page of the code; `secret` names the log-in that it belongs to. */
export function askForCode(c: Context<AppEnv>, secret: string) {
  writeCookie(c, COOKIE, secret, COOKIE_SECONDS)
  return seeOther(c, '/2fa')
}

const APPLICATION_WRONG = 'Ce code n’est pas le bon, ou il a déjà servi.'
const OVER = 'Cette connexion est terminée\u00a0: recommencez avec votre mot de passe.'
const WRONG = 'Ce code n’est pas le bon, ou il a plus de dix minutes.'
const TOO_MANY = 'Cinq codes faux\u00a0: recommencez la connexion avec votre mot de passe.'
const MAILED = `${TOO_MANY} Vous en êtes averti par courriel.`

function startAgain(c: Context<AppEnv>, message = OVER) {
  dropCookie(c, COOKIE)
  return c.var.maybeUser ? seeOther(c, '/') : seeOther(c, '/login', message, 'err')
}

type Pending = NonNullable<Awaited<ReturnType<typeof pendingLogIn>>>

const pendingOf = (c: Context<AppEnv>) => pendingLogIn(c.var.deps.db, readCookie(c, COOKIE), c.var.deps.clock())

interface Shown {
  error?: string | undefined
  isRecovery?: boolean
  status?: 200 | 422 | 429 | 503
}

/** The page of a log-in under way: of the code of a mail, of an application, or of one in its stead. */
function codePage(c: Context<AppEnv>, pending: Pending, { error, isRecovery = false, status = 200 }: Shown = {}) {
  if (pending.facteur === 'courriel')
    return page(c, CODE_TITLE, <CodePage email={pending.email} errors={error ? { code: error } : {}} />, status)
  const name = isRecovery ? RECOVERY_FIELD : 'code'
  const props = { errors: error ? { [name]: error } : {}, contact: askWhom(c.var.deps.settings.read()) }
  const view = isRecovery ? <RecoveryPage {...props} /> : <ApplicationPage {...props} />
  return page(c, CODE_TITLE, view, status)
}

codeRoutes.get('/2fa', async (c) => {
  if (c.var.maybeUser) return seeOther(c, '/')
  const pending = await pendingOf(c)
  return pending ? codePage(c, pending, { isRecovery: c.req.query('secours') !== undefined }) : startAgain(c)
})

codeRoutes.post('/2fa', async (c) => {
  const pending = await pendingOf(c)
  if (!pending) return startAgain(c)
  const typed = readCode(await readBody(c), pending.facteur)
  const { isRecovery } = typed
  // A code of another shape is a slip, not a guess: it costs no try.
  if ('error' in typed) return codePage(c, pending, { ...typed, status: 422 })
  const userAgent = c.req.header('user-agent') ?? null
  const from = { by: actorOf(c), userAgent, appareil: deviceCookie(c) }
  const { check, session } = await enterPin(c.var.deps, { secret: readCookie(c, COOKIE), ...typed }, from)
  if (check.outcome === 'perdu') return startAgain(c)
  if (check.outcome === 'attente') return startAgain(c, tooManyToday(check.waitMs))
  if (check.outcome === 'fin') return startAgain(c, c.var.deps.settings.read().smtp === null ? TOO_MANY : MAILED)
  if (session === undefined) {
    const error = pending.facteur === 'courriel' ? WRONG : APPLICATION_WRONG
    return codePage(c, pending, { error, isRecovery, status: 422 })
  }
  dropCookie(c, COOKIE)
  const said = isRecovery ? await codesLeft(c, pending.user_id) : undefined
  return enter(c, session, safePath(check.pending.suite), said)
})

/** Told to whoever came in by a recovery code, while the profile is one step away. */
async function codesLeft(c: Context<AppEnv>, userId: number): Promise<string> {
  const { codes } = await factorOf(c.var.deps.db, userId)
  if (codes === 0) return 'C’était votre dernier code de secours\u00a0: faites-en d’autres dans votre profil.'
  return `Vous êtes entré par un code de secours\u00a0: il vous en reste ${codes}. Si votre téléphone est perdu, retirez son application dans votre profil.`
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
