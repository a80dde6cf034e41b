import { sql } from 'kysely'
import { isPlaceField, withPlaceNames } from '../../champs/index.ts'
import type { Champ } from '../../champs/kind.ts'
import { isReserved } from '../../champs/reserved.ts'
import type { Db, ReleveData } from '../../db/schema.ts'
import type { Cell, Rows } from '../../lib/rows.ts'
import { placeNamesOf, streamReleves } from '../releves/queries/records.ts'
import { type ReleveColumn, releveCells, releveColumns } from '../releves/rows.ts'
import { champsOf } from '../types-sources/queries.ts'

/** The names of the fields beside which a state stands somewhere in this source. */
async function fieldsWithEtat(db: Db, sourceId: number): Promise<Set<string>> {
  const rows = await db
    .selectFrom('releves')
    .select('etats')
    .distinct()
    .where('source_id', '=', sourceId)
    .where(sql<boolean>`cast(etats as text) <> '{}'`)
    .execute()
  return new Set(rows.flatMap((row) => Object.keys(row.etats)))
}

/** The names of the fields that have another reading somewhere in this source. */
async function fieldsWithLectures(db: Db, sourceId: number): Promise<Set<string>> {
  const rows = await db
    .selectFrom('releves')
    .select('lectures')
    .distinct()
    .where('source_id', '=', sourceId)
    .where('lectures', 'is not', null)
    .execute()
  return new Set(rows.flatMap((row) => Object.keys(row.lectures ?? {})))
}

async function* cellBatches(db: Db, sourceId: number, champs: Champ[], columns: ReleveColumn[]) {
  const hasPlaces = champs.some(isPlaceField)
  for await (const releves of streamReleves(db, sourceId)) {
    const names = await placeNamesOf(db, champs, releves)
    const named = (data: ReleveData) => (hasPlaces ? withPlaceNames(champs, data, names) : data)
    yield releves.map(({ data, etats, lectures }): Cell[] =>
      releveCells(columns, { data: named(data), etats, lectures }),
    )
  }
}

/** The records of a source (spec 4, export.source.csv), in the order of dates, then of their ids. `all`: with what is reserved. */
export async function sourceRows(db: Db, source: { id: number; type_source_id: number }, all = true): Promise<Rows> {
  const champs = (await champsOf(db, source.type_source_id)).filter((champ) => all || !isReserved(champ))
  const etats = await fieldsWithEtat(db, source.id)
  const lectures = await fieldsWithLectures(db, source.id)
  const columns = releveColumns(champs, { etats, lectures })
  return { headers: columns.map((column) => column.header), batches: cellBatches(db, source.id, champs, columns) }
}
