import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { randomToken } from '../../../lib/crypto.ts'
import { type AppEnv, router } from '../../../web/env.ts'
import { idParam } from '../../../web/params.ts'
import { page } from '../../../web/render.tsx'
import { importUpload, type OtherFile } from '../../imports/upload-routes.tsx'
import type { UploadFormState } from '../../imports/upload-views.tsx'
import { expectWork } from '../../taches/wake.ts'
import { relevesImport } from '../import/kind.ts'
import { importColumns } from '../import/session.ts'
import { ensureCanWrite } from '../policy.ts'
import { ImportRelevesPage } from '../views/import.tsx'
import { type Desk, deskOf, releveCrumbs } from './desk.tsx'

function formPage(c: Context<AppEnv>, desk: Desk, form: UploadFormState, status: ContentfulStatusCode = 200) {
  const { source, champs } = desk
  const columns = importColumns(champs).filter(({ part }) => part === 'valeur')
  const title = relevesImport.titre
  const body = <ImportRelevesPage title={title} source={source} columns={columns} {...form} />
  return page(c, title, body, { status, breadcrumb: releveCrumbs(source) })
}

/** The desk of the source of the path, for whoever may write in it. */
async function writableDesk(c: Context<AppEnv>): Promise<Desk> {
  const desk = await deskOf(c, idParam(c))
  ensureCanWrite(c.var.user, desk.source)
  return desk
}

/** Route names of the specification: sources.import.create and sources.import.store. `other`: takes files of other programs. */
export const importRoutes = (other?: OtherFile<Desk>) =>
  router()
    .get('/sources/:id/import', async (c) => {
      const desk = await writableDesk(c)
      // Ready by the time the file is chosen.
      expectWork()
      return formPage(c, desk, { raw: {}, errors: {}, jeton: randomToken() })
    })
    .post(
      '/sources/:id/import',
      importUpload({
        kind: relevesImport,
        before: writableDesk,
        cibleId: ({ source }) => source.id,
        other,
        formPage: (c, form, status, desk) => formPage(c, desk, form, status),
      }),
    )
