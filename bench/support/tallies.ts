// How often something is done while pages are asked for, and how long that takes.
import { jsx } from 'hono/jsx'
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

/** The text that is made of JSX from now on: `toString` of the outermost node. */
export function timeMarkup(): Tally {
  const tally = { calls: 0, ms: 0 }
  let proto: object | null = Object.getPrototypeOf(jsx('p', {}))
  while (proto && !Object.hasOwn(proto, 'toString')) proto = Object.getPrototypeOf(proto)
  const nodes = proto as { toString(): string | Promise<string> }
  const write = nodes.toString
  let depth = 0
  nodes.toString = function (this: object) {
    depth += 1
    const start = performance.now()
    try {
      return write.call(this)
    } finally {
      depth -= 1
      if (depth === 0) {
        tally.calls += 1
        tally.ms += performance.now() - start
      }
    }
  }
  return tally
}
