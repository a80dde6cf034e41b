import { prepared } from '../../../db/prepared.ts'
import type { Db } from '../../../db/schema.ts'
import { viewNumber } from '../rules/view-number.ts'
import { extentOf, type Vue, viewAt } from './views.ts'

/** The view that an act says it stands on (its field `vue`); undefined where it says none, or the source has no such view. */
export async function viewOfAct(db: Db, sourceId: number, field: string): Promise<Vue | undefined> {
  const number = viewNumber(field)
  const extent = number === undefined ? undefined : await extentOf(db, sourceId)
  return number === undefined || extent === undefined ? undefined : viewAt(db, sourceId, number - extent.decalage)
}

const sourceOfView = prepared((db, { source }: { source: number }) =>
  db.selectFrom('source_vues').select('numero').where('source_id', '=', source).limit(1),
)

/** Has the source any view? */
export const hasViews = async (db: Db, source: number): Promise<boolean> =>
  (await sourceOfView(db, { source }, '')).length > 0
