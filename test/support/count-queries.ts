import type { KyselyPlugin } from 'kysely'
import type { Deps } from '../../src/web/env.ts'

/**
 * How many statements `run` sends to the database of this site, those of the session included. For the rule that a list
 * costs the same number of queries whatever its rows.
 */
export async function countQueries(deps: Deps, run: () => Promise<unknown>): Promise<number> {
  let count = 0
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    // Results, not queries: a sub-select passes transformQuery on its own, and is no statement.
    transformResult({ result }) {
      count += 1
      return Promise.resolve(result)
    },
  }
  const { db } = deps
  deps.db = db.withPlugin(counter)
  try {
    await run()
  } finally {
    deps.db = db
  }
  return count
}
