// Reads beside the event loop (search.md, finding 8): better-sqlite3 answers while everything else waits, and one search that takes
// a third of a second would make every page slow. These threads start with the first search and end when nobody searches any more.
import { Worker } from 'node:worker_threads'
import Database from 'better-sqlite3'
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'

/** One may be long at its answer while the other serves everybody else. */
const MAX_THREADS = 2
const IDLE_MS = 120_000
/** A thread's share of the pages kept in memory. */
const CACHE_KIB = 8192

export interface ReaderData {
  file: string
  cacheKib: number
}

export interface Question {
  id: number
  text: string
  parameters: readonly unknown[]
}

export type Answer = { id: number; rows: unknown[] } | { id: number; message: string; code: string }

interface Waiting {
  resolve: (rows: unknown[]) => void
  reject: (error: Error) => void
}

/** One thread with what it was asked and has not answered. */
class Reader {
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  #asked = 0
  isOver = false

  constructor(data: ReaderData) {
    // Beside this file, compiled as it is.
    const path = new URL(import.meta.url.replace(/readers(\.[jt]s)/, 'reader$1'))
    this.#worker = new Worker(path, { workerData: data, execArgv: [], resourceLimits: { maxYoungGenerationSizeMb: 8 } })
    // A process that has nothing else to do ends.
    this.#worker.unref()
    this.#worker.on('message', (answer: Answer) => this.#answered(answer))
    this.#worker.on('error', (error: Error) => this.#end(error))
    this.#worker.on('exit', () => this.#end(new Error('the reading thread ended')))
  }

  get load(): number {
    return this.#waiting.size
  }

  ask({ sql, parameters }: CompiledQuery): Promise<unknown[]> {
    this.#asked += 1
    const id = this.#asked
    // Somebody waits for the answer: the process may not end before it.
    if (this.load === 0) this.#worker.ref()
    const rows = new Promise<unknown[]>((resolve, reject) => this.#waiting.set(id, { resolve, reject }))
    this.#worker.postMessage({ id, text: sql, parameters } satisfies Question)
    return rows
  }

  #answered(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    if (this.load === 0) this.#worker.unref()
    if ('rows' in answer) waiting?.resolve(answer.rows)
    else waiting?.reject(new Database.SqliteError(answer.message, answer.code))
  }

  #end(error: Error): void {
    this.isOver = true
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }

  async close(): Promise<void> {
    this.isOver = true
    await this.#worker.terminate()
  }
}

/** The threads that read one file. */
export class Readers implements Driver {
  readonly #data: ReaderData
  #readers: Reader[] = []
  #idle: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(file: string) {
    this.#data = { file, cacheKib: CACHE_KIB }
  }

  async init(): Promise<void> {}

  /** The least busy thread, or one more. */
  #reader(): Reader {
    this.#readers = this.#readers.filter((one) => !one.isOver)
    const [best] = this.#readers.toSorted((a, b) => a.load - b.load)
    if (best && (best.load === 0 || this.#readers.length >= MAX_THREADS)) return best
    const reader = new Reader(this.#data)
    this.#readers.push(reader)
    return reader
  }

  #whenIdle(): void {
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => {
      if (this.#readers.every((one) => one.load === 0)) void this.#stop()
      else this.#whenIdle()
    }, IDLE_MS).unref()
  }

  async read<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#isClosed) throw new Error('the database was closed')
    this.#whenIdle()
    return { rows: (await this.#reader().ask(query)) as R[] }
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return {
      executeQuery: <R>(query: CompiledQuery) => this.read<R>(query),
      // biome-ignore lint/correctness/useYield: refuses before its first row
      async *streamQuery() {
        throw new Error('a reading thread answers whole statements')
      },
    }
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(): Promise<void> {
    throw new Error('a reading thread has no transactions')
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#isClosed = true
    await this.#stop()
  }

  async #stop(): Promise<void> {
    clearTimeout(this.#idle)
    const readers = this.#readers
    this.#readers = []
    await Promise.all(readers.map((one) => one.close()))
  }
}
