import { dialectOf } from '../../../db/dialect/index.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Db } from '../../../db/schema.ts'
import { searchEntry } from '../../../search/entry.ts'
import { champsByType } from '../../types-sources/queries.ts'

const recordsByIds = prepared((db, { ids }: { ids: readonly number[] }) =>
  db
    .selectFrom('releves')
    .innerJoin('sources', 'sources.id', 'releves.source_id')
    .select(['releves.id', 'source_id', 'data', 'etats', 'lectures', 'type_source_id'])
    .where((eb) => dialectOf(db).sql.inList(eb.ref('releves.id'), ids)),
)

/** The marks that these records give the index, made of what they hold (`MarksOf`). */
export async function marksOf(db: Db, ids: readonly number[]): Promise<Map<number, ReadonlySet<string>>> {
  if (ids.length === 0) return new Map()
  const rows = await recordsByIds(db, { ids }, '')
  const champs = await champsByType(db, new Set(rows.map((row) => row.type_source_id)))
  return new Map(rows.map((row) => [row.id, new Set(searchEntry(champs(row.type_source_id), row).marks)] as const))
}
