import { closeSync, openSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { SqliteDatabase, SqliteStatement } from 'kysely'

/** Versions with the WAL-reset corruption race (reliability.md, finding 3) are older than this. */
const OLDEST_SAFE = [3, 51, 3] as const
const CACHED_STATEMENTS = 400

function bindable(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value instanceof Date) return value.toISOString()
  return value
}

const isBindable = (value: unknown): boolean => typeof value !== 'boolean' && !(value instanceof Date)

/** Most lists are taken as they are: a copy of those of an import would cost as much as its reading. */
const bind = (parameters: ReadonlyArray<unknown>): ReadonlyArray<unknown> =>
  parameters.every(isBindable) ? parameters : parameters.map(bindable)

/** Threads and processes that nobody waits for may wait that long inside SQLite. */
const BUSY_MS = 5000

/** Kysely's idea of a connection, and what tells whether a transaction is open in it. */
export interface SqliteConnection extends SqliteDatabase {
  isInTransaction(): boolean
}

function mapped(statement: Database.Statement): SqliteStatement {
  return {
    reader: statement.reader,
    all: (parameters) => statement.all(bind(parameters)),
    run: (parameters) => statement.run(bind(parameters)),
    iterate: (parameters) => statement.iterate(bind(parameters)) as IterableIterator<unknown>,
  }
}

/** Changes nothing. */
const NOTHING: SqliteStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [].values(),
}

function refuseUnsafeVersion(raw: Database.Database): void {
  const version = raw.prepare('select sqlite_version()').pluck().get() as string
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  const [a, b, c] = OLDEST_SAFE
  const safe = major > a || (major === a && (minor > b || (minor === b && patch >= c)))
  if (!safe)
    throw new Error(`SQLite ${version} peut abîmer une base en mode WAL : il faut au moins ${OLDEST_SAFE.join('.')}.`)
}

/**
 * A connection keeps so much of its pages in memory. The system keeps all that there is room for, once for all processes: with four times
 * as much here, pages of a million records cost the processor what they cost now, and each process 80 MB more.
 */
const CACHE_KIB = 16_384

function configure(raw: Database.Database): void {
  raw.pragma('journal_mode = WAL')
  // better-sqlite3 is built with NORMAL in WAL mode: an acknowledged record could be lost in a power cut.
  raw.pragma('synchronous = FULL')
  raw.pragma('foreign_keys = ON')
  raw.pragma(`cache_size = -${CACHE_KIB}`)
  // 48 MB, far more than work in the background leaves in it (wal.ts): a save of a person never empties it.
  raw.pragma('wal_autocheckpoint = 12000')
  if (raw.pragma('synchronous', { simple: true }) !== 2) throw new Error('SQLite refuse synchronous=FULL.')
}

/**
 * The better-sqlite3 connection as Kysely wants it: values the driver refuses are turned, statements are kept prepared, and
 * `begin` becomes `begin immediate` (deferred transactions that read then write fail with SQLITE_BUSY between processes).
 * `busyMs`: how long it waits for other programs, while nothing else of its thread goes on.
 */
export function sqliteConnection(file: string | Buffer, busyMs = BUSY_MS): SqliteConnection {
  // Password hashes and names of living people: for the owner's eyes, whatever the umask. -wal and -shm take the same mode.
  if (typeof file === 'string') closeSync(openSync(file, 'a', 0o600))
  const raw = new Database(file, { timeout: busyMs })
  try {
    refuseUnsafeVersion(raw)
    configure(raw)
  } catch (error) {
    raw.close()
    throw error
  }
  const cache = new Map<string, { raw: Database.Statement; mapped: SqliteStatement }>()
  return {
    isInTransaction: () => raw.inTransaction,
    prepare(sql) {
      // A full disk has ended the transaction already: a second end would be refused, and hide why.
      if (/^rollback$/i.test(sql) && !raw.inTransaction) return NOTHING
      const text = /^begin$/i.test(sql) ? 'begin immediate' : sql
      const known = cache.get(text)
      // A statement that is being iterated refuses a second use.
      if (known && !known.raw.busy) return known.mapped
      const statement = raw.prepare(text)
      const entry = { raw: statement, mapped: mapped(statement) }
      if (cache.size >= CACHED_STATEMENTS) cache.clear()
      cache.set(text, entry)
      return entry.mapped
    },
    close() {
      cache.clear()
      raw.close()
    },
  }
}
