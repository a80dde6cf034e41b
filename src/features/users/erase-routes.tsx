import type { Context } from 'hono'
import { type AppEnv, router } from '../../web/env.ts'
import { type FormErrors, readBody } from '../../web/form.ts'
import { ADMINISTRATION } from '../../web/navigation.ts'
import { page, seeOther } from '../../web/render.tsx'
import { role } from '../auth/session-guard.tsx'
import { actorOf } from '../journal/actor.tsx'
import { eraseSomebody } from './actions/erase.ts'
import { confirmationErrors, somebodyElse } from './confirmed.tsx'
import { ERASE_TITLE, ErasePage } from './erase-views.tsx'
import { PATH } from './list-views.tsx'

/** Forgets somebody who asked for it, or died; below /admin/utilisateurs, administrators only. */
export const eraseRoutes = router()

eraseRoutes.use('/:id/effacer', role('admin'))

const forgotten = (c: Context<AppEnv>) => somebodyElse(c, 'Votre propre compte se supprime dans votre profil.')

function erasePage(c: Context<AppEnv>, user: { id: number; name: string }, errors: FormErrors = {}) {
  const view = <ErasePage user={user} errors={errors} isFresh={c.var.isFresh === true} />
  const breadcrumb = [ADMINISTRATION, { href: PATH, label: 'Utilisateurs' }]
  return page(c, ERASE_TITLE, view, { status: Object.keys(errors).length === 0 ? 200 : 422, breadcrumb })
}

eraseRoutes.get('/:id/effacer', async (c) => erasePage(c, await forgotten(c)))

eraseRoutes.post('/:id/effacer', async (c) => {
  const { db, clock } = c.var.deps
  const user = await forgotten(c)
  const errors = await confirmationErrors(c, await readBody(c), user)
  if (errors) return erasePage(c, user, errors)
  await eraseSomebody(db, actorOf(c), user.id, clock().toISOString())
  return seeOther(c, PATH, `Le compte de ${user.name} est effacé\u00a0; ses relevés restent.`)
})
