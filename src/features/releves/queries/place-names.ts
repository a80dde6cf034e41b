import { placeIds } from '../../../champs/index.ts'
import type { Champ } from '../../../champs/kind.ts'
import { dialectOf } from '../../../db/dialect/index.ts'
import type { Db, ReleveData } from '../../../db/schema.ts'

/** Names that are kept from one batch of records to the next. */
const MAX_NAMES = 10_000

/** Long names of today of the places that these records hold, in one query. `names`: of the batch before, not asked for again. */
export async function placeNamesOf(
  db: Db,
  champs: readonly Champ[],
  releves: readonly { data: ReleveData }[],
  names = new Map<number, string>(),
): Promise<Map<number, string>> {
  if (names.size > MAX_NAMES) names.clear()
  const ids = placeIds(champs, releves).filter((id) => !names.has(id))
  if (ids.length === 0) return names
  const rows = await db
    .selectFrom('lieux')
    .select(['id', 'nom_long'])
    .where((eb) => dialectOf(db).sql.inList(eb.ref('id'), ids))
    .execute()
  for (const { id, nom_long } of rows) names.set(id, nom_long)
  return names
}
