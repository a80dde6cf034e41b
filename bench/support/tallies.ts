// How often something is done while pages are asked for, and how long that takes.
import { tracingChannel } from 'node:diagnostics_channel'
import type { Db } from '../../src/db/schema.ts'

export interface Tally {
  calls: number
  /** Milliseconds by the clock: on SQLite those of the processor, on PostgreSQL the way to the server too. */
  ms: number
}

/** The statements that this database is asked from now on. */
export function countStatements(db: Db): Tally {
  const tally = { calls: 0, ms: 0 }
  const executor = db.getExecutor()
  const run = executor.executeQuery.bind(executor)
  executor.executeQuery = async (...query: Parameters<typeof run>) => {
    const start = performance.now()
    const result = await run(...query)
    tally.calls += 1
    tally.ms += performance.now() - start
    return result as never
  }
  return tally
}

/** Milliseconds of the statements that this database is asked until `stop`, by what they do and the table that they name first. */
export function statementsByTable(db: Db): { stop: () => Map<string, number> } {
  const times = new Map<string, number>()
  // All executors are counted: a transaction has one of its own.
  const executor = Object.getPrototypeOf(Object.getPrototypeOf(db.getExecutor())) as ReturnType<Db['getExecutor']>
  const run = executor.executeQuery
  executor.executeQuery = async function (this: typeof executor, ...query: Parameters<typeof run>) {
    const start = process.threadCpuUsage()
    const result = await run.apply(this, query)
    const used = process.threadCpuUsage(start)
    const { sql } = query[0]
    const [verb = ''] = /^\s*\w+/.exec(sql) ?? []
    const table = /(?:into|update|from) "?(\w+)"?/i.exec(sql)?.[1] ?? ''
    const key = `${verb.trim()} ${table}`
    times.set(key, (times.get(key) ?? 0) + (used.user + used.system) / 1000)
    return result as never
  }
  return {
    stop: () => {
      executor.executeQuery = run
      return times
    },
  }
}

/** The text that is made of JSX from now on (`ui/markup.ts` tells). */
export function timeMarkup(): Tally {
  const tally = { calls: 0, ms: 0 }
  let began = 0
  const none = () => undefined
  tracingChannel('releves:views').subscribe({
    start() {
      began = performance.now()
    },
    end() {
      tally.calls += 1
      tally.ms += performance.now() - began
    },
    asyncStart: none,
    asyncEnd: none,
    error: none,
  })
  return tally
}
