import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { randomToken } from '../../../lib/crypto.ts'
import { ensure } from '../../../lib/errors.ts'
import { type AppEnv, router } from '../../../web/env.ts'
import { page } from '../../../web/render.tsx'
import { importUpload } from '../../imports/upload-routes.tsx'
import type { UploadFormState } from '../../imports/upload-views.tsx'
import { canEditInventory, MAY_NOT_EDIT } from '../policy.ts'
import { PATH, TITLE } from '../views/list.tsx'
import { inventaireImport } from './kind.ts'
import { ImportInventoryPage } from './views.tsx'

/** Import of registers, below /inventaire. */
export const inventaireImportRoutes = router()

const ensureMayImport = (c: Context<AppEnv>): void => ensure(canEditInventory(c.var.user), MAY_NOT_EDIT)

inventaireImportRoutes.get('/import', (c) => {
  ensureMayImport(c)
  return formPage(c, { raw: {}, errors: {}, jeton: randomToken() })
})

inventaireImportRoutes.post(
  '/import',
  importUpload({ kind: inventaireImport, before: ensureMayImport, cibleId: () => null, formPage }),
)

function formPage(c: Context<AppEnv>, form: UploadFormState, status: ContentfulStatusCode = 200) {
  const breadcrumb = [{ href: PATH, label: TITLE }]
  return page(c, inventaireImport.titre, <ImportInventoryPage {...form} />, { status, breadcrumb })
}
