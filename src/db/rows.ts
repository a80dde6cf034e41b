import { CompiledQuery, type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import { type Dialect, dialectOf, type PlainRow } from './dialect/index.ts'
import type { Db, Schema } from './schema.ts'
import { untold } from './untold.ts'

/**
 * Statements of many parameters are kept prepared, and are heavy: rows in any number would leave one for each number. More than
 * a hundred at once cost memory and save no time.
 */
const LENGTHS = [100, 50, 10, 5, 1] as const

/** The rows in slices of a few lengths: for `insert … values (…), (…)`. */
export function* slices<T>(rows: readonly T[]): Generator<T[], void> {
  for (let at = 0; at < rows.length; ) {
    const length = LENGTHS.find((each) => each <= rows.length - at) ?? 1
    yield rows.slice(at, at + length)
    at += length
  }
}

const texts = new WeakMap<Dialect, Map<string, string>>()

/** The statement for as many rows of these columns, made once: making it costs more than running it. */
function insertText<T extends keyof Schema>(trx: Db, table: T, rows: Insertable<Schema[T]>[], names: string[]): string {
  const dialect = dialectOf(trx)
  const known = texts.get(dialect) ?? new Map<string, string>()
  texts.set(dialect, known)
  const key = `${table} ${names.join()} ${rows.length}`
  const text = known.get(key) ?? trx.insertInto(table).values(rows).compile().sql
  known.set(key, text)
  return text
}

/** Inserts many rows that have the same columns in the same order, none of them undefined, JSON as text. */
export async function insertRows<T extends keyof Schema>(
  trx: Db,
  table: T,
  rows: readonly Insertable<Schema[T]>[],
): Promise<void> {
  const names = Object.keys(rows[0] ?? {})
  for (const slice of slices(rows)) {
    const parameters = slice.flatMap((row) => names.map((name) => row[name as keyof typeof row]))
    // The text is Kysely's own, with a parameter for every value.
    await trx.executeQuery(untold(CompiledQuery.raw(insertText(trx, table, slice, names), parameters)))
  }
}

/** Tables of counts: `n` for each key, which is all the other columns. */
type CountTable =
  | 'mots'
  | 'decennies'
  | 'source_annees'
  | 'source_champs'
  | 'source_decennies'
  | 'source_mois'
  | 'valeurs_genres'
  | 'valeurs_sources'

/** The statement that inserts these rows, one at least. */
function insertSelected<T extends keyof Schema, R>(
  trx: Db,
  table: T,
  rows: readonly (Insertable<Schema[T]> & PlainRow)[],
  end: RawBuilder<unknown>,
): RawBuilder<R> {
  const names = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)))
  const into = sql`insert into ${sql.table(table)} (${names})`
  return sql<R>`${into} ${dialectOf(trx).sql.selectRows(rows)} ${end}`
}

/** Inserts the rows by one statement that nobody waits for. */
async function insertUntold<T extends keyof Schema>(
  trx: Db,
  table: T,
  rows: readonly (Insertable<Schema[T]> & PlainRow)[],
  end: RawBuilder<unknown>,
): Promise<void> {
  if (rows.length > 0) await trx.executeQuery(untold(insertSelected(trx, table, rows, end).compile(trx)))
}

/** Inserts those of the rows whose key is not there yet, in their order; any number in one statement. */
export const insertMissing = <T extends keyof Schema>(
  trx: Db,
  table: T,
  rows: readonly (Insertable<Schema[T]> & PlainRow)[],
): Promise<void> => insertUntold(trx, table, rows, sql`on conflict do nothing`)

const orSet = (key: readonly string[], set: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`on conflict (${sql.join(key.map((name) => sql.ref(name)))}) do update set ${set}`

/** Inserts the rows, in their order; `set` says what becomes of those whose `key` is there, by `excluded`. Any number in one statement. */
export const insertOrSet = <T extends keyof Schema>(
  trx: Db,
  table: T,
  rows: readonly (Insertable<Schema[T]> & PlainRow)[],
  { key, set }: { key: readonly (keyof Schema[T] & string)[]; set: RawBuilder<unknown> },
): Promise<void> => insertUntold(trx, table, rows, orSet(key, set))

/**
 * Adds `n` to what the table counts under each key, no two of them the same, in their order; any number in one statement. Answers
 * these columns of each row as it is now, in no order.
 */
export async function addCounts<T extends CountTable, K extends keyof Selectable<Schema[T]> & string = never>(
  trx: Db,
  table: T,
  rows: readonly (Insertable<Schema[T]> & PlainRow)[],
  answered: readonly K[] = [],
): Promise<Pick<Selectable<Schema[T]>, K>[]> {
  if (rows.length === 0) return []
  const key = Object.keys(rows[0] ?? {}).filter((name) => name !== 'n')
  const end = orSet(key, sql`n = ${sql.ref(`${table}.n`)} + excluded.n`)
  if (answered.length === 0) {
    await insertUntold(trx, table, rows, end)
    return []
  }
  const columns = sql.join(answered.map((name) => sql.ref(`${table}.${name}`)))
  const answering = insertSelected<T, Pick<Selectable<Schema[T]>, K>>(
    trx,
    table,
    rows,
    sql`${end} returning ${columns}`,
  )
  return (await answering.execute(trx)).rows
}
