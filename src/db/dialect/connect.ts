import { Kysely, PostgresDialect, SqliteDialect } from 'kysely'
import pg from 'pg'
import type { Db, Schema } from '../schema.ts'
import { valuesPlugin } from '../values-plugin.ts'
import { sqliteConnection } from './sqlite-driver.ts'

/** A SQLite database: a file's path, or the bytes of one (kept in memory, for tests). */
export function openSqlite(file: string | Buffer): Db {
  return new Kysely<Schema>({
    dialect: new SqliteDialect({ database: sqliteConnection(file) }),
    plugins: [valuesPlugin],
  })
}

export interface PostgresOptions {
  maxConnections?: number
  onError?: (error: Error) => void
  /** Schema to work in, instead of the user's own. */
  searchPath?: string
  /** 0: as long as it takes. */
  statementTimeoutMs?: number
}

const STATEMENT_TIMEOUT_MS = 10_000

export function openPostgres(url: string, asked: PostgresOptions = {}): Db {
  const { maxConnections = 8, onError = () => {}, searchPath, statementTimeoutMs = STATEMENT_TIMEOUT_MS } = asked
  const path = searchPath === undefined ? '' : ` -c search_path=${searchPath}`
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: 3000,
    idleTimeoutMillis: 30_000,
    options: `-c statement_timeout=${statementTimeoutMs} -c jit=off${path}`,
  })
  // Without a listener the process dies when the server stops or restarts.
  pool.on('error', onError)
  // The pool listens to idle connections only; one that is cut between two queries of a transaction must not end us either.
  pool.on('connect', (client) => {
    client.on('error', onError)
  })
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), plugins: [valuesPlugin] })
}
