// Transactions of long work run in a thread of their own: while one batch is written there, the next one is made here. Neither needs more
// of SQLite than one connection; those who read here meanwhile see what was committed before.
import { Worker } from 'node:worker_threads'
import Database from 'better-sqlite3'
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import { Courtesy } from './courtesy.ts'
import type { ManyRuns } from './many.ts'
import { BACKGROUND, isBusy, pause, Turn } from './turns.ts'
import { isFull, type Wal } from './wal.ts'

export interface WriterData {
  file: string
  pragmas: readonly string[]
}

export interface Order {
  text: string
  parameters: readonly unknown[]
  runs?: ManyRuns['runs'] | undefined
  /** Nothing is answered. */
  isUntold?: boolean | undefined
}

/** `isInTransaction`: a full disk ends a transaction by itself. */
export type Done = { isInTransaction: boolean } & (
  | { rows: unknown[]; changes: number }
  | { message: string; code: string }
)

/** Others who hold the file are waited for so long. */
const PATIENCE_MS = 5000
const PAUSE_MS = 4

/** The thread, which does one thing after the other. */
class Thread {
  readonly #worker: Worker
  readonly #waiting: { resolve: (done: Done) => void; reject: (error: Error) => void }[] = []
  isOver = false
  isInTransaction = false

  constructor(data: WriterData) {
    // Beside this file, compiled as it is.
    const path = new URL(import.meta.url.replace(/writer(\.[jt]s)/, 'writer-thread$1'))
    this.#worker = new Worker(path, { workerData: data, execArgv: [], resourceLimits: { maxYoungGenerationSizeMb: 8 } })
    this.#worker.unref()
    this.#worker.on('message', (done: Done) => this.#answered(done))
    this.#worker.on('error', (error: Error) => this.#end(error))
    this.#worker.on('exit', () => this.#end(new Error('the writing thread ended')))
  }

  async run(order: Order): Promise<{ rows: unknown[]; changes: number }> {
    // Somebody waits for the end of it: the process may not end before.
    if (this.#waiting.length === 0) this.#worker.ref()
    const done = await new Promise<Done>((resolve, reject) => {
      this.#waiting.push({ resolve, reject })
      this.#worker.postMessage(order)
    })
    if ('message' in done) throw new Database.SqliteError(done.message, done.code)
    return done
  }

  /** Runs it after what was sent before; what it fails of is told by the next order that is answered. */
  send(order: Order): void {
    this.#worker.postMessage(order)
  }

  #answered(done: Done): void {
    this.isInTransaction = done.isInTransaction
    const waiting = this.#waiting.shift()
    if (this.#waiting.length === 0) this.#worker.unref()
    waiting?.resolve(done)
  }

  #end(error: Error): void {
    this.isOver = true
    for (const { reject } of this.#waiting.splice(0)) reject(error)
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }
}

interface Hold extends DatabaseConnection {
  isOver: boolean
}

/** Writes to one file in the background, in transactions alone. */
export class Writer implements Driver {
  readonly #data: WriterData
  readonly #courtesy: Courtesy
  readonly #isHeld: () => boolean
  readonly #turn = new Turn()
  #thread: Thread | undefined

  /** `isHeld` is asked where the file is held: is it by who replaces the whole database? */
  constructor(file: string, isHeld: () => boolean = () => false) {
    this.#data = { file, pragmas: BACKGROUND }
    this.#courtesy = new Courtesy(file)
    this.#isHeld = isHeld
  }

  async init(): Promise<void> {}

  get #running(): Thread {
    if (!this.#thread || this.#thread.isOver) this.#thread = new Thread(this.#data)
    return this.#thread
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#turn.take()
    const hold: Hold = {
      isOver: false,
      executeQuery: (query) => this.#execute(hold, query),
      // biome-ignore lint/correctness/useYield: refuses before its first row
      async *streamQuery() {
        throw new Error('a writing thread answers whole statements')
      },
    }
    return hold
  }

  /** A transaction that has ended, by itself on a full disk or with its holder, takes nothing more. */
  async #execute<R>(hold: Hold, query: CompiledQuery & Partial<ManyRuns>): Promise<QueryResult<R>> {
    if (hold.isOver || !this.#running.isInTransaction) throw new Error('a statement of a transaction that is over')
    const { sql: text, parameters, runs, isUntold } = query
    if (isUntold) {
      this.#running.send({ text, parameters, runs, isUntold })
      return { rows: [] }
    }
    const { rows, changes } = await this.#running.run({ text, parameters, runs })
    return { rows: rows as R[], numAffectedRows: BigInt(changes) }
  }

  async beginTransaction(): Promise<void> {
    await this.#emptyWal()
    await this.#courtesy.letOthersGoFirst()
    for (const until = performance.now() + PATIENCE_MS; ; await pause(PAUSE_MS))
      try {
        await this.#end('begin')
        return
      } catch (error) {
        if (!isBusy(error) || performance.now() > until || this.#isHeld()) throw error
      }
  }

  /** Between transactions: who measures how long a batch kept others waiting would count it. */
  async #emptyWal(): Promise<void> {
    const ask = async (mode: string) => {
      const { rows } = await this.#running.run(orderOf(`pragma wal_checkpoint(${mode})`))
      return rows[0] as Wal
    }
    if (isFull(await ask('noop'), this.#courtesy.isQuiet())) await ask('passive')
  }

  async #end(statement: 'begin' | 'commit' | 'rollback'): Promise<void> {
    await this.#running.run(orderOf(statement))
  }

  commitTransaction(): Promise<void> {
    return this.#end('commit')
  }

  rollbackTransaction(): Promise<void> {
    return this.#end('rollback')
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    const hold = connection as Hold
    hold.isOver = true
    this.#turn.give()
  }

  async destroy(): Promise<void> {
    this.#courtesy.close()
    await this.#thread?.close()
  }
}

const orderOf = (text: string): Order => ({ text, parameters: [] })
