import type { Context } from 'hono'
import { safePath } from '../../web/address.ts'
import { dropCookie, readCookie, writeCookie } from '../../web/cookies.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { readBody, shown } from '../../web/form.ts'
import { page, seeOther } from '../../web/render.tsx'
import { actorOf } from '../journal/actor.tsx'
import { CODE_TITLE, CodePage } from './code-views.tsx'
import { retryAfter, waitInWords } from './limits.ts'
import { pendingLogIn } from './pin.ts'
import { pinMailer } from './pin-mail.tsx'
import { enterPin, resendPin } from './second-step.ts'
import { deviceCookie } from './session-guard.tsx'
import { enter } from './welcome.tsx'

const COOKIE = 'connexion'
const COOKIE_SECONDS = 1800

/** The second step of a log-in: the PIN that was mailed. */
export const codeRoutes = router()

/** Sends the browser to the page of the PIN; `secret` names the log-in that it belongs to. */
export function askForPin(c: Context<AppEnv>, secret: string) {
  writeCookie(c, COOKIE, secret, COOKIE_SECONDS)
  return seeOther(c, '/2fa')
}

const OVER = 'Cette connexion est terminée\u00a0: recommencez avec votre mot de passe.'
const WRONG = 'Ce code n’est pas le bon, ou il a plus de dix minutes.'
const TOO_MANY =
  'Cinq codes faux\u00a0: recommencez la connexion avec votre mot de passe. Vous en êtes averti par courriel.'

function startAgain(c: Context<AppEnv>, message = OVER) {
  dropCookie(c, COOKIE)
  return c.var.maybeUser ? seeOther(c, '/') : seeOther(c, '/login', message, 'err')
}

/** The page of the log-in under way, or the way back to its beginning. */
async function codePage(c: Context<AppEnv>, error?: string, status: 200 | 422 | 429 | 503 = 200) {
  const { db, clock } = c.var.deps
  const pending = await pendingLogIn(db, readCookie(c, COOKIE), clock())
  if (!pending) return startAgain(c)
  const errors = error === undefined ? {} : { code: error }
  return page(c, CODE_TITLE, <CodePage email={pending.email} errors={errors} />, status)
}

function tooOften(c: Context<AppEnv>, waitMs: number, message: string) {
  c.header('Retry-After', retryAfter(waitMs))
  return codePage(c, message, 429)
}

codeRoutes.get('/2fa', async (c) => (c.var.maybeUser ? seeOther(c, '/') : codePage(c)))

codeRoutes.post('/2fa', async (c) => {
  const pin = shown(await readBody(c), 'code').replace(/\s/g, '')
  if (pin === '') return codePage(c, 'Tapez le code reçu par courriel.', 422)
  // A code of another shape is a slip, not a guess: it costs no try.
  if (!/^\d{6}$/.test(pin)) return codePage(c, 'Le code compte six chiffres.', 422)
  const userAgent = c.req.header('user-agent') ?? null
  const entering = { by: actorOf(c), userAgent, appareil: deviceCookie(c) }
  const { check, session } = await enterPin(c.var.deps, { secret: readCookie(c, COOKIE), pin }, entering)
  if (check.outcome === 'perdu') return startAgain(c)
  if (check.outcome === 'attente') return startAgain(c, tooManyToday(check.waitMs))
  if (check.outcome === 'fin') return startAgain(c, TOO_MANY)
  if (session === undefined) return codePage(c, WRONG, 422)
  dropCookie(c, COOKIE)
  return enter(c, session, safePath(check.pending.suite))
})

const tooManyToday = (waitMs: number): string =>
  `Trop de codes faux pour ce compte\u00a0: attendez ${waitInWords(waitMs)}, ou demandez de l’aide à un administrateur.`

codeRoutes.post('/2fa/renvoyer', async (c) => {
  const deps = { ...c.var.deps, mailPin: pinMailer(c.var.deps) }
  const again = await resendPin(deps, readCookie(c, COOKIE), actorOf(c))
  if (again.outcome === 'perdu') return startAgain(c)
  if (again.outcome === 'attente')
    return tooOften(c, again.waitMs, `Attendez encore ${waitInWords(again.waitMs)} avant de demander un autre code.`)
  if (again.outcome === 'assez')
    return codePage(c, 'Trois codes ont déjà été renvoyés\u00a0: revenez à la connexion et recommencez.', 429)
  if (again.outcome === 'non_parti')
    return codePage(c, 'Le courriel n’est pas parti. Demandez un autre code dans une minute.', 503)
  return seeOther(c, '/2fa', 'Un nouveau code vient d’être envoyé\u00a0; le précédent ne sert plus.')
})
