// How many records are found, and how they spread over sources and decades.
import {
  atLeast,
  dialectOf,
  type FoundKey,
  isNever,
  reachingAlone,
  type SearchKey,
  type SearchQuery,
} from '../../../db/dialect/index.ts'
import { readsBeside } from '../../../db/open.ts'
import type { Db } from '../../../db/schema.ts'
import { decadeOfDay, firstDayOfDecade } from '../../../lib/calendar.ts'
import { type FoundPage, MOST_AT_HAND, type Search } from './search.ts'

/** Counting further costs more than it is worth (search.md, finding 6)… */
const MOST_COUNTED = 1000
/** …but for one word in all sources, which the index counts without looking at anything else. */
const MOST_COUNTED_OF_ONE_WORD = 10_000

/** How many matches each source and each decade (`decadeOfDay`) has. */
export interface Spread {
  sources: Map<number, number>
  decades: Map<number, number>
}

/** All that are found or, with `isMore`, as many as were counted. */
export interface Count {
  n: number
  isMore: boolean
}

export interface Tally {
  count: Count
  /** undefined where they are too many to be spread. */
  spread: Spread | undefined
}

const sumOf = (counts: ReadonlyMap<number, number>): number => [...counts.values()].reduce((sum, n) => sum + n, 0)

const complete = (spread: Spread): Tally => ({ count: { n: sumOf(spread.sources), isMore: false }, spread })

const isFirstDay = (jour: number): boolean => jour === firstDayOfDecade(decadeOfDay(jour))

/** Does the search ask for nothing but sources and whole decades? Their records are counted as they come and go. */
export function asksForDecades({ expr, fromJour = 0, toJour }: SearchQuery): boolean {
  if (expr !== undefined) return false
  return (fromJour === 0 || isFirstDay(fromJour)) && (toJour === undefined || isFirstDay(toJour + 1))
}

/** By the counters of the index and, where years are asked for, what reaches them from before; undefined of too many of those. */
async function spreadOfCounters(db: Db, query: SearchQuery): Promise<Spread | undefined> {
  const spread = await spreadOfDecades(db, query)
  const early = reachingAlone(query)
  if (!early) return spread
  const keys = await dialectOf(db).search.keys(db, { ...early, order: 'any', limit: MOST_AT_HAND + 1 })
  if (keys.length > MOST_AT_HAND) return undefined
  const more = await spreadOf(db, keys)
  return { sources: added(spread.sources, more.sources), decades: added(spread.decades, more.decades) }
}

function added(counts: ReadonlyMap<number, number>, more: ReadonlyMap<number, number>): Map<number, number> {
  const sums = new Map(counts)
  for (const [id, n] of more) sums.set(id, (sums.get(id) ?? 0) + n)
  return sums
}

/** The counters of the index, which are exact. */
async function spreadOfDecades(db: Db, { sourceIds, fromJour = 0, toJour }: SearchQuery): Promise<Spread> {
  const counters = readsBeside(db)
    .selectFrom('source_decennies')
    .where('n', '>', 0)
    .$if(fromJour > 0, (query) => query.where('decennie', '>=', decadeOfDay(fromJour)))
    .$if(toJour !== undefined, (query) => query.where('decennie', '<=', decadeOfDay(toJour ?? 0)))
    .$if(sourceIds !== undefined, (query) =>
      query.where((eb) => dialectOf(db).sql.inList(eb.ref('source_id'), sourceIds ?? [])),
    )
  const by = (column: 'source_id' | 'decennie') =>
    counters
      .select((eb) => [eb.ref(column).as('id'), eb.fn.sum<number>('n').as('n')])
      .groupBy(column)
      .execute()
  const counted = async (column: 'source_id' | 'decennie') => new Map((await by(column)).map(({ id, n }) => [id, n]))
  return { sources: await counted('source_id'), decades: await counted('decennie') }
}

function countedBy<T>(list: readonly T[], id: (one: T) => number): Map<number, number> {
  const counts = new Map<number, number>()
  for (const one of list) counts.set(id(one), (counts.get(id(one)) ?? 0) + 1)
  return counts
}

const byDecade = (keys: readonly SearchKey[]) => countedBy(keys, ({ jour }) => decadeOfDay(jour))

const spreadOfPage = ({ hits, keys }: FoundPage): Spread => ({
  sources: countedBy(hits, (hit) => hit.source_id),
  decades: byDecade(keys),
})

/** Their sources are looked up in the records, where the engine did not tell them. */
async function spreadOf(db: Db, keys: readonly FoundKey[]): Promise<Spread> {
  const known = keys.flatMap((key) => key.source_id ?? [])
  const sources = known.length === keys.length ? countedBy(known, (id) => id) : await sourcesOf(db, keys)
  return { sources, decades: byDecade(keys) }
}

async function sourcesOf(db: Db, keys: readonly SearchKey[]): Promise<Map<number, number>> {
  const ids = keys.map((key) => key.releve_id)
  const rows = await readsBeside(db)
    .selectFrom('releves')
    .select((eb) => ['source_id', eb.fn.countAll<number>().as('n')])
    .where((eb) => dialectOf(db).sql.inList(eb.ref('id'), ids))
    .groupBy('source_id')
    .execute()
  return new Map(rows.map(({ source_id, n }) => [source_id, n]))
}

/** Are all records looked in? */
const isEverywhere = ({ sourceIds, fromJour, toJour }: SearchQuery): boolean =>
  sourceIds === undefined && fromJour === undefined && toJour === undefined

/** Counted no further than this. */
function mostCounted(query: SearchQuery): number {
  const { expr } = query
  const isOneWord = expr !== undefined && 'words' in expr && expr.words.length === 1 && !expr.prefix
  return isOneWord && isEverywhere(query) ? MOST_COUNTED_OF_ONE_WORD : MOST_COUNTED
}

/** So many times more than can be spread are worth no try, unless most of them were deleted since. */
const FAR_TOO_MANY = 4

const isFarTooMany = (query: SearchQuery): boolean =>
  query.expr !== undefined && isEverywhere(query) && atLeast(query.expr) > FAR_TOO_MANY * MOST_AT_HAND

/** How many match, counted up to a measure. */
export async function countFound(db: Db, query: SearchQuery): Promise<Count> {
  const most = mostCounted(query)
  const n = await dialectOf(db).search.count(db, query, most + 1)
  return { n: Math.min(n, most), isMore: n > most }
}

/** More than can be spread. */
async function tooMany(db: Db, query: SearchQuery): Promise<Tally> {
  const isCounted = mostCounted(query) <= MOST_AT_HAND
  return { count: isCounted ? { n: MOST_AT_HAND, isMore: true } : await countFound(db, query), spread: undefined }
}

/** Counts whatever it costs: a request of its own where that is more than a page may take (`tallyAtOnce`). */
export async function tallyOf(db: Db, { query }: Pick<Search, 'query'>): Promise<Tally> {
  if (query.expr && isNever(query.expr)) return complete({ sources: new Map(), decades: new Map() })
  if (asksForDecades(query)) {
    const spread = await spreadOfCounters(db, query)
    return spread ? complete(spread) : tooMany(db, query)
  }
  if (isFarTooMany(query)) {
    const count = await countFound(db, query)
    if (count.n >= MOST_AT_HAND) return { count, spread: undefined }
  }
  // Spread first: where they are not too many their number comes with it, and one reading is enough.
  const found = await dialectOf(db).search.keys(db, { ...query, order: 'any', limit: MOST_AT_HAND + 1 })
  if (found.length <= MOST_AT_HAND) return complete(await spreadOf(db, found))
  return tooMany(db, query)
}

/** Counts along with a page of results where that costs next to nothing more; undefined where the page should not wait for it. */
export async function tallyAtOnce(db: Db, { query, isCheap }: Search, page: FoundPage): Promise<Tally | undefined> {
  if (page.isAll) return complete(spreadOfPage(page))
  if (page.all) return complete(await spreadOf(db, page.all))
  // All were to be at hand, and there were too many.
  if (isCheap) return tooMany(db, query)
  return asksForDecades(query) ? tallyOf(db, { query }) : undefined
}
