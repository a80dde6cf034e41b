import { Migrator } from 'kysely/migration'
import { migrations } from '../../db/migrations/index.ts'
import type { Db } from './schema.ts'

function migrator(db: Db): Migrator {
  return new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } })
}

/** Brings the schema to the newest version; the migrations' own lock makes one winner of several processes. */
export async function migrateToLatest(db: Db): Promise<void> {
  const { error } = await migrator(db).migrateToLatest()
  if (error) throw error
}

/** Names of migrations the database does not have yet; the application refuses to serve while there are any. */
export async function pendingMigrations(db: Db): Promise<string[]> {
  const known = await migrator(db).getMigrations()
  return known.filter((migration) => !migration.executedAt).map((migration) => migration.name)
}
