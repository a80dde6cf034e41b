import { router } from '../../web/env.ts'
import { page } from '../../web/render.tsx'
import { role } from '../auth/session-guard.tsx'
import { administrationCounts } from './queries.ts'
import { AdministrationPage } from './views.tsx'

/** The entrance of the administration; administrators only. */
export const administrationRoutes = router()

administrationRoutes.get('/admin', role('admin'), async (c) => {
  const counts = await administrationCounts(c.var.deps.db)
  return page(c, 'Administration', <AdministrationPage counts={counts} />)
})
