import type { CompiledQuery } from 'kysely'

/**
 * A statement of a transaction that nobody waits for. Where a thread runs it, whoever sends it goes on at once; if it fails, so does
 * the next statement that is waited for, or the end of the transaction. Elsewhere it is a statement like any other.
 */
export interface Untold extends CompiledQuery {
  isUntold: true
}

export const untold = <Q extends CompiledQuery>(query: Q): Q & Untold => ({ ...query, isUntold: true })
