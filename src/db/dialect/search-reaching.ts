// A search from a year on also finds dates that began before and reach it: they come first in the order of days, all of them, and are
// read as a search of its own.
import type { Db } from '../schema.ts'
import { allOf, type FoundKey, type SearchIndex, type SearchQuery } from './search.ts'

/** The records of earlier days alone that reach the first day asked for; undefined where none can. */
export function reachingAlone({ reaching, ...query }: SearchQuery): SearchQuery | undefined {
  const { expr, fromJour, toJour } = query
  if (reaching === undefined || !fromJour) return undefined
  const eve = fromJour - 1
  return {
    ...query,
    expr: allOf(expr ? [expr, reaching] : [reaching]),
    ...{ fromJour: undefined, toJour: toJour === undefined ? eve : Math.min(eve, toJour) },
  }
}

interface Halves {
  /** Before the first day asked for; undefined where the page begins behind them. */
  before: SearchQuery | undefined
  /** From that day on; undefined where the page begins before it, backwards. */
  from: SearchQuery | undefined
}

/** Both parts, in the order of days; undefined where there is only one. */
function halvesOf(query: SearchQuery): Halves | undefined {
  const { fromJour = 0, order, after } = query
  const early = reachingAlone(query)
  if (!early) return undefined
  const isBehind = after !== undefined && after.jour >= fromJour
  const hasEarly = order === 'desc' || !isBehind
  const hasLate = order === 'asc' || after === undefined || isBehind
  // The cursor of one part means nothing in the other.
  return {
    before: hasEarly ? { ...early, after: isBehind ? undefined : after } : undefined,
    from: hasLate ? { ...query, reaching: undefined, after: isBehind ? after : undefined } : undefined,
  }
}

const inOrder = ({ before, from }: Halves, order: SearchQuery['order']): SearchQuery[] =>
  (order === 'asc' ? [before, from] : [from, before]).filter((half) => half !== undefined)

/** An index that also finds what reaches the first day asked for. */
export const withReaching = (index: SearchIndex): SearchIndex => ({
  ...index,
  async keys(db: Db, query: SearchQuery): Promise<FoundKey[]> {
    const halves = halvesOf(query)
    if (!halves) return index.keys(db, query)
    const found: FoundKey[] = []
    for (const half of inOrder(halves, query.order)) {
      if (found.length >= query.limit) break
      found.push(...(await index.keys(db, { ...half, limit: query.limit - found.length })))
    }
    return found
  },
  async count(db: Db, query: SearchQuery, cap: number): Promise<number> {
    const halves = halvesOf(query)
    if (!halves) return index.count(db, query, cap)
    let n = 0
    for (const half of inOrder(halves, query.order)) if (n < cap) n += await index.count(db, half, cap - n)
    return n
  },
})
