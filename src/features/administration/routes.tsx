import { router } from '../../web/env.ts'
import { page } from '../../web/render.tsx'
import { role } from '../auth/session-guard.tsx'
import { countOpenLogIns } from './journal/queries.ts'
import { administrationCounts } from './queries.ts'
import { AdministrationPage } from './views.tsx'

/** The entrance of the administration; administrators only. */
export const administrationRoutes = router()

administrationRoutes.get('/admin', role('admin'), async (c) => {
  const { db, clock } = c.var.deps
  const counts = await administrationCounts(db)
  const view = <AdministrationPage counts={counts} openLogIns={await countOpenLogIns(db, clock())} />
  return page(c, 'Administration', view)
})
