import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { randomToken } from '../../../lib/crypto.ts'
import { ensure } from '../../../lib/errors.ts'
import { type AppEnv, router } from '../../../web/env.ts'
import { exportRoutes } from '../../../web/export.ts'
import { page } from '../../../web/render.tsx'
import { importUpload } from '../../imports/upload-routes.tsx'
import type { UploadFormState } from '../../imports/upload-views.tsx'
import { canEditLieux } from '../policy.ts'
import { lieuRows } from '../rows.ts'
import { lieuxImport } from './kind.ts'
import { ImportLieuxPage } from './views.tsx'

/** Mounted at /lieux, before the pages of single places: these paths must not be taken for ids. */
export const lieuxCsvRoutes = router()

lieuxCsvRoutes.route(
  '/',
  exportRoutes('/export', (c) => ({ title: 'lieux', rows: lieuRows(c.var.deps.db) })),
)

lieuxCsvRoutes.get('/import', (c) => {
  ensure(canEditLieux(c.var.user))
  return formPage(c, { raw: {}, errors: {}, jeton: randomToken() })
})

lieuxCsvRoutes.post(
  '/import',
  importUpload({
    kind: lieuxImport,
    before: (c) => ensure(canEditLieux(c.var.user)),
    cibleId: () => null,
    formPage,
  }),
)

function formPage(c: Context<AppEnv>, form: UploadFormState, status: ContentfulStatusCode = 200) {
  const breadcrumb = [{ href: '/lieux', label: 'Lieux' }]
  return page(c, lieuxImport.titre, <ImportLieuxPage {...form} />, { status, breadcrumb })
}
