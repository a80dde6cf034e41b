import { exportRoutes, takesReserved } from '../../web/export.ts'
import { idParam } from '../../web/params.ts'
import { readsOf } from '../../web/reads.ts'
import { findVisibleSource } from '../sources/queries/sources.ts'
import { sourceRows } from './queries.ts'

/** Route name of the specification: export.source.csv. */
export const sourceExportRoutes = exportRoutes('/export/source/:source', async (c, format) => {
  const { deps, user } = c.var
  const source = await findVisibleSource(deps.db, user, idParam(c, 'source'))
  return { title: source.titre, rows: await sourceRows(readsOf(c), source, takesReserved(c, format)) }
})
