import type { Context } from 'hono'
import { type AppEnv, router } from '../../../web/env.ts'
import { idParam } from '../../../web/params.ts'
import type { LotList } from '../../lots/kind.ts'
import { lotRoutes } from '../../lots/list-routes.tsx'
import { findVisibleSource } from '../../sources/queries/sources.ts'
import { relevesLot } from '../lots/kind.ts'
import { otherSources, releveNames } from '../lots/queries.ts'
import { ensureCanWrite } from '../policy.ts'
import { idsInOrder } from '../queries/order.ts'
import { TargetChoice } from '../views/lot.tsx'
import { releveCrumbs } from './desk.tsx'

/** More records than that at once are another gesture: deleting the source. */
const MOST = 20_000

/** The records of the source of the path, for whoever writes in it. */
async function lotList(c: Context<AppEnv>): Promise<LotList> {
  const { db } = c.var.deps
  const source = await findVisibleSource(db, c.var.user, idParam(c))
  ensureCanWrite(c.var.user, source)
  return {
    back: `/sources/${source.id}/releves`,
    breadcrumb: releveCrumbs(source),
    found: () => idsInOrder(db, source.id, { limit: MOST }),
    names: (ids) => releveNames(db, source.id, ids),
  }
}

/** Many records of a source at once. */
export const lotOfReleves = router().route(
  '/sources/:id/releves/lot',
  lotRoutes({
    kind: relevesLot,
    list: lotList,
    fields: {
      deplacer: async ({ db, user, ids, raw }, errors) => {
        const from = await db
          .selectFrom('releves')
          .innerJoin('sources', 'sources.id', 'releves.source_id')
          .select(['sources.id', 'sources.type_source_id'])
          .where('releves.id', '=', ids[0] ?? 0)
          .executeTakeFirst()
        return <TargetChoice sources={from ? await otherSources(db, user, from) : []} raw={raw} errors={errors} />
      },
    },
  }),
)
