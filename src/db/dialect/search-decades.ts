// A set of sources cut down to each decade in which it has records, and the decades asked one after the other until the page is
// full: what keeps large sets cheap on both engines (postgres-search.md).
import { type RawBuilder, sql } from 'kysely'
import { decadeOfDay } from '../../lib/calendar.ts'
import type { Db } from '../schema.ts'
import { estimate, type SearchExpr, type SearchQuery, type Within } from './search.ts'
import type { Form } from './search-former.ts'

/** Numbers are estimates: they steer the plan, never the result. */
export interface Decade {
  /** 178 for 1780 to 1789, 0 for what has no date. */
  decennie: number
  /** Sources wanted that have records in it; undefined for whatever source. */
  sources: number[] | undefined
  /** Those among them that `Within` may miss. */
  unsure: number[]
  /** Records of those sources in it. */
  wanted: number
  /** All records in it. */
  n: number
  /** Microseconds that it will take, where that is known. */
  us?: number
}

/** Not all entries of the source have a word of each list. In scope: `mots_surs`. */
export function isUnsure(within: Within | undefined): RawBuilder<boolean> {
  if (within === undefined) return sql`false`
  const has = (word: string) => sql`mots_surs || ' ' like ${`% ${word} %`}`
  const lists = within.words.map((words) => sql`(${sql.join(words.map(has), sql` or `)})`)
  return sql`not (${sql.join(lists, sql` and `)})`
}

const TOTALS_MS = 60_000
const totals = new WeakMap<Db, { until: number; byDecade: Map<number, number> }>()

/** Records of each decade, counted once a minute. */
export async function recordsByDecade(db: Db): Promise<Map<number, number>> {
  const known = totals.get(db)
  if (known && known.until > performance.now()) return known.byDecade
  const rows = await db
    .selectFrom('decennies')
    .select((eb) => ['decennie', eb.fn.sum<number>('n').as('n')])
    .groupBy('decennie')
    .execute()
  const byDecade = new Map(rows.map(({ decennie, n }) => [decennie, n]))
  totals.set(db, { until: performance.now() + TOTALS_MS, byDecade })
  return byDecade
}

export const sumOf = (records: ReadonlyMap<unknown, number>): number =>
  [...records.values()].reduce((sum, n) => sum + n, 0)

/** Decades of the days that a page may be on, both included; an index may have `firstDecade` and those before it all alike. */
export function decadeRange(
  { order, after, fromJour = 0, toJour }: SearchQuery,
  { firstDecade }: Form,
): [number, number] {
  const from = order === 'asc' ? Math.max(fromJour, after?.jour ?? 0) : fromJour
  const to = order === 'desc' && after ? Math.min(after.jour, toJour ?? after.jour) : toJour
  return [from === 0 ? 0 : decadeOfDay(from), to === undefined ? 999 : Math.max(firstDecade, decadeOfDay(to))]
}

/** Estimates for an expression: `match` is the share of the records that match, `read` the share that an index of words gives to look at. */
export interface Shares {
  match: number
  read: number
}

const ALL: Shares = { match: 1, read: 1 }
/** Words asked for as a phrase are met together more often than by chance. */
const TOGETHER = 2
/** So many of the records that have all words of a phrase have them side by side. */
const SIDE_BY_SIDE = 0.1

export function sharesOf(expr: SearchExpr | undefined, total: number): Shares {
  if (expr === undefined) return ALL
  if ('all' in expr) {
    const parts = expr.all.map((part) => sharesOf(part, total))
    return parts.reduce((a, b) => ({ match: a.match * b.match, read: a.read * b.read }), ALL)
  }
  if ('any' in expr) {
    const parts = expr.any.map((part) => sharesOf(part, total))
    const sum = (of: (shares: Shares) => number) =>
      Math.min(
        1,
        parts.reduce((a, b) => a + of(b), 0),
      )
    return { match: sum((one) => one.match), read: sum((one) => one.read) }
  }
  const of = (n: number) => Math.min(1, n / Math.max(1, total))
  if (expr.words.length === 1) return { match: of(expr.n), read: of(expr.scanned ?? expr.n) }
  const byChance = (expr.counts ?? [expr.n]).map(of).reduce((a, b) => a * b, 1)
  const read = Math.min(of(expr.n), TOGETHER * byChance)
  return { match: read * SIDE_BY_SIDE, read }
}

/** Words and beginnings in an expression. */
export function wordCount(expr: SearchExpr | undefined): number {
  if (expr === undefined) return 0
  const parts = 'all' in expr ? expr.all : 'any' in expr ? expr.any : undefined
  return parts ? parts.reduce((sum, part) => sum + wordCount(part), 0) : 'words' in expr ? expr.words.length : 0
}

/** Records that hold each word or beginning in an expression, about. */
function wordsHeld(expr: SearchExpr): number[] {
  if ('all' in expr) return expr.all.flatMap(wordsHeld)
  if ('any' in expr) return expr.any.flatMap(wordsHeld)
  return expr.counts ?? [expr.scanned ?? expr.n]
}

/** Likewise, but for the rarest words: an index that finds these looks for all others in what it finds. */
export function wordsBeside(expr: SearchExpr): number[] {
  if ('any' in expr) return expr.any.flatMap(wordsBeside)
  if (!('all' in expr)) return (expr.counts ?? []).toSorted((a, b) => a - b).slice(1)
  const [rarest, ...others] = expr.all.toSorted((a, b) => estimate(a) - estimate(b))
  return [...(rarest ? wordsBeside(rarest) : []), ...others.flatMap(wordsHeld)]
}

/** A search that takes longer is begun with a part of it, which may be enough. */
const LONG_US = 8000
/** More than is missing, so that one more group seldom is. */
const AMPLE = 1.5
/** However wrong the estimates were so far, the next ones are taken for so much truer at least. */
const WORST = 0.1

export interface Sought {
  /** Share of the records that are expected to match. */
  match: number
  limit: number
  /** So many were found up to now. */
  found(): number
}

/**
 * The decades in groups, each expected to fill what is missing or to take its time: most searches read one. What the groups before
 * gave tells how far to believe the estimates of the next.
 */
export function* groups<D extends Decade>(decades: readonly D[], { match, limit, found }: Sought): Generator<D[]> {
  let target = 2 * limit
  let longest = LONG_US
  let expected = 0
  let group: D[] = []
  let hits = 0
  let us = 0
  for (const decade of decades) {
    group.push(decade)
    hits += decade.wanted * match
    us += decade.us ?? 0
    if (hits < target && us < longest) continue
    yield group
    expected += hits
    target = ((limit - found()) * AMPLE) / Math.max(WORST, found() / Math.max(1, expected))
    longest *= 2
    group = []
    hits = 0
    us = 0
  }
  if (group.length > 0) yield group
}
