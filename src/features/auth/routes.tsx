import type { Context } from 'hono'
import { type Body, type FormErrors, shown } from '../../lib/body.ts'
import { safePath } from '../../web/address.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { readBody, readQuery } from '../../web/form.ts'
import { page, seeOther } from '../../web/render.tsx'
import { record } from '../journal/actions.ts'
import { actorOf } from '../journal/actor.tsx'
import { logIn } from './actions.ts'
import { parseLogin } from './form.ts'
import { retryAfter, waitInWords } from './limits.ts'
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
  const result = await logIn(c.var.deps, { ...form.value, by: actorOf(c), userAgent })
  if (result.ok) {
    await startSession(c, result.secret)
    return seeOther(c, safePath(shown(raw, 'suite')))
  }
  if (!('waitMs' in result)) return refuseLogin(c, raw, { login: result.message })
  c.header('Retry-After', retryAfter(result.waitMs))
  const login = `Trop d’essais sans succès\u00a0: attendez ${waitInWords(result.waitMs)} avant de recommencer.`
  return refuseLogin(c, raw, { login }, 429)
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
