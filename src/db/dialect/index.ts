import { PostgresAdapter } from 'kysely'
import type { AnyDb } from '../schema.ts'
import type { Dialect } from './dialect.ts'
import { postgresDialect } from './postgres/dialect.ts'
import { sqliteDialect } from './sqlite/dialect.ts'

/** The engine behind a database or a transaction; the one `instanceof` of the code base. */
export function dialectOf(db: AnyDb): Dialect {
  return db.getExecutor().adapter instanceof PostgresAdapter ? postgresDialect : sqliteDialect
}

export type { Dialect, PlainRow } from './dialect.ts'
export type { FoundKey, SearchEntry, SearchExpr, SearchKey, SearchLeaf, SearchQuery } from './search.ts'
export { allOf, anyOf, atLeast, earlier, estimate, FIELD_GAP, isNever, MARK, NEVER } from './search.ts'
export { wordCount } from './search-decades.ts'
export { reachingAlone } from './search-reaching.ts'
