import type { CompiledQuery, Insertable } from 'kysely'
import { type Dialect, dialectOf } from '../../db/dialect/index.ts'
import type { Db, Schema } from '../../db/schema.ts'

/**
 * Statements of many parameters are kept prepared, and are heavy: a list of any length would leave one for each length. Lists
 * of values and of rows therefore come in a few lengths only.
 */
const LENGTHS = [2000, 1000, 500, 100, 50, 10, 5, 1] as const
/** Rows have many columns each: a larger statement costs more memory than it saves time. */
const MOST_ROWS = 500

/** The values, the last one repeated up to the next of a few lengths: for `in (…)`. The list must not be empty. */
export function padded<T>(values: readonly T[]): T[] {
  const length = LENGTHS.findLast((each) => each >= values.length) ?? values.length
  const last = values.at(-1)
  return last === undefined ? [] : [...values, ...new Array<T>(length - values.length).fill(last)]
}

/** The rows in slices of a few lengths: for `insert … values (…), (…)`. */
export function* slices<T>(rows: readonly T[]): Generator<T[], void> {
  for (let at = 0; at < rows.length; ) {
    const length = LENGTHS.find((each) => each <= Math.min(MOST_ROWS, rows.length - at)) ?? 1
    yield rows.slice(at, at + length)
    at += length
  }
}

type Statement = CompiledQuery<{ id: number }>
type Table = 'import_lignes' | 'import_messages' | 'lieux'

const compiled = new WeakMap<Dialect, Map<string, Statement>>()

/** The statement for as many rows of these columns, made once: making it costs more than running it. */
function statementFor<T extends Table>(trx: Db, table: T, rows: Insertable<Schema[T]>[], names: string[]): Statement {
  const dialect = dialectOf(trx)
  const known = compiled.get(dialect) ?? new Map<string, Statement>()
  compiled.set(dialect, known)
  const key = `${table} ${names.join()} ${rows.length}`
  const made = known.get(key)
  if (made) return made
  const query = trx.insertInto(table).values(rows as never)
  const statement = (table === 'lieux' ? query.returning('id' as never) : query).compile() as CompiledQuery<{
    id: number
  }>
  known.set(key, statement)
  return statement
}

/** Inserts rows that have the same columns in the same order; of places, returns the ids. */
export async function insertRows<T extends Table>(trx: Db, table: T, rows: Insertable<Schema[T]>[]): Promise<number[]> {
  const ids: number[] = []
  for (const slice of slices(rows)) {
    const names = Object.keys(slice[0] ?? {})
    const parameters = slice.flatMap((row) => names.map((name) => row[name as keyof typeof row]))
    const result = await trx.executeQuery({ ...statementFor(trx, table, slice, names), parameters })
    for (const { id } of result.rows as { id: number }[]) ids.push(id)
  }
  return ids
}
