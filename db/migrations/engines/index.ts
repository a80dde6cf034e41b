import { PostgresAdapter } from 'kysely'
import type { AnyDb } from '../../../src/db/schema.ts'
import type { Engine } from './engine.ts'
import { postgresEngine } from './postgres.ts'
import { sqliteEngine } from './sqlite.ts'

/** The engine behind a database, as migrations know it. */
export function engineOf(db: AnyDb): Engine {
  return db.getExecutor().adapter instanceof PostgresAdapter ? postgresEngine : sqliteEngine
}
