import type { Base } from './dialect/base.ts'
import { postgresBase } from './dialect/postgres/base.ts'
import { sqliteBase } from './dialect/sqlite/base.ts'
import { migrateToLatest } from './migrate.ts'
import { schemeOf } from './open.ts'

export type { Base, SavedBase, Watch } from './dialect/base.ts'
export { FORMS } from './dialect/base.ts'
export { BaseMismatch, checkTallies, rowCount } from './dialect/base-rows.ts'
export { carry } from './dialect/carry.ts'
export { isKnownMigration } from './migrate.ts'

/** The database at an address, as a whole. Throws on an address that `openDatabase` does not take either. */
export const baseAt = (url: string): Base =>
  schemeOf(url) === 'sqlite' ? sqliteBase(url.slice('sqlite:'.length)) : postgresBase(url)

/** Brings the database at an address to the newest version, however long a statement takes: an index over a million records. */
export async function migrateBase(url: string): Promise<void> {
  const db = baseAt(url).open()
  try {
    await migrateToLatest(db)
  } finally {
    await db.destroy()
  }
}
