import { type RawBuilder, sql } from 'kysely'
import { dialectOf } from '../../../db/dialect/index.ts'
import type { Db } from '../../../db/schema.ts'
import type { CarriedTable } from '../rules/carried.ts'

export type CarriedRow = Record<string, unknown>

const BATCH = 500

/** The columns of each table that are stored, by name of the table. */
export async function storedColumns(db: Db): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const tables = await dialectOf(db).copy.tables(db)
  return new Map(tables.map(({ name, columns }) => [name, new Set(columns.map((column) => column.name))]))
}

const isAfter = (key: readonly string[], last: CarriedRow): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(key.map((name) => sql.ref(name)))}) > (${sql.join(key.map((name) => last[name]))})`

/** Slashes of the path: who contains a place has one less. */
const DEPTH = sql<number>`length(chemin) - length(replace(chemin, '/', ''))`

async function* byKey(db: Db, table: CarriedTable, columns: RawBuilder<unknown>, upTo: number) {
  const order = sql.join(table.key.map((name) => sql.ref(name)))
  const [first = ''] = table.key
  const most = upTo < Number.POSITIVE_INFINITY ? sql`${sql.ref(first)} <= ${upTo}` : sql`1 = 1`
  for (let after = sql`1 = 1`; ; ) {
    const { rows } = await sql<CarriedRow>`select ${columns} from ${sql.table(table.name)}
      where ${most} and ${after} order by ${order} limit ${sql.lit(BATCH)}`.execute(db)
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (rows.length < BATCH || !last) return
    after = isAfter(table.key, last)
  }
}

async function* parentsFirst(db: Db, table: CarriedTable, columns: RawBuilder<unknown>) {
  const ids = await sql<{ id: number }>`select id from ${sql.table(table.name)} order by ${DEPTH}, id`.execute(db)
  for (let at = 0; at < ids.rows.length; at += BATCH) {
    const some = ids.rows.slice(at, at + BATCH).map(({ id }) => id)
    const { rows } = await sql<CarriedRow>`select ${columns} from ${sql.table(table.name)}
      where ${dialectOf(db).sql.inList(sql.ref('id'), some)}`.execute(db)
    const place = new Map(some.map((id, n) => [id, n]))
    yield rows.toSorted((a, b) => (place.get(Number(a.id)) ?? 0) - (place.get(Number(b.id)) ?? 0))
  }
}

/** The rows of a table in batches, as they leave; of those that number theirs, none that came later than `upTo`. */
export async function* carriedRows(
  db: Db,
  table: CarriedTable,
  stored: ReadonlySet<string>,
  upTo = Number.POSITIVE_INFINITY,
): AsyncGenerator<CarriedRow[], void> {
  const names = [...stored].filter((name) => !(table.without ?? []).includes(name)).toSorted()
  const columns = sql.join(names.map((name) => sql.ref(name)))
  yield* table.order === 'parents' ? parentsFirst(db, table, columns) : byKey(db, table, columns, upTo)
}

/** The highest number that each of these tables gave to a row that is, or was. */
export async function highestNumbers(db: Db): Promise<Record<string, number>> {
  const last = await dialectOf(db).copy.lastIds(db)
  const numbered = ['types_lieux', 'types_sources', 'groupes', 'champs', 'sections', 'depots', 'lieux', 'lieux_fusions']
  const more = [
    'orthographes',
    'abreviations',
    'sources',
    'source_transitions',
    'depot_liens',
    'depot_regles',
    'images',
  ]
  const streamed = ['releves', 'releve_versions', 'brouillons']
  return Object.fromEntries([...numbered, ...more, ...streamed].map((name) => [name, last.get(name) ?? 0]))
}
