import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { randomToken } from '../../../lib/crypto.ts'
import { type AppEnv, router } from '../../../web/env.ts'
import { page } from '../../../web/render.tsx'
import { importUpload } from '../../imports/upload-routes.tsx'
import type { UploadFormState } from '../../imports/upload-views.tsx'
import { abreviationsImport } from './kind.ts'
import { ImportAbbreviationsPage } from './views.tsx'

/** Import of lines, below /abreviations. Everybody signed in has a list of its own. */
export const abreviationsImportRoutes = router()

abreviationsImportRoutes.get('/import', (c) => formPage(c, { raw: {}, errors: {}, jeton: randomToken() }))

abreviationsImportRoutes.post(
  '/import',
  importUpload({ kind: abreviationsImport, before: async () => {}, cibleId: () => null, formPage }),
)

function formPage(c: Context<AppEnv>, form: UploadFormState, status: ContentfulStatusCode = 200) {
  const breadcrumb = [{ href: '/abreviations', label: 'Abréviations' }]
  return page(c, abreviationsImport.titre, <ImportAbbreviationsPage {...form} />, { status, breadcrumb })
}
