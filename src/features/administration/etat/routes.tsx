import type { Context } from 'hono'
import { randomToken } from '../../../lib/crypto.ts'
import { publicOrigin } from '../../../web/address.ts'
import { type AppEnv, router } from '../../../web/env.ts'
import { ADMINISTRATION } from '../../../web/navigation.ts'
import { page, seeOther } from '../../../web/render.tsx'
import { role } from '../../auth/session-guard.tsx'
import { record } from '../../journal/actions.ts'
import { actorOf } from '../../journal/actor.tsx'
import { siteState } from './queries.ts'
import { monitorToken } from './rules/token.ts'
import { EtatPage, PATH, TITLE } from './views.tsx'

/** How the site does; for administrators, mounted at /admin/etat. */
export const etatRoutes = router()

etatRoutes.use(role('admin'))

etatRoutes.get('/', async (c) => {
  const { deps } = c.var
  const watch = { token: monitorToken(deps), origin: publicOrigin(c) }
  const view = <EtatPage state={await siteState(deps)} now={deps.clock()} watch={watch} />
  return page(c, TITLE, view, { breadcrumb: [ADMINISTRATION] })
})

async function changeToken(c: Context<AppEnv>, jeton_surveillance: string): Promise<void> {
  const { db, settings, clock } = c.var.deps
  await settings.save({ jeton_surveillance })
  const entry = { action: 'reglages' as const, detail: { cles: ['jeton_surveillance'] } }
  await record(db, actorOf(c), entry, clock().toISOString())
}

etatRoutes.post('/jeton', async (c) => {
  const isFirst = monitorToken(c.var.deps) === undefined
  await changeToken(c, randomToken())
  return seeOther(
    c,
    `${PATH}#surveillance`,
    isFirst ? 'Jeton créé.' : 'Jeton remplacé\u00a0: l’ancien n’ouvre plus rien.',
  )
})

etatRoutes.post('/jeton/retirer', async (c) => {
  await changeToken(c, '')
  return seeOther(c, `${PATH}#surveillance`, 'Jeton retiré\u00a0: plus rien n’est dit aux programmes.')
})
