import { sql } from 'kysely'
import { isPlaceField, withPlaceNames } from '../../champs/index.ts'
import type { Champ } from '../../champs/kind.ts'
import { isReserved } from '../../champs/reserved.ts'
import type { Db } from '../../db/schema.ts'
import type { Cell, Rows } from '../../lib/rows.ts'
import { placeNamesOf } from '../releves/queries/place-names.ts'
import { streamReleves } from '../releves/queries/records.ts'
import { type Beside, type ReleveColumn, releveCells, releveColumns } from '../releves/rows.ts'
import { champsOf } from '../types-sources/queries.ts'

/** The names of the fields of a source beside which a state, or another reading, stands somewhere; one look at its records for both. */
async function fieldsBeside(db: Db, sourceId: number): Promise<Beside> {
  const rows = await db
    .selectFrom('releves')
    .select(['etats', 'lectures'])
    .distinct()
    .where('source_id', '=', sourceId)
    .where(sql<boolean>`(cast(etats as text) <> '{}' or lectures is not null)`)
    .execute()
  const names = (column: 'etats' | 'lectures') => new Set(rows.flatMap((row) => Object.keys(row[column] ?? {})))
  return { etats: names('etats'), lectures: names('lectures') }
}

async function* cellBatches(db: Db, sourceId: number, champs: Champ[], columns: ReleveColumn[]) {
  const places = champs.filter(isPlaceField)
  const names = new Map<number, string>()
  for await (const releves of streamReleves(db, sourceId)) {
    await placeNamesOf(db, places, releves, names)
    for (const releve of releves) releve.data = withPlaceNames(places, releve.data, names)
    yield releves.map((releve): Cell[] => releveCells(columns, releve))
  }
}

/** The records of a source (spec 4, export.source.csv), in the order of dates, then of their ids. `all`: with what is reserved. */
export async function sourceRows(db: Db, source: { id: number; type_source_id: number }, all = true): Promise<Rows> {
  const champs = (await champsOf(db, source.type_source_id)).filter((champ) => all || !isReserved(champ))
  const columns = releveColumns(champs, await fieldsBeside(db, source.id))
  return { headers: columns.map((column) => column.header), batches: cellBatches(db, source.id, champs, columns) }
}
