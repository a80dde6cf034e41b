import { type Dialect, Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import type { Db, Schema } from '../schema.ts'
import { valuesPlugin } from '../values-plugin.ts'
import { Copies, placeOf } from './postgres/copies.ts'
import { LIFETIME_S } from './postgres/kept-plans.ts'
import { Line, linedPool } from './postgres/line.ts'
import { ServerWatch, watchedPool } from './postgres/watch.ts'
import { dialectOfDriver } from './sqlite/adapter.ts'
import { Readers } from './sqlite/readers.ts'
import { Turns } from './sqlite/turns.ts'
import { Writer } from './sqlite/writer.ts'

const kysely = (dialect: Dialect): Db => new Kysely<Schema>({ dialect, plugins: [valuesPlugin] })

const besides = new WeakMap<Db, Db>()
const writers = new WeakMap<Db, Db>()
const followed = new WeakMap<Db, { db: Db; copies: Copies }>()

/** A database of either engine is opened by these. */
export interface OpenOptions extends PostgresOptions {
  /** Asked where the database is held: is all of it being replaced? Then SQLite's writers are refused at once. */
  isHeld?: () => boolean
  /** How long SQLite waits for another program that holds the file: 5 s, but for tests. */
  patienceMs?: number
  /** Writes for nobody who waits for it: SQLite's other writers go first, in whatever process. */
  isBackground?: boolean
}

/** A SQLite database: a file's path, or the bytes of one (kept in memory, for tests). It is opened by its first statement. */
export function openSqlite(file: string | Buffer, { isHeld, patienceMs, isBackground }: OpenOptions = {}): Db {
  if (typeof file !== 'string') return kysely(dialectOfDriver(new Turns(file, {})))
  const readers = new Readers(file)
  const writer = isBackground ? new Writer(file, isHeld) : undefined
  const closed = () => void Promise.all([readers.destroy(), writer?.destroy()])
  const db = kysely(dialectOfDriver(new Turns(file, { isHeld, patienceMs, isBackground, closed })))
  besides.set(db, kysely(dialectOfDriver(readers)))
  if (writer) writers.set(db, kysely(dialectOfDriver(writer)))
  return db
}

/**
 * Reads that may be long ask this second way into the same database, and keep no request waiting: no writing, no transaction, no stream.
 * It closes with the other one. PostgreSQL, which waits for nobody, and a database in memory are their own.
 */
export const readsBeside = (db: Db): Db => besides.get(db) ?? db

/**
 * Long work in the background begins its transactions here, so that it can make the next batch while one is written: by a thread on SQLite,
 * by the server on PostgreSQL. Each statement goes there and back: for transactions of few statements that say much. A database that was not
 * opened for work in the background is its own.
 */
export const writesBeside = (db: Db): Db => writers.get(db) ?? db

export interface PostgresOptions {
  maxConnections?: number
  onError?: (error: Error) => void
  /** Schema to work in, instead of the user's own. */
  searchPath?: string
  /** 0: as long as it takes. */
  statementTimeoutMs?: number
  /** For who answers people: what a server leaves unanswered that says nothing at all is given up. Others wait for it. */
  isWatched?: boolean
  /** How often it is looked after then: every 250 ms, but for tests. */
  lookMs?: number
  /** Addresses of servers that follow this one, for what is only read. */
  copies?: readonly string[]
  /** Told which of them is read from now on, or left, and why. */
  onCopy?: (place: string, isUsed: boolean, reason?: unknown) => void
}

const STATEMENT_TIMEOUT_MS = 10_000
/** Before the system asks whether the other end of a silent line is still there. */
const KEEP_ALIVE_MS = 10_000

function poolTo(url: string, asked: PostgresOptions): PostgresPool {
  const { maxConnections = 8, onError = () => {}, searchPath, statementTimeoutMs = STATEMENT_TIMEOUT_MS } = asked
  const isUsual = searchPath === undefined && statementTimeoutMs === STATEMENT_TIMEOUT_MS
  const line = new Line(url, { statementTimeoutMs, searchPath }, isUsual)
  const pool = new pg.Pool({
    max: maxConnections,
    Client: line.Client,
    maxLifetimeSeconds: LIFETIME_S,
    connectionTimeoutMillis: 2500,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    onConnect: (client) => line.meet(client),
  })
  // Without a listener the process dies when the server stops or restarts.
  pool.on('error', onError)
  // The pool listens to idle connections only; one that is cut between two queries of a transaction must not end us either.
  pool.on('connect', (client) => {
    client.on('error', onError)
  })
  if (!asked.isWatched) return linedPool(pool, line)
  const watch = new ServerWatch({ ask: () => line.isThere(), onSilent: onError, lookMs: asked.lookMs })
  return watchedPool(pool, line, { watch, statementTimeoutMs })
}

export function openPostgres(url: string, asked: PostgresOptions = {}): Db {
  const pool = poolTo(url, asked)
  if (!asked.copies?.length) return kysely(new PostgresDialect({ pool }))
  const { copies: urls, onCopy = () => {}, lookMs } = asked
  const followers = urls.map((one) => ({ place: placeOf(one), pool: poolTo(one, { ...asked, isWatched: true }) }))
  const copies = new Copies(pool, followers, { onChange: onCopy, lookMs })
  const besideCopies = kysely(new PostgresDialect({ pool: copies.pool }))
  const end = async () => {
    await besideCopies.destroy()
    await pool.end()
  }
  const db = kysely(new PostgresDialect({ pool: { connect: () => pool.connect(), end, options: pool.options } }))
  followed.set(db, { db: besideCopies, copies })
  return db
}

/** The copies of a database that are read, with the database that its readers ask for them; undefined where it has none. */
export const copiesOf = (db: Db): { db: Db; copies: Copies } | undefined => followed.get(db)
