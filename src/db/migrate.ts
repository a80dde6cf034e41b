import { Migrator } from 'kysely/migration'
import { engineOf } from '../../db/migrations/engines/index.ts'
import { migrations } from '../../db/migrations/index.ts'
import type { AnyDb, Db } from './schema.ts'

/** `schema`: where the record of the migrations is, for a schema that is not the connection's usual one. */
function migrator(db: Db, schema?: string, names: readonly string[] = Object.keys(migrations)): Migrator {
  const chosen = Object.fromEntries(Object.entries(migrations).filter(([name]) => names.includes(name)))
  const place = schema === undefined ? {} : { migrationTableSchema: schema }
  return new Migrator({ db, provider: { getMigrations: () => Promise.resolve(chosen) }, ...place })
}

async function migrate(to: Migrator): Promise<void> {
  const { error } = await to.migrateToLatest()
  if (error) throw error
}

/** Brings the schema to the newest version; the migrations' own lock makes one winner of several processes. */
export const migrateToLatest = (db: Db, schema?: string): Promise<void> => migrate(migrator(db, schema))

/** Brings an empty database to what these migrations made of one. */
export const migrateBy = (db: Db, names: readonly string[], schema?: string): Promise<void> =>
  migrate(migrator(db, schema, names))

/**
 * Makes the tables of an empty database those that migration 0061 leaves where there are records: an index of before, to serve,
 * and a new one beside it. For what was saved at that moment.
 */
export async function withNextIndex(db: AnyDb): Promise<void> {
  await engineOf(db).clearSearchIndex(db)
  await engineOf(db).createNextSearchIndex(db)
}

/** Names of migrations the database does not have yet; the application refuses to serve while there are any. */
export async function pendingMigrations(db: Db): Promise<string[]> {
  const known = await migrator(db).getMigrations()
  return known.filter((migration) => !migration.executedAt).map((migration) => migration.name)
}

const NAMES = Object.keys(migrations).toSorted()

const migrationsDone = (db: AnyDb) => db.selectFrom('kysely_migration')

/**
 * Is a database that has been opened by this version still of this version? Another server of the site may have brought it to a
 * newer one, or back to an older one.
 */
export async function isOfThisVersion(db: AnyDb): Promise<boolean> {
  const { n, last } = await migrationsDone(db)
    .select((eb) => [eb.fn.countAll<number>().as('n'), eb.fn.max('name').as('last')])
    .executeTakeFirstOrThrow()
  return n === NAMES.length && last === NAMES.at(-1)
}

/** No migration has made anything of it. */
export const isEmpty = async (db: Db): Promise<boolean> => (await pendingMigrations(db)).length === NAMES.length

/** Compares the version of a database with ours; one that is empty is older than any. */
export async function ageOf(db: Db): Promise<'older' | 'ours' | 'newer'> {
  const pending = await pendingMigrations(db)
  if (pending.length === NAMES.length) return 'older'
  const done = await migrationsDone(db).select('name').execute()
  if (!done.every(({ name }) => isKnownMigration(name))) return 'newer'
  return pending.length > 0 ? 'older' : 'ours'
}

export const isKnownMigration = (name: string): boolean => Object.hasOwn(migrations, name)

/** A database that went through these migrations still needs those. */
export const migrationsAfter = (names: readonly string[]): string[] =>
  Object.keys(migrations).filter((name) => !names.includes(name))
