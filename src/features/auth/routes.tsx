import type { Context } from 'hono'
import { type Body, type FormErrors, shown } from '../../lib/body.ts'
import { safePath } from '../../web/address.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { readBody, readQuery } from '../../web/form.ts'
import { page, seeOther } from '../../web/render.tsx'
import { record } from '../journal/actions.ts'
import { actorOf } from '../journal/actor.tsx'
import { logIn } from './actions.ts'
import { askForCode } from './code-routes.tsx'
import { parseLogin } from './form.ts'
import { retryAfter, waitInWords } from './limits.ts'
import { pinMailer } from './pin-mail.tsx'
import { askWhom } from './rules/contact.ts'
import { deviceCookie, endSession } from './session-guard.tsx'
import { LoginPage } from './views.tsx'
import { enter } from './welcome.tsx'

export const authRoutes = router()

authRoutes.get('/login', (c) => {
  if (c.var.maybeUser) return seeOther(c, '/')
  return loginPage(c, readQuery(c), {}, 200)
})

authRoutes.post('/login', async (c) => {
  const raw = await readBody(c)
  const form = parseLogin(raw)
  if (!form.ok) return loginPage(c, raw, form.errors, 422)
  const userAgent = c.req.header('user-agent') ?? null
  const { login, password } = form.value
  const suite = safePath(shown(raw, 'suite'))
  const deps = { ...c.var.deps, mailPin: pinMailer(c.var.deps) }
  const entering = { suite, by: actorOf(c), userAgent, appareil: deviceCookie(c) }
  const result = await logIn(deps, { login, password, ...entering })
  if (result.step === 'code') return askForCode(c, result.secret)
  if (result.step === 'ouverte') return enter(c, result.secret, suite)
  if (result.step === 'refusee') return loginPage(c, raw, { login: result.message }, 422)
  c.header('Retry-After', retryAfter(result.waitMs))
  const message = `Trop d’essais sans succès\u00a0: attendez ${waitInWords(result.waitMs)} avant de recommencer.`
  return loginPage(c, raw, { login: message }, 429)
})

function loginPage(c: Context<AppEnv>, raw: Body, errors: FormErrors, status: 200 | 422 | 429) {
  const settings = c.var.deps.settings.read()
  const contact = settings.contact_comptes === '' ? undefined : askWhom(settings)
  const provider = settings.fournisseur?.libelle
  const props = { siteName: settings.site_name, isOpen: settings.registration_enabled, contact, provider }
  const view = <LoginPage {...props} raw={raw} errors={errors} />
  return page(c, 'Connexion', view, status)
}

authRoutes.post('/logout', async (c) => {
  const { db, clock } = c.var.deps
  if (c.var.maybeUser) await record(db, actorOf(c), { action: 'deconnexion' }, clock().toISOString())
  await endSession(c)
  c.header('Clear-Site-Data', '"cache"')
  return seeOther(c, '/login', 'Vous êtes déconnecté.')
})
