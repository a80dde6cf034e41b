import { sql } from 'kysely'
import { dialectOf } from '../../db/dialect/index.ts'
import type { Db } from '../../db/schema.ts'
import { type CsvCell, csvWriter } from '../../lib/csv.ts'
import { CSV_COLUMNS, coordinateCell } from './csv-columns.ts'

const BATCH = 1000

/** Slashes of the path: parents have one less than their children. */
const depth = sql<number>`length(chemin) - length(replace(chemin, '/', ''))`

const idsAt = (db: Db, level: number) =>
  db.selectFrom('lieux').select('id').where(depth, '=', level).orderBy('nom_long').orderBy('id').execute()

async function cellsOf(db: Db, ids: number[]): Promise<CsvCell[][]> {
  const rows = await db
    .selectFrom('lieux')
    .leftJoin('types_lieux', 'types_lieux.id', 'lieux.type_id')
    .leftJoin('lieux as parent', 'parent.id', 'lieux.lieu_parent_id')
    .select(['lieux.id', 'lieux.nom', 'lieux.code', 'types_lieux.nom as type', 'parent.nom_long as lieu_parent'])
    .select(['lieux.latitude', 'lieux.longitude', 'lieux.note'])
    .where((eb) => dialectOf(db).inList(eb.ref('lieux.id'), ids))
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (!row) return []
    const position = [coordinateCell(row.latitude), coordinateCell(row.longitude)]
    return [[row.nom, row.code, row.type, row.lieu_parent, ...position, row.note]]
  })
}

async function* batches(db: Db): AsyncGenerator<CsvCell[][], void> {
  const { deepest } = await db
    .selectFrom('lieux')
    .select((eb) => eb.fn.max<number | null>(depth).as('deepest'))
    .executeTakeFirstOrThrow()
  // A root has two slashes. Names decide the order, not ids: a site that imports this file exports the same one.
  for (let level = 2; level <= (deepest ?? 0); level += 1) {
    const ids = (await idsAt(db, level)).map((row) => row.id)
    for (let at = 0; at < ids.length; at += BATCH) yield await cellsOf(db, ids.slice(at, at + BATCH))
  }
}

/** All places as CSV, in pieces: parents before their children, by name within a level. */
export const lieuxCsv = (db: Db): AsyncGenerator<string, void> => csvWriter([...CSV_COLUMNS], batches(db))
