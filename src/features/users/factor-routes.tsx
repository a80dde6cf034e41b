import type { Context } from 'hono'
import { plural } from '../../lib/text.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { type FormErrors, readBody } from '../../web/form.ts'
import { ADMINISTRATION } from '../../web/navigation.ts'
import { page, seeOther } from '../../web/render.tsx'
import { factorOf } from '../auth/factor-queries.ts'
import { hasOwnFactor } from '../auth/rules/own-factor.ts'
import { role } from '../auth/session-guard.tsx'
import { actorOf } from '../journal/actor.tsx'
import { closeSessions, takeFactor } from './actions/factor.ts'
import { confirmationErrors, somebodyElse } from './confirmed.tsx'
import { TAKE_FACTOR_TITLE, TakeFactorPage } from './factor-views.tsx'
import { PATH } from './list-views.tsx'

/** Mounted at /admin/utilisateurs; administrators only. */
export const userFactorRoutes = router()

userFactorRoutes.use('/:id/application', role('admin'))
userFactorRoutes.use('/:id/sessions/fermer', role('admin'))

const accountPath = (id: number): string => `${PATH}/${id}/modifier`

const factorHolder = (c: Context<AppEnv>) => somebodyElse(c, 'Votre propre second facteur se retire dans votre profil.')

function takePage(c: Context<AppEnv>, user: { id: number; name: string }, errors: FormErrors = {}) {
  const hasMail = c.var.deps.settings.read().smtp !== null
  const view = <TakeFactorPage {...{ user, hasMail, errors }} isFresh={c.var.isFresh === true} />
  const breadcrumb = [ADMINISTRATION, { href: PATH, label: 'Utilisateurs' }]
  return page(c, TAKE_FACTOR_TITLE, view, { status: Object.keys(errors).length === 0 ? 200 : 422, breadcrumb })
}

const nothingToTake = (c: Context<AppEnv>, { id, name }: { id: number; name: string }) =>
  seeOther(c, accountPath(id), `${name} n’a ni application d’authentification ni clé d’accès.`, 'err')

userFactorRoutes.get('/:id/application', async (c) => {
  const user = await factorHolder(c)
  const factor = await factorOf(c.var.deps.db, user.id)
  return hasOwnFactor(factor) ? takePage(c, user) : nothingToTake(c, user)
})

userFactorRoutes.post('/:id/application', async (c) => {
  const { db, clock, settings } = c.var.deps
  const user = await factorHolder(c)
  const errors = await confirmationErrors(c, await readBody(c), user)
  if (errors) return takePage(c, user, errors)
  const hasMail = settings.read().smtp !== null
  const isTaken = await takeFactor(db, actorOf(c), { id: user.id, now: clock(), hasMail })
  return isTaken ? seeOther(c, accountPath(user.id), 'Le second facteur est retiré.') : nothingToTake(c, user)
})

userFactorRoutes.post('/:id/sessions/fermer', async (c) => {
  const { db, clock } = c.var.deps
  const user = await somebodyElse(c, 'Vos propres sessions se ferment dans votre profil.')
  const n = await closeSessions(db, actorOf(c), user.id, clock().toISOString())
  if (n === 0) return seeOther(c, accountPath(user.id), `${user.name} n’avait aucune session ouverte.`)
  return seeOther(c, accountPath(user.id), `${plural(n, 'session fermée', 'sessions fermées')}.`)
})
