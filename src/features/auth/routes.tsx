import { shown } from '../../lib/body.ts'
import { safePath } from '../../web/address.ts'
import { router } from '../../web/env.ts'
import { readBody, readQuery, refused } from '../../web/form.ts'
import { page, seeOther } from '../../web/render.tsx'
import { logIn } from './actions.ts'
import { parseLogin } from './form.ts'
import { endSession, startSession } from './session-guard.tsx'
import { LoginPage } from './views.tsx'

export const authRoutes = router()

authRoutes.get('/login', (c) => {
  if (c.var.maybeUser) return seeOther(c, '/')
  const raw = readQuery(c)
  return page(c, 'Connexion', <LoginPage siteName={c.var.deps.settings.read().site_name} raw={raw} errors={{}} />)
})

authRoutes.post('/login', async (c) => {
  const { db, settings } = c.var.deps
  const raw = await readBody(c)
  const refuse = (errors: Record<string, string>) =>
    page(c, 'Connexion', <LoginPage siteName={settings.read().site_name} raw={raw} errors={errors} />, 422)
  const form = parseLogin(raw)
  if (!form.ok) return refuse(form.errors)
  const result = await logIn(db, form.value.login, form.value.password, c.req.header('user-agent') ?? null)
  if (!result.ok) return refuse(refused(raw, { login: result.message }).errors)
  await startSession(c, result.secret)
  return seeOther(c, safePath(shown(raw, 'suite')))
})

authRoutes.post('/logout', async (c) => {
  await endSession(c)
  c.header('Clear-Site-Data', '"cache"')
  return seeOther(c, '/login', 'Vous êtes déconnecté.')
})
