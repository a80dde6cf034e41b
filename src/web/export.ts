import type { Context, MiddlewareHandler } from 'hono'
import type { Rows } from '../lib/rows.ts'
import { download } from './download.ts'
import { type AppEnv, router } from './env.ts'
import type { ExportFormat } from './formats/format.ts'
import { FORMATS } from './formats/index.ts'

/** An export takes its rows away under a name. */
export interface Exported {
  title: string
  rows: Rows
}

/** Does a file of this format have the fields that are reserved? */
export const takesReserved = (c: Context<AppEnv>, { isForOthers }: ExportFormat): boolean =>
  isForOthers !== true || c.req.query('mentions') === '1'

/**
 * The routes of an export, one for each format: `PATH/csv` and whatever index.ts of the formats adds. `exported` may answer
 * itself, where there is nothing to export. `guard`: asked before.
 */
export function exportRoutes(
  path: string,
  exported: (c: Context<AppEnv>, format: ExportFormat) => Exported | Response | Promise<Exported | Response>,
  guard: MiddlewareHandler<AppEnv> = (_, next) => next(),
) {
  const routes = router()
  for (const format of FORMATS)
    routes.get(`${path}/${format.extension}`, guard, async (c) => {
      const found = await exported(c, format)
      return found instanceof Response ? found : download(c, found.title, format, format.write(found.rows))
    })
  return routes
}
