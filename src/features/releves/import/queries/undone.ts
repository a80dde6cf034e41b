import { dialectOf } from '../../../../db/dialect/index.ts'
import type { Db } from '../../../../db/schema.ts'
import { champsByType } from '../../../types-sources/queries.ts'
import { actDigest } from '../rules/equal.ts'

/** Did an undo ever take an act back that may come again? */
export const hasUndone = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('actes_defaits').select('empreinte').limit(1).executeTakeFirst()) !== undefined

/** Finds the records that an import wrote for the second time: by their ids, the id that they had the first time. */
export async function firstIds(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('releves')
    .innerJoin('sources', 'sources.id', 'releves.source_id')
    .select(['releves.id', 'data', 'etats', 'type_source_id', 'lieu_id'])
    .where((eb) => dialectOf(db).sql.inList(eb.ref('releves.id'), ids))
    .where('releves.import_id', 'is not', null)
    .execute()
  const champs = await champsByType(
    db,
    rows.map((row) => row.type_source_id),
  )
  const digests = new Map(rows.map((row) => [row.id, actDigest(row, champs(row.type_source_id), row)]))
  const undone = await db
    .selectFrom('actes_defaits')
    .select(['empreinte', 'origine'])
    .where((eb) => dialectOf(db).sql.inList(eb.ref('empreinte'), [...new Set(digests.values())]))
    .execute()
  const first = new Map(undone.map(({ empreinte, origine }) => [empreinte, origine]))
  return new Map(
    [...digests].flatMap(([id, empreinte]) => (first.has(empreinte) ? [[id, first.get(empreinte) ?? id]] : [])),
  )
}
