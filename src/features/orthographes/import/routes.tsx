import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { randomToken } from '../../../lib/crypto.ts'
import { ensure } from '../../../lib/errors.ts'
import { type AppEnv, router } from '../../../web/env.ts'
import { exportRoutes } from '../../../web/export.ts'
import { page } from '../../../web/render.tsx'
import { importUpload } from '../../imports/upload-routes.tsx'
import type { UploadFormState } from '../../imports/upload-views.tsx'
import { canDecide } from '../policy.ts'
import { spellingRows } from '../rows.ts'
import { orthographesImport } from './kind.ts'
import { ImportSpellingsPage } from './views.tsx'

/** Export and import of lines, below /orthographes. */
export const orthographesCsvRoutes = router()

orthographesCsvRoutes.route(
  '/',
  exportRoutes('/export', (c) => ({ title: 'orthographes', rows: spellingRows(c.var.deps.db) })),
)

const ensureDecides = async (c: Context<AppEnv>): Promise<void> => ensure(await canDecide(c.var.deps.db, c.var.user))

orthographesCsvRoutes.get('/import', async (c) => {
  await ensureDecides(c)
  return formPage(c, { raw: {}, errors: {}, jeton: randomToken() })
})

orthographesCsvRoutes.post(
  '/import',
  importUpload({ kind: orthographesImport, before: ensureDecides, cibleId: () => null, formPage }),
)

function formPage(c: Context<AppEnv>, form: UploadFormState, status: ContentfulStatusCode = 200) {
  const breadcrumb = [{ href: '/orthographes', label: 'Orthographes' }]
  return page(c, orthographesImport.titre, <ImportSpellingsPage {...form} />, { status, breadcrumb })
}
