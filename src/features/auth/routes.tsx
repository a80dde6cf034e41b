import type { Context } from 'hono'
import { type Body, type FormErrors, shown } from '../../lib/body.ts'
import { safePath } from '../../web/address.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { readBody, readQuery } from '../../web/form.ts'
import { page, seeOther } from '../../web/render.tsx'
import { record } from '../journal/actions.ts'
import { actorOf } from '../journal/actor.tsx'
import { logIn } from './actions.ts'
import { askForPin } from './code-routes.tsx'
import { parseLogin } from './form.ts'
import { retryAfter, waitInWords } from './limits.ts'
import { pinMailer } from './pin-mail.tsx'
import { endSession, startSession } from './session-guard.tsx'
import { LoginPage } from './views.tsx'

export const authRoutes = router()

authRoutes.get('/login', (c) => {
  if (c.var.maybeUser) return seeOther(c, '/')
  const raw = readQuery(c)
  return page(c, 'Connexion', <LoginPage siteName={c.var.deps.settings.read().site_name} raw={raw} errors={{}} />)
})

authRoutes.post('/login', async (c) => {
  const raw = await readBody(c)
  const form = parseLogin(raw)
  if (!form.ok) return refuseLogin(c, raw, form.errors)
  const userAgent = c.req.header('user-agent') ?? null
  const { login, password } = form.value
  const suite = safePath(shown(raw, 'suite'))
  const deps = { ...c.var.deps, mailPin: pinMailer(c.var.deps) }
  const result = await logIn(deps, { login, password, suite, by: actorOf(c), userAgent })
  if (result.step === 'code') return askForPin(c, result.secret)
  if (result.step === 'ouverte') {
    await startSession(c, result.secret)
    return seeOther(c, suite)
  }
  if (result.step === 'refusee') return refuseLogin(c, raw, { login: result.message })
  c.header('Retry-After', retryAfter(result.waitMs))
  const message = `Trop d’essais sans succès\u00a0: attendez ${waitInWords(result.waitMs)} avant de recommencer.`
  return refuseLogin(c, raw, { login: message }, 429)
})

function refuseLogin(c: Context<AppEnv>, raw: Body, errors: FormErrors, status: 422 | 429 = 422) {
  const view = <LoginPage siteName={c.var.deps.settings.read().site_name} raw={raw} errors={errors} />
  return page(c, 'Connexion', view, status)
}

authRoutes.post('/logout', async (c) => {
  const { db, clock } = c.var.deps
  if (c.var.maybeUser) await record(db, actorOf(c), { action: 'deconnexion' }, clock().toISOString())
  await endSession(c)
  c.header('Clear-Site-Data', '"cache"')
  return seeOther(c, '/login', 'Vous êtes déconnecté.')
})
