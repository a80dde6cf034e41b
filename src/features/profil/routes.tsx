import type { Context } from 'hono'
import type { FormErrors } from '../../lib/body.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { readBody } from '../../web/form.ts'
import { roleLabel } from '../../web/navigation.ts'
import { page, seeOther } from '../../web/render.tsx'
import { startSession } from '../auth/session-guard.tsx'
import { createSession } from '../auth/sessions.ts'
import { actorOf } from '../journal/actor.tsx'
import { mailSwitches } from '../notifications/queries.ts'
import { sectionsOfUser } from '../users/queries.ts'
import { changePassword } from './actions.ts'
import { parsePasswordChange } from './form.ts'
import { PASSWORD_PATH } from './must-change.tsx'
import { PASSWORD_TITLE, PasswordPage, ProfilPage } from './views.tsx'

export const profilRoutes = router()

profilRoutes.get('/profil', async (c) => {
  const { name, email, role, id } = c.var.user
  const { db, settings } = c.var.deps
  const sections = await sectionsOfUser(db, id)
  const mails = { switches: await mailSwitches(db, c.var.user), hasMail: settings.read().smtp !== null }
  const user = { name, email, roleLabel: roleLabel(role) }
  return page(c, 'Mon profil', <ProfilPage user={user} sections={sections} mails={mails} />)
})

profilRoutes.get(PASSWORD_PATH, (c) => passwordPage(c))

profilRoutes.post(PASSWORD_PATH, async (c) => {
  const { db, clock, settings } = c.var.deps
  const { id, name, email } = c.var.user
  const form = parsePasswordChange(await readBody(c), [name, email, settings.read().site_name])
  if (!form.ok) return passwordPage(c, form.errors)
  const changed = await changePassword(db, { ...actorOf(c), id }, form.value, clock().toISOString())
  if (!changed) return passwordPage(c, { actuel: 'Ce n’est pas votre mot de passe actuel.' })
  // All sessions ended with the old password; this browser goes on with a new one.
  const secret = await createSession(db, id, c.req.header('user-agent') ?? null)
  await startSession(c, secret)
  return seeOther(c, '/profil', 'Mot de passe changé.')
})

function passwordPage(c: Context<AppEnv>, errors?: FormErrors) {
  const { name, must_change_password } = c.var.user
  const view = <PasswordPage name={name} errors={errors ?? {}} mustChange={must_change_password} />
  return page(c, PASSWORD_TITLE, view, errors ? 422 : 200)
}
