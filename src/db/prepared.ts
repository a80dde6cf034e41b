import type { Compilable, CompiledQuery } from 'kysely'
import { type Dialect, dialectOf } from './dialect/index.ts'
import type { Db } from './schema.ts'

/** Stands in a statement for a value that comes with each asking. */
class Blank {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

const isBlank = (value: unknown): value is Blank => value instanceof Blank

const blanks = new Proxy({}, { get: (_, name) => new Blank(String(name)) })

type Values = Record<string, string | number | readonly string[] | readonly number[]>

/**
 * A statement that every request asks: to build it and to write it out takes longer than SQLite needs to answer it, so both are done
 * once for an engine and a `shape`; PostgreSQL keeps its plan, too. `build` gets a blank for each value: it may hand it on to the
 * statement, and cannot look at it.
 */
export function prepared<V extends Values, R, S extends string>(build: (db: Db, of: V, shape: S) => Compilable<R>) {
  const known = new WeakMap<Dialect, Map<S, CompiledQuery<R>>>()
  const compiled = (db: Db, shape: S): CompiledQuery<R> => {
    const dialect = dialectOf(db)
    const shapes = known.get(dialect) ?? new Map<S, CompiledQuery<R>>()
    known.set(dialect, shapes)
    let query = shapes.get(shape)
    if (!query) {
      query = dialect.sql.keepPlan(build(db, blanks as V, shape).compile(), isBlank)
      shapes.set(shape, query)
    }
    return query
  }
  return async (db: Db, values: V, shape: S): Promise<R[]> => {
    const query = compiled(db, shape)
    const { bound } = dialectOf(db).sql
    const parameters = query.parameters.map((one) => (isBlank(one) ? bound(values[one.name]) : one))
    return (await db.executeQuery<R>({ ...query, parameters })).rows
  }
}
