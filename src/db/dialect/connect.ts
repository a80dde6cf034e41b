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
}

export function openPostgres(url: string, { maxConnections = 8, onError = () => {} }: PostgresOptions = {}): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: 3000,
    idleTimeoutMillis: 30_000,
    options: '-c statement_timeout=10000 -c jit=off',
  })
  // Without a listener the process dies when the server stops or restarts.
  pool.on('error', onError)
  // The pool listens to idle connections only; one that is cut between two queries of a transaction must not end us either.
  pool.on('connect', (client) => {
    client.on('error', onError)
  })
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), plugins: [valuesPlugin] })
}
