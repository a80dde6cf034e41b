import { type Dialect, type Driver, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import type { AnyDb } from '../../schema.ts'
import { Turns } from './turns.ts'

/** A transaction in the background keeps people waiting so long at most; in the shorter time an import writes half as many lines a second. */
const TURN_MS = 20
/**
 * Where nobody waited for the file lately: the first who comes finds it held for so long, once. A thousand lines of an import together write
 * half of what they write by three hundreds, and cost SQLite three quarters.
 */
const QUIET_TURN_MS = 250

/** The driver decides which statement may go on: Kysely's own adapter has all of them wait for one another. */
class OwnTurnsAdapter extends SqliteAdapter {
  readonly driver: Driver

  constructor(driver: Driver) {
    super()
    this.driver = driver
  }

  override get supportsMultipleConnections(): boolean {
    return true
  }
}

export const dialectOfDriver = (driver: Driver): Dialect => ({
  createAdapter: () => new OwnTurnsAdapter(driver),
  createDriver: () => driver,
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
})

const turnsOf = (db: AnyDb): Turns | undefined => {
  const { adapter } = db.getExecutor()
  return adapter instanceof OwnTurnsAdapter && adapter.driver instanceof Turns ? adapter.driver : undefined
}

/** No person waits for what `work` writes: the next turns of work in the background are as long as before. */
export const unhurried = <T>(db: AnyDb, work: () => Promise<T>): Promise<T> => turnsOf(db)?.unhurried(work) ?? work()

/** Milliseconds for which a transaction in the background may now keep others from writing to this database. */
export function turnMsOf(db: AnyDb): number {
  return turnsOf(db)?.isQuiet() ? QUIET_TURN_MS : TURN_MS
}
