import { randomToken } from '../../../lib/crypto.ts'
import { ensure } from '../../../lib/errors.ts'
import { csvDownload } from '../../../web/download.ts'
import { router } from '../../../web/env.ts'
import { page, seeOther } from '../../../web/render.tsx'
import { receiveImport } from '../../imports/upload-routes.tsx'
import { lieuxCsv } from '../csv.ts'
import { canEditLieux } from '../policy.ts'
import { lieuxImport } from './kind.ts'
import { ImportLieuxPage } from './views.tsx'

const BREADCRUMB = { breadcrumb: [{ href: '/lieux', label: 'Lieux' }] }

/** Mounted at /lieux, before the pages of single places: these paths must not be taken for ids. */
export const lieuxCsvRoutes = router()

lieuxCsvRoutes.get('/export/csv', (c) => csvDownload(c, 'lieux', lieuxCsv(c.var.deps.db)))

lieuxCsvRoutes.get('/import', (c) => {
  ensure(canEditLieux(c.var.user))
  const form = { raw: {}, errors: {}, jeton: randomToken() }
  return page(c, lieuxImport.titre, <ImportLieuxPage {...form} />, BREADCRUMB)
})

lieuxCsvRoutes.post('/import', async (c) => {
  ensure(canEditLieux(c.var.user))
  const received = await receiveImport(c, lieuxImport, null)
  if (received.ok) return seeOther(c, `/imports/${received.id}`)
  const { raw, errors, status } = received
  return page(c, lieuxImport.titre, <ImportLieuxPage {...{ raw, errors, jeton: randomToken() }} />, {
    status,
    ...BREADCRUMB,
  })
})
