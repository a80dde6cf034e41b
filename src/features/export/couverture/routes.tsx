import type { Context } from 'hono'
import { download } from '../../../web/download.ts'
import { type AppEnv, router } from '../../../web/env.ts'
import { exportRoutes } from '../../../web/export.ts'
import { ADMINISTRATION } from '../../../web/navigation.ts'
import { idParam } from '../../../web/params.ts'
import { longReadsOf } from '../../../web/reads.ts'
import { page } from '../../../web/render.tsx'
import { role } from '../../auth/session-guard.tsx'
import { findManagedSection } from '../../sections/policy.ts'
import { SITE_TITLE, SiteExportsPage } from '../lists-views.tsx'
import { coverageRows, surnameIndex } from './queries.ts'

/** Other sites ask for these lists of a section, or of all sections; whoever manages them gives them away. */
export const couvertureRoutes = router()

const sectionOf = (c: Context<AppEnv>) => findManagedSection(c.var.deps.db, c.var.user, idParam(c, 'section'))

const GENEANET = { extension: 'txt', mediaType: 'text/plain; charset=utf-8' }

couvertureRoutes.get('/export', role('admin'), (c) =>
  page(c, SITE_TITLE, <SiteExportsPage />, { breadcrumb: [ADMINISTRATION] }),
)

couvertureRoutes.route(
  '/',
  exportRoutes(
    '/export/couverture',
    async (c) => ({ title: 'couverture GeneaBank', rows: await coverageRows(longReadsOf(c), undefined) }),
    role('admin'),
  ),
)

couvertureRoutes.get('/export/geneanet', role('admin'), (c) =>
  download(c, 'index Geneanet', GENEANET, surnameIndex(longReadsOf(c), undefined)),
)

couvertureRoutes.route(
  '/',
  exportRoutes('/export/section/:section/couverture', async (c) => {
    const section = await sectionOf(c)
    const rows = await coverageRows(longReadsOf(c), section.id)
    return { title: `couverture ${section.nom}`, rows }
  }),
)

couvertureRoutes.get('/export/section/:section/geneanet', async (c) => {
  const section = await sectionOf(c)
  return download(c, `index Geneanet ${section.nom}`, GENEANET, surnameIndex(longReadsOf(c), section.id))
})
