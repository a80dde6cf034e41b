// How many records are found, and how they spread over sources and decades.
import { dialectOf, isNever, type SearchQuery, type Tally } from '../../db/dialect/index.ts'
import { readsBeside } from '../../db/open.ts'
import type { Db } from '../../db/schema.ts'
import { decadeOfJour, jourOfYear } from '../../lib/calendrier.ts'
import type { PreparedSearch, SearchResult } from './queries.ts'

/** Counting further costs more than it is worth (search.md, finding 6)… */
const MOST_COUNTED = 1000
/** …but for one word in all sources, which the index counts without looking at anything else. */
const MOST_COUNTED_OF_ONE_WORD = 10_000
/** Spreading more over their sources would take the time of several pages. */
const MOST_SPREAD = 1000

/** All that are found or, with `isMore`, as many as were counted. */
export interface Count {
  n: number
  isMore: boolean
}

export interface Bilan {
  count: Count
  /** undefined where they are too many to be spread. */
  tally: Tally | undefined
}

const sumOf = (counts: ReadonlyMap<number, number>): number => [...counts.values()].reduce((sum, n) => sum + n, 0)

const complete = (tally: Tally): Bilan => ({ count: { n: sumOf(tally.sources), isMore: false }, tally })

const FIRST_DECADE = decadeOfJour(1)
const isFirstDay = (jour: number): boolean => jour === jourOfYear(decadeOfJour(jour) * 10)

/** Does the search ask for nothing but sources and whole decades? Their records are counted as they come and go. */
export function asksForDecades({ expr, fromJour = 0, toJour }: SearchQuery): boolean {
  if (expr !== undefined) return false
  return (fromJour === 0 || isFirstDay(fromJour)) && (toJour === undefined || isFirstDay(toJour + 1))
}

/** The counters of the index, which are exact. */
async function tallyOfDecades(db: Db, { sourceIds, fromJour = 0, toJour }: SearchQuery): Promise<Tally> {
  const counters = readsBeside(db)
    .selectFrom('source_decennies')
    .where('n', '>', 0)
    .$if(fromJour > 0, (query) => query.where('decennie', '>=', decadeOfJour(fromJour)))
    .$if(toJour !== undefined, (query) => query.where('decennie', '<=', decadeOfJour(toJour ?? 0)))
    .$if(sourceIds !== undefined, (query) =>
      query.where((eb) => dialectOf(db).inList(eb.ref('source_id'), sourceIds ?? [])),
    )
  const by = (column: 'source_id' | 'decennie') =>
    counters
      .select((eb) => [eb.ref(column).as('id'), eb.fn.sum<number>('n').as('n')])
      .groupBy(column)
      .execute()
  const decennies = new Map<number, number>()
  for (const { id, n } of await by('decennie')) {
    // What is before the first day of the index stands with what has no date.
    const decade = Math.max(id, FIRST_DECADE - 1)
    decennies.set(decade, (decennies.get(decade) ?? 0) + n)
  }
  return { sources: new Map((await by('source_id')).map(({ id, n }) => [id, n])), decennies }
}

function tallyOfPage({ hits, keys }: SearchResult): Tally {
  const tally: Tally = { sources: new Map(), decennies: new Map() }
  const count = (counts: Map<number, number>, id: number) => counts.set(id, (counts.get(id) ?? 0) + 1)
  for (const { source_id } of hits) count(tally.sources, source_id)
  for (const { jour } of keys) count(tally.decennies, decadeOfJour(jour))
  return tally
}

/** Counted no further than this. */
function mostCounted({ expr, sourceIds }: SearchQuery): number {
  const isOneWord = expr !== undefined && 'words' in expr && expr.words.length === 1
  return isOneWord && sourceIds === undefined ? MOST_COUNTED_OF_ONE_WORD : MOST_COUNTED
}

/** How many match, counted up to a measure. */
export async function countFound(db: Db, query: SearchQuery): Promise<Count> {
  const most = mostCounted(query)
  const n = await dialectOf(db).countMatches(db, query, most + 1)
  return { n: Math.min(n, most), isMore: n > most }
}

/** Counts whatever it costs: a request of its own where that is more than a page may take (`bilanAtOnce`). */
export async function bilanOf(db: Db, { query }: PreparedSearch): Promise<Bilan> {
  if (query.expr && isNever(query.expr)) return complete({ sources: new Map(), decennies: new Map() })
  if (asksForDecades(query)) return complete(await tallyOfDecades(db, query))
  // Spread first: where they are not too many their number comes with it, and one reading is enough.
  const tally = await dialectOf(db).tallyMatches(db, query, MOST_SPREAD)
  if (tally) return complete(tally)
  const isCounted = mostCounted(query) <= MOST_SPREAD
  return { count: isCounted ? { n: MOST_SPREAD, isMore: true } : await countFound(db, query), tally: undefined }
}

/** The same with a page of results, where it costs next to nothing more; undefined where the page should not wait for it. */
export async function bilanAtOnce(db: Db, prepared: PreparedSearch, result: SearchResult): Promise<Bilan | undefined> {
  if (result.isAll) return complete(tallyOfPage(result))
  return prepared.isCheap || asksForDecades(prepared.query) ? bilanOf(db, prepared) : undefined
}
