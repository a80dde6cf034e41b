// A database that a test can take back to a point, however often: what it costs is a savepoint, not a new site.
import { type ControlledTransaction, sql, type Transaction } from 'kysely'
import type { Db, Schema } from '../../src/db/schema.ts'
import { isPostgres, type TestDb, testDb } from './db.ts'

const POINT = 'depart'

/** Savepoints as Kysely types them: by the names they were given so far. */
type Outer = ControlledTransaction<Schema, string[]>

/** Members of `target`, but for those in `own`; Kysely's classes have private fields, so that its methods need the real `this`. */
function withOwn<T extends object>(target: T, own: object): T {
  return new Proxy(target, {
    get(_, key) {
      if (Object.hasOwn(own, key)) return Reflect.get(own, key)
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** `db.transaction()` gives savepoints within the one transaction, one after the other as if they were transactions. */
function nested(outer: Outer) {
  let before: Promise<unknown> = Promise.resolve()
  const inner = withOwn(outer, { isTransaction: true }) as unknown as Transaction<Schema>
  async function run<T>(work: (trx: Transaction<Schema>) => Promise<T>): Promise<T> {
    await outer.savepoint('transaction').execute()
    try {
      const result = await work(inner)
      await outer.releaseSavepoint('transaction').execute()
      return result
    } catch (error) {
      await outer.rollbackToSavepoint('transaction').execute()
      throw error
    }
  }
  const execute = <T>(work: (trx: Transaction<Schema>) => Promise<T>): Promise<T> => {
    const mine = before.then(() => run(work))
    before = mine.catch(() => undefined)
    return mine
  }
  const builder = { execute, setIsolationLevel: () => builder, setAccessMode: () => builder }
  return builder
}

/** Sets the counters of ids back to where they stand now; SQLite's are rows like others. */
async function idsAgain(db: Db): Promise<() => Promise<void>> {
  if (!isPostgres) return async () => undefined
  const { rows } = await sql<{ calls: string }>`select string_agg(format('setval(%L, %s, %L)',
    schemaname || '.' || sequencename, coalesce(last_value, 1), last_value is not null), ', ') as calls
    from pg_sequences where schemaname = 'public'`.execute(db)
  const again = sql`select ${sql.raw(rows[0]?.calls ?? '1')}`
  return async () => void (await again.execute(db))
}

export interface RewindableDb extends TestDb {
  /** From here on `undo` takes back what was done. */
  mark(): Promise<void>
  /** Rows made next get the ids of those taken back. */
  undo(): Promise<void>
}

/** A migrated, empty database whose every statement stands in one transaction that is never committed. */
export async function rewindableDb(): Promise<RewindableDb> {
  const { db, close } = await testDb()
  const outer: Outer = await db.startTransaction().execute()
  const transactions = nested(outer)
  let again = async () => {}
  return {
    db: withOwn<Db>(outer, { isTransaction: false, transaction: () => transactions }),
    async mark() {
      await outer.savepoint(POINT).execute()
      again = await idsAgain(outer)
    },
    async undo() {
      await outer.rollbackToSavepoint(POINT).execute()
      await again()
    },
    async close() {
      await outer.rollback().execute()
      await close()
    },
  }
}
