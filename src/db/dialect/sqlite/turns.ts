// One connection serves all requests, and better-sqlite3 waits inside the event loop: whoever held the file from outside (an editor, an
// antivirus, a command) would stop every page for as long. So SQLite itself waits for nobody here: what finds the file held
// gives its turn back, pauses, and asks again, while others go on reading.
import { setImmediate } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { CompiledQuery, type DatabaseConnection, type QueryResult, SqliteDriver } from 'kysely'
import { Courtesy } from './courtesy.ts'
import { type SqliteConnection, sqliteConnection } from './driver.ts'
import type { ManyRuns } from './many.ts'
import { isFull, type Wal } from './wal.ts'

/** A statement waits so long for whoever holds the file. */
const PATIENCE_MS = 5000
/** Before it is asked for again; twice as long each time. Work in the background lets go of the file within 20 ms. */
const FIRST_PAUSE_MS = 1
const LONG_PAUSE_MS = 4
const LONGEST_PAUSE_MS = 32
/** Held for so long, it is held by somebody else. */
const LONG_HELD_MS = 100

export const BACKGROUND = ['synchronous = normal', 'wal_autocheckpoint = 0'] as const
export interface TurnsOptions {
  /** Asked where the file is held: is it by who replaces the whole database? Then nobody waits. */
  isHeld?: (() => boolean) | undefined
  patienceMs?: number | undefined
  /** Writes for nobody who waits for it: begins no transaction while somebody else waits for the file. */
  isBackground?: boolean | undefined
  /** Told when the connection is closed. */
  closed?: () => void
}

const longest = (long: number): number => (performance.now() < long ? LONG_PAUSE_MS : LONGEST_PAUSE_MS)

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

export const isBusy = (error: unknown): boolean =>
  error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')

/**
 * Background work commits without waiting for the disk: what a power cut takes from it, it takes whole from the last on, and the work goes
 * on from what is left. It empties the WAL before others have to, whose commits would wait for that.
 */
function opened(file: string | Buffer, isBackground: boolean): SqliteConnection {
  const connection = sqliteConnection(file, 0)
  if (isBackground)
    for (const pragma of BACKGROUND) {
      const statement = connection.prepare(`pragma ${pragma}`)
      if (statement.reader) statement.all([])
      else statement.run([])
    }
  return connection
}

/** One holder's time with the connection. `isOver`: the turn is somebody else's. */
interface Hold extends DatabaseConnection {
  transaction: 'none' | 'begun' | 'ended'
  isOver: boolean
}

/** One after the other, in the order in which they came. */
export class Turn {
  #isTaken = false
  readonly #line: (() => void)[] = []

  take(): Promise<void> | undefined {
    if (this.#isTaken) return new Promise((resolve) => this.#line.push(resolve))
    this.#isTaken = true
    return undefined
  }

  give(): void {
    const next = this.#line.shift()
    if (next) next()
    else this.#isTaken = false
  }
}

/**
 * The connection and whose turn it is: for one statement, or for all those of a transaction. Outside a transaction the turn may go to
 * others while a statement waits for the file: the statements of one holder come one after the other, never side by side.
 */
export class Turns extends SqliteDriver {
  readonly #open: () => SqliteConnection
  readonly #options: TurnsOptions
  readonly #turn = new Turn()
  /** The first that waits for the file asks for it, the others come after. */
  readonly #waiting = new Turn()
  readonly #courtesy: Courtesy | undefined
  #connection: SqliteConnection | undefined
  #unhurried = 0

  constructor(file: string | Buffer, options: TurnsOptions) {
    super({ database: () => Promise.reject(new Error('opened by `init`')) })
    this.#open = () => opened(file, options.isBackground === true)
    this.#options = options
    this.#courtesy = typeof file === 'string' ? new Courtesy(file) : undefined
  }

  override async init(): Promise<void> {
    await this.#turn.take()
    try {
      this.#connection = await this.#patiently(this.#open)
    } finally {
      this.#turn.give()
    }
  }

  get #opened(): SqliteConnection {
    if (!this.#connection) throw new Error('the database is not open')
    return this.#connection
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    await this.#turn.take()
    const hold: Hold = {
      transaction: 'none',
      isOver: false,
      executeQuery: async <R>(query: CompiledQuery) => {
        // Meanwhile the turn is given back, unless the holder goes on without a transaction.
        if (hold.transaction === 'ended') await setImmediate()
        return this.#patiently(() => {
          this.#check(hold)
          return this.#run<R>(query)
        })
      },
      streamQuery: <R>(query: CompiledQuery) => {
        this.#check(hold)
        return this.#stream<R>(query)
      },
    }
    return hold
  }

  override async releaseConnection(connection?: DatabaseConnection): Promise<void> {
    const hold = connection as Hold
    hold.isOver = true
    this.#turn.give()
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#options.isBackground) {
      this.#emptyWal()
      await this.#courtesy?.letOthersGoFirst()
    }
    await super.beginTransaction(connection)
    const hold = connection as Hold
    hold.transaction = 'begun'
  }

  /** No person waits for what is written meanwhile. */
  async unhurried<T>(work: () => Promise<T>): Promise<T> {
    this.#unhurried += 1
    try {
      return await work()
    } finally {
      this.#unhurried -= 1
    }
  }

  /** Did no person wait for the file lately, in whatever process? A database in memory has nobody. */
  isQuiet(): boolean {
    return this.#courtesy?.isQuiet() !== false
  }

  /**
   * Between transactions, and not at the end of one, where SQLite does it: nobody waits for this, but who measures how long a batch
   * kept others waiting would count it, and make the next one a quarter as long.
   */
  #emptyWal(): void {
    const ask = (mode: string) => this.#opened.prepare(`pragma wal_checkpoint(${mode})`).all([])[0] as Wal
    if (isFull(ask('noop'), this.isQuiet())) ask('passive')
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    this.#end(connection, 'commit')
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    this.#end(connection, 'rollback')
  }

  #end(connection: DatabaseConnection, statement: 'commit' | 'rollback'): void {
    this.#run(CompiledQuery.raw(statement))
    const hold = connection as Hold
    hold.transaction = 'ended'
  }

  /**
   * A transaction that has ended, by itself on a full disk or while some of its statements were on their way, takes nothing more:
   * it would be written alone, though the whole was given up, or in the transaction of somebody else.
   */
  #check({ transaction, isOver }: Hold): void {
    const hasEnded = transaction === 'begun' && !this.#opened.isInTransaction()
    if (isOver || hasEnded) throw new Error('a statement of a transaction that is over')
  }

  override async destroy(): Promise<void> {
    this.#options.closed?.()
    this.#courtesy?.close()
    this.#connection?.close()
  }

  #run<R>({ sql, parameters, runs }: CompiledQuery & Partial<ManyRuns>): QueryResult<R> {
    const statement = this.#opened.prepare(sql)
    if (runs) {
      for (const run of runs) statement.run(run)
      return { rows: [] }
    }
    if (statement.reader) return { rows: statement.all(parameters) as R[] }
    const { changes, lastInsertRowid } = statement.run(parameters)
    return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] }
  }

  async *#stream<R>({ sql, parameters }: CompiledQuery): AsyncGenerator<QueryResult<R>> {
    for (const row of this.#opened.prepare(sql).iterate(parameters)) yield { rows: [row as R] }
  }

  /** Does it at once, or as soon as the file is free. SQLite has changed nothing where it says that it is held. */
  async #patiently<T>(work: () => T): Promise<T> {
    try {
      return work()
    } catch (error) {
      if (!this.#isWorthWaiting(error)) throw error
    }
    const until = performance.now() + (this.#options.patienceMs ?? PATIENCE_MS)
    this.#turn.give()
    await this.#waiting.take()
    try {
      return await this.#ask(work, until)
    } finally {
      this.#waiting.give()
    }
  }

  /** Comes back with the turn, whatever became of it. */
  async #ask<T>(work: () => T, until: number): Promise<T> {
    const long = performance.now() + LONG_HELD_MS
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, longest(long))) {
      if (!this.#options.isBackground) this.#courtesy?.wait(this.#unhurried === 0)
      await pause(pauseMs)
      await this.#turn.take()
      try {
        const done = work()
        if (!this.#options.isBackground) this.#courtesy?.waitNoLonger(this.#unhurried === 0)
        return done
      } catch (error) {
        if (performance.now() > until || !this.#isWorthWaiting(error)) throw error
      }
      this.#turn.give()
    }
  }

  /** In a transaction the file is ours: what is said to be held then is so for good. */
  #isWorthWaiting(error: unknown): boolean {
    return isBusy(error) && !this.#connection?.isInTransaction() && this.#options.isHeld?.() !== true
  }
}
