import { csvDownload } from '../../web/download.ts'
import { router } from '../../web/env.ts'
import { idParam } from '../../web/params.ts'
import { findVisibleSource } from '../sources/queries/sources.ts'
import { sourceCsv } from './queries.ts'

export const exportRoutes = router()

/** Route name of the specification: export.source.csv. */
exportRoutes.get('/export/source/:source/csv', async (c) => {
  const { deps, user } = c.var
  const source = await findVisibleSource(deps.db, user, idParam(c, 'source'))
  return csvDownload(c, source.titre, sourceCsv(deps.db, source))
})
