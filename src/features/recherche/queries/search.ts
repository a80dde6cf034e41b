import {
  dialectOf,
  earlier,
  estimate,
  type FoundKey,
  isNever,
  type SearchKey,
  type SearchQuery,
  wordCount,
} from '../../../db/dialect/index.ts'
import { type Remember, readAnew } from '../../../db/remember.ts'
import type { Db } from '../../../db/schema.ts'
import { type Plan, planOf } from '../../../search/plan.ts'
import type { CurrentUser } from '../../../web/env.ts'
import { visibleSources } from '../../droits/policy.ts'
import type { Criteria, Sort } from '../rules/criteria.ts'
import type { Cursor } from '../rules/urls.ts'
import { bounds, sourcesAsked } from './conditions.ts'
import { type Hit, hitsOf } from './hits.ts'
import { marksOf } from './marks.ts'
import { sortedKeys } from './sort.ts'

const PAGE_SIZE = 50
/** More are not sorted but by date, nor spread over their sources: all of them would have to be read first. */
export const MOST_AT_HAND = 1000
/** With no more likely matches than this all of them are read for the page: they are counted and spread with it. */
const LIKELY_AT_HAND = 1500
/** A match costs so many times more where its source has to be looked up. */
const LOOKUP_COST = 10
/** Each word is looked up in every decade then, which costs as much as so many matches. */
const WORD_COST = 10

/** Title of the source that a search is limited to; undefined where there is none, or none that this user sees. */
export async function sourceTitle(db: Db, user: CurrentUser, id: number | null): Promise<string | undefined> {
  if (id === null) return undefined
  const source = await db
    .selectFrom('sources')
    .select('titre')
    .where('id', '=', id)
    .where(visibleSources(user))
    .executeTakeFirst()
  return source?.titre
}

/** The plan of some criteria with the query that it makes for one reader, as the engine is asked it. */
export interface Search {
  plan: Plan
  query: SearchQuery
  /** All matches are likely to be read in little more time than those of one page. */
  isCheap: boolean
}

export async function searchFor(
  db: Db,
  user: CurrentUser,
  criteria: Criteria,
  remember: Remember = readAnew,
): Promise<Search> {
  const plan = await planOf(db, criteria, { remember })
  const { expr, isFormer } = plan
  const matches = expr ? estimate(expr) : Number.POSITIVE_INFINITY
  const sources = expr && isNever(expr) ? { sourceIds: [] } : await sourcesAsked(db, user, criteria, matches)
  const order = criteria.tri === 'date-desc' ? 'desc' : 'asc'
  const query = {
    expr,
    isFormer,
    ...sources,
    ...(await bounds(criteria, plan)),
    marksOf: (ids: readonly number[]) => marksOf(db, ids),
    order,
    after: undefined,
    limit: PAGE_SIZE,
  } as const
  const likely = matches * (sources.sourceIds ? LOOKUP_COST : 1) + WORD_COST * (wordCount(expr) - 1)
  return { plan, query, isCheap: likely <= LIKELY_AT_HAND }
}

interface PageOfKeys {
  keys: SearchKey[]
  /** Is there something before the first key, after the last one? */
  hasPrevious: boolean
  hasNext: boolean
}

/** The keys before or after a row, in the order of dates. */
async function pageByDate(db: Db, query: SearchQuery, cursor: Cursor | undefined): Promise<PageOfKeys> {
  const { search } = dialectOf(db)
  if (cursor && 'avant' in cursor) {
    const back = query.order === 'asc' ? 'desc' : 'asc'
    const found = await search.keys(db, { ...query, order: back, after: cursor.avant, limit: PAGE_SIZE + 1 })
    const keys = found.slice(0, PAGE_SIZE).reverse()
    return { keys, hasPrevious: found.length > PAGE_SIZE, hasNext: true }
  }
  const found = await search.keys(db, { ...query, after: cursor?.apres, limit: PAGE_SIZE + 1 })
  return { keys: found.slice(0, PAGE_SIZE), hasPrevious: cursor !== undefined, hasNext: found.length > PAGE_SIZE }
}

const isByDate = (tri: Sort): tri is 'date' | 'date-desc' => tri === 'date' || tri === 'date-desc'

/** How many keys of a list come before this one, and how many with it; it may be gone since it was shown. */
function placeOf(key: SearchKey, all: readonly SearchKey[], tri: Sort): { before: number; through: number } {
  // By name or place it stands where it stood, be its date corrected meanwhile.
  const isKey = (one: SearchKey) => one.releve_id === key.releve_id && (one.jour === key.jour || !isByDate(tri))
  const at = all.findIndex(isKey)
  if (at >= 0) return { before: at, through: at + 1 }
  if (!isByDate(tri)) return { before: 0, through: 0 }
  const order = (one: SearchKey) => one.jour - key.jour || one.releve_id - key.releve_id
  const before = all.filter((one) => (tri === 'date' ? order(one) : -order(one)) < 0).length
  return { before, through: before }
}

/** The whole list is at hand here: its page is cut from it. */
function pageOf(all: readonly SearchKey[], cursor: Cursor | undefined, tri: Sort): PageOfKeys {
  let from = 0
  if (cursor && 'apres' in cursor) from = placeOf(cursor.apres, all, tri).through
  if (cursor && 'avant' in cursor) from = Math.max(0, placeOf(cursor.avant, all, tri).before - PAGE_SIZE)
  const keys = all.slice(from, from + PAGE_SIZE)
  return { keys, hasPrevious: from > 0, hasNext: from + keys.length < all.length }
}

export interface FoundPage {
  keys: SearchKey[]
  /** The records of these keys. */
  hits: Hit[]
  /** This page has all there is. */
  isAll: boolean
  /** Every match, where they were read for this page. */
  all: FoundKey[] | undefined
  previous: Cursor | undefined
  next: Cursor | undefined
  /** Too many to be sorted as asked: they are in the order of dates. */
  isUnsorted: boolean
}

/** All matches in the order asked for; undefined where they are too many, or where a page at a time is cheaper. */
export async function matchesAtHand(
  db: Db,
  { query, isCheap }: Omit<Search, 'plan'>,
  tri: Sort,
): Promise<{ all: FoundKey[] | undefined; isUnsorted: boolean }> {
  if (isByDate(tri) && !isCheap) return { all: undefined, isUnsorted: false }
  const found = await dialectOf(db).search.keys(db, { ...query, order: 'any', limit: MOST_AT_HAND + 1 })
  if (found.length > MOST_AT_HAND) return { all: undefined, isUnsorted: !isByDate(tri) }
  found.sort(query.order === 'desc' ? (a, b) => earlier(b, a) : earlier)
  return { all: isByDate(tri) ? found : await sortedKeys(db, found, tri), isUnsorted: false }
}

/** One page of matches; undated ones come first in the order of dates. */
export async function foundPage(
  db: Db,
  { plan, ...search }: Search,
  { tri }: Pick<Criteria, 'tri'>,
  cursor: Cursor | undefined,
  remember: Remember = readAnew,
): Promise<FoundPage> {
  const { all, isUnsorted } = await matchesAtHand(db, search, tri)
  const page = all ? pageOf(all, cursor, tri) : await pageByDate(db, search.query, cursor)
  const { keys, hasPrevious, hasNext } = page
  const [first, last] = [keys[0], keys.at(-1)]
  return {
    keys,
    hits: await hitsOf(db, keys, plan.highlights, remember),
    isAll: !hasPrevious && !hasNext,
    all,
    previous: hasPrevious && first ? { avant: first } : undefined,
    next: hasNext && last ? { apres: last } : undefined,
    isUnsorted,
  }
}
