import { formatDay } from '../../lib/text.ts'
import { router } from '../../web/env.ts'
import { ADMINISTRATION } from '../../web/navigation.ts'
import { page } from '../../web/render.tsx'
import { role } from '../auth/session-guard.tsx'
import { treatmentsOf } from './rules/treatments.ts'
import { DonneesPage, REGISTER_TITLE, RegisterPage, TITLE } from './views.tsx'

/** Everybody reads what the site knows of people: the GDPR wants it said before the data are given. */
export const donneesRoutes = router()

donneesRoutes.get('/donnees-personnelles', (c) => {
  const settings = c.var.deps.settings.read()
  const view = <DonneesPage settings={settings} siteName={settings.site_name} isIn={c.var.maybeUser !== undefined} />
  return page(c, TITLE, view)
})

/** The register of treatments, for administrators. */
export const registreTraitementsRoutes = router()

registreTraitementsRoutes.get('/', role('admin'), (c) => {
  const { settings, clock } = c.var.deps
  const now = settings.read()
  const props = { settings: now, siteName: now.site_name, treatments: treatmentsOf(now) }
  const view = <RegisterPage {...props} day={formatDay(clock().toISOString())} />
  return page(c, REGISTER_TITLE, view, { breadcrumb: [ADMINISTRATION], style: 'imprimes' })
})
