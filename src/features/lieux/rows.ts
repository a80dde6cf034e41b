import { sql } from 'kysely'
import { dialectOf } from '../../db/dialect/index.ts'
import type { Db } from '../../db/schema.ts'
import type { Cell, Rows } from '../../lib/rows.ts'
import { markedName } from './import/rules/marks.ts'
import { CSV_COLUMNS, coordinateCell } from './rules/csv-columns.ts'

const BATCH = 1000

/** Slashes of the path: parents have one less than their children. */
const depth = sql<number>`length(chemin) - length(replace(chemin, '/', ''))`

const idsAt = (db: Db, level: number) =>
  db.selectFrom('lieux').select('id').where(depth, '=', level).orderBy('nom_long').orderBy('id').execute()

/** The names that tell those of these long names apart that several places bear; those that tell nothing are absent. */
export async function marksOf(db: Db, names: string[]): Promise<Set<string>> {
  const shared = db
    .selectFrom('lieux')
    .select('nom_long')
    .where((eb) => dialectOf(db).sql.inList(eb.ref('nom_long'), names))
    .groupBy('nom_long')
    .having((eb) => eb(eb.fn.countAll(), '>', 1))
  const places = await db
    .selectFrom('lieux')
    .leftJoin('types_lieux', 'types_lieux.id', 'lieux.type_id')
    .select(['lieux.nom_long', 'lieux.code', 'types_lieux.nom as type'])
    .where('lieux.nom_long', 'in', shared)
    .execute()
  const marks = places.map(({ nom_long, type, code }) => markedName(nom_long, type, code))
  return new Set(marks.filter((mark) => marks.indexOf(mark) === marks.lastIndexOf(mark)))
}

async function cellsOf(db: Db, ids: number[]): Promise<Cell[][]> {
  const rows = await db
    .selectFrom('lieux')
    .leftJoin('types_lieux', 'types_lieux.id', 'lieux.type_id')
    .leftJoin('lieux as parent', 'parent.id', 'lieux.lieu_parent_id')
    .select(['lieux.id', 'lieux.nom', 'lieux.code', 'types_lieux.nom as type', 'parent.nom_long as lieu_parent'])
    .leftJoin('types_lieux as type_parent', 'type_parent.id', 'parent.type_id')
    .select(['parent.code as code_parent', 'type_parent.nom as type_parent'])
    .select(['lieux.latitude', 'lieux.longitude', 'lieux.note'])
    .where((eb) => dialectOf(db).sql.inList(eb.ref('lieux.id'), ids))
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const marks = await marksOf(db, [...new Set(rows.flatMap((row) => row.lieu_parent ?? []))])
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (!row) return []
    const position = [coordinateCell(row.latitude), coordinateCell(row.longitude)]
    const marked = markedName(row.lieu_parent ?? '', row.type_parent, row.code_parent)
    const parent = marks.has(marked) ? marked : row.lieu_parent
    return [[row.nom, row.code, row.type, parent, ...position, row.note]]
  })
}

async function* batches(db: Db): AsyncGenerator<Cell[][], void> {
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

/** All places: parents before their children, by name within a level. */
export const lieuRows = (db: Db): Rows => ({ headers: [...CSV_COLUMNS], batches: batches(db) })
