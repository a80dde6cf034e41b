// Pages that only read may be read from a copy of the database that follows it (streaming replicas of PostgreSQL). Whoever has written
// something reads no copy that does not hold it yet.
import { AsyncLocalStorage } from 'node:async_hooks'

/** One reader's page: all of it is read from the copy that its first statement went to. */
export interface Reading {
  /** Position in the log of the database that a copy must have come to; 0: any copy will do. */
  atLeast: number
  chosen?: unknown
}

const reading = new AsyncLocalStorage<Reading>()

/** The copies may answer `work`, where one has come so far: what it asks is read from that one. Whoever asks outside of this reads none. */
export const readingFrom = <T>(atLeast: number, work: () => T): T => reading.run({ atLeast }, work)

export const currentReading = (): Reading | undefined => reading.getStore()
