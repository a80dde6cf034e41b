import { dialectOf, estimate, isNever, type SearchKey, type SearchQuery } from '../../db/dialect/index.ts'
import type { Db } from '../../db/schema.ts'
import { jourDepuis1500, jourOfYear } from '../../lib/calendrier.ts'
import type { CurrentUser } from '../../web/env.ts'
import { descendantIds } from '../lieux/queries.ts'
import { visibleSourceIds, visibleSources } from '../sources/policy.ts'
import type { Criteria, Cursor } from './criteres.ts'
import { type BuiltSearch, buildSearch } from './expression.ts'
import { sortedKeys } from './tri.ts'
import { type Hit, hitsOf } from './trouvailles.ts'

const PAGE_SIZE = 50
/** More are not sorted but by date: all of them would have to be read first. */
export const MOST_SORTED = 1000
/** With more likely matches than this the count is a request of its own: the page does not wait for it. */
const COUNTED_AT_ONCE = 3000
/** A match costs so many times more where its source has to be looked up. */
const LOOKUP_COST = 10

/** The sources to look in: those this user sees, of the type, at the place or below it… undefined stands for all. */
async function sourceSet(db: Db, user: CurrentUser, criteria: Criteria): Promise<number[] | undefined> {
  const { type, lieu, section, statut, source } = criteria
  if ([type, lieu, section, statut, source].every((one) => one === null)) return visibleSourceIds(db, user)
  const rows = await db
    .selectFrom('sources')
    .select('sources.id')
    .where(visibleSources(user))
    .$if(type !== null, (query) => query.where('sources.type_source_id', '=', type))
    .$if(lieu !== null, (query) => query.where('sources.lieu_id', 'in', descendantIds(db, lieu?.id ?? 0)))
    .$if(section !== null, (query) => query.where('sources.section_id', '=', section))
    .$if(statut !== null, (query) => query.where('sources.status', '=', statut))
    .$if(source !== null, (query) => query.where('sources.id', '=', source ?? 0))
    .execute()
  return rows.map((row) => row.id)
}

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

/** Bounds of days for the years asked. Day 0 stands for « no date », which no year meets. */
function bounds({ annee_debut, annee_fin }: Criteria): Pick<SearchQuery, 'fromJour' | 'toJour'> {
  if (annee_debut === null && annee_fin === null) return { fromJour: undefined, toJour: undefined }
  return {
    fromJour: annee_debut === null ? 1 : jourOfYear(annee_debut),
    toJour: annee_fin === null ? undefined : jourDepuis1500(`${annee_fin}-12-31`),
  }
}

/** What is asked of the index, and what the results are to mark. */
export interface PreparedSearch extends Omit<BuiltSearch, 'expr'> {
  query: SearchQuery
  /** The count may be asked together with the page. */
  isCheap: boolean
}

export async function prepareSearch(db: Db, user: CurrentUser, criteria: Criteria): Promise<PreparedSearch> {
  const { expr, ...built } = await buildSearch(db, criteria)
  const sourceIds = expr && isNever(expr) ? [] : await sourceSet(db, user, criteria)
  const order = criteria.tri === 'date-desc' ? 'desc' : 'asc'
  const query = { expr, sourceIds, ...bounds(criteria), order, after: undefined, limit: PAGE_SIZE } as const
  const likely = expr ? estimate(expr) * (sourceIds ? LOOKUP_COST : 1) : Number.POSITIVE_INFINITY
  return { ...built, query, isCheap: likely <= COUNTED_AT_ONCE }
}

interface PageOfKeys {
  keys: SearchKey[]
  /** Is there something before the first key, after the last one? */
  hasPrevious: boolean
  hasNext: boolean
}

/** The keys before or after a row, in the order of dates. */
async function pageByDate(db: Db, query: SearchQuery, cursor: Cursor | undefined): Promise<PageOfKeys> {
  const { searchKeys } = dialectOf(db)
  if (cursor && 'avant' in cursor) {
    const back = query.order === 'asc' ? 'desc' : 'asc'
    const found = await searchKeys(db, { ...query, order: back, after: cursor.avant, limit: PAGE_SIZE + 1 })
    const keys = found.slice(0, PAGE_SIZE).reverse()
    return { keys, hasPrevious: found.length > PAGE_SIZE, hasNext: true }
  }
  const found = await searchKeys(db, { ...query, after: cursor?.apres, limit: PAGE_SIZE + 1 })
  return { keys: found.slice(0, PAGE_SIZE), hasPrevious: cursor !== undefined, hasNext: found.length > PAGE_SIZE }
}

/** The same of a list that is at hand. */
function pageOf(all: readonly SearchKey[], cursor: Cursor | undefined): PageOfKeys {
  const at = (key: SearchKey): number => all.findIndex((one) => one.releve_id === key.releve_id)
  let from = 0
  if (cursor && 'apres' in cursor) from = at(cursor.apres) + 1
  if (cursor && 'avant' in cursor) from = Math.max(0, at(cursor.avant) - PAGE_SIZE)
  const keys = all.slice(from, from + PAGE_SIZE)
  return { keys, hasPrevious: from > 0, hasNext: from + keys.length < all.length }
}

export interface SearchResult {
  keys: SearchKey[]
  /** The records of these keys. */
  hits: Hit[]
  /** This page has all there is. */
  isAll: boolean
  previous: Cursor | undefined
  next: Cursor | undefined
  /** Too many to be sorted as asked: they are in the order of dates. */
  isUnsorted: boolean
}

/** All matches in an order that is not that of dates; undefined where that is asked, or where they are too many for it. */
export async function sortedMatches(
  db: Db,
  { query }: PreparedSearch,
  tri: Criteria['tri'],
): Promise<{ sorted: SearchKey[] | undefined; isUnsorted: boolean }> {
  if (tri === 'date' || tri === 'date-desc') return { sorted: undefined, isUnsorted: false }
  const all = await dialectOf(db).searchKeys(db, { ...query, limit: MOST_SORTED + 1 })
  if (all.length > MOST_SORTED) return { sorted: undefined, isUnsorted: true }
  return { sorted: await sortedKeys(db, all, tri), isUnsorted: false }
}

async function pageOfKeys(db: Db, prepared: PreparedSearch, tri: Criteria['tri'], cursor: Cursor | undefined) {
  const { sorted, isUnsorted } = await sortedMatches(db, prepared, tri)
  const page = sorted ? pageOf(sorted, cursor) : await pageByDate(db, prepared.query, cursor)
  return { ...page, isUnsorted }
}

/** One page of matches; undated ones come first in the order of dates. */
export async function searchReleves(
  db: Db,
  prepared: PreparedSearch,
  { tri }: Pick<Criteria, 'tri'>,
  cursor: Cursor | undefined,
): Promise<SearchResult> {
  const { keys, hasPrevious, hasNext, isUnsorted } = await pageOfKeys(db, prepared, tri, cursor)
  const [first, last] = [keys[0], keys.at(-1)]
  return {
    keys,
    hits: await hitsOf(db, keys, prepared.highlights),
    isAll: !hasPrevious && !hasNext,
    previous: hasPrevious && first ? { avant: first } : undefined,
    next: hasNext && last ? { apres: last } : undefined,
    isUnsorted,
  }
}
