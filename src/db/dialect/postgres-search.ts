import { type RawBuilder, sql } from 'kysely'
import { decadeOfJour } from '../../lib/calendrier.ts'
import type { Db } from '../schema.ts'
import { type Decade, expected, frequency, groups, type Way, wayFor } from './postgres-search-plan.ts'
import { FIRST_DECADE, LAST_DECADE, lexeme, partition, sourceLexeme } from './postgres-search-tables.ts'
import {
  estimate,
  isNever,
  type SearchExpr,
  type SearchKey,
  type SearchLeaf,
  type SearchQuery,
  safeWords,
} from './search.ts'

const WEIGHTS = { tout: '', nom: 'A', prenom: 'B' }

function leafQuery(leaf: SearchLeaf): string {
  const weight = WEIGHTS[leaf.in]
  const star = leaf.prefix ? '*' : ''
  const after = star || weight ? `:${star}${weight}` : ''
  return `(${safeWords(leaf)
    .map((word) => `${lexeme(word)}${after}`)
    .join(' <-> ')})`
}

/** The tsquery of an expression. */
export function tsqueryOf(expr: SearchExpr): string {
  if ('all' in expr) return `(${expr.all.map(tsqueryOf).join(' & ')})`
  if ('any' in expr) return `(${expr.any.map(tsqueryOf).join(' | ')})`
  return leafQuery(expr)
}

/** Larger sets are not cut down to each decade: that would cost more than it saves. */
const MAX_REDUCED = 2000
const TOTALS_MS = 60_000

const totals = new WeakMap<Db, { until: number; byPartition: Map<string, number> }>()

/** Records of each partition, counted once a minute: estimates only. */
async function recordsByPartition(db: Db): Promise<Map<string, number>> {
  const known = totals.get(db)
  if (known && known.until > performance.now()) return known.byPartition
  const rows = await db
    .selectFrom('source_decennies')
    .select((eb) => ['decennie', eb.fn.sum<number>('n').as('n')])
    .groupBy('decennie')
    .execute()
  const byPartition = new Map<string, number>()
  for (const { decennie, n } of rows)
    byPartition.set(partition(decennie), (byPartition.get(partition(decennie)) ?? 0) + n)
  totals.set(db, { until: performance.now() + TOTALS_MS, byPartition })
  return byPartition
}

/** Decades of the days wanted, both included; before 1500 there is no telling them apart. */
function decadeRange({ order, after, fromJour = 0, toJour }: SearchQuery): [number, number] {
  const from = order === 'asc' ? Math.max(fromJour, after?.jour ?? 0) : fromJour
  const to = order === 'desc' && after ? Math.min(after.jour, toJour ?? after.jour) : toJour
  return [from === 0 ? 0 : decadeOfJour(from), to === undefined ? Number.MAX_SAFE_INTEGER : decadeOfJour(to)]
}

/** Every partition of the range, whatever is in it. */
function allDecades([from, to]: [number, number], records: Map<string, number>): Decade[] {
  const list: Decade[] = []
  for (let decade = FIRST_DECADE - 1; decade <= LAST_DECADE + 1; decade += 1) {
    const isFirst = decade === FIRST_DECADE - 1
    const isLast = decade === LAST_DECADE + 1
    if ((decade < from && !isLast) || (decade > to && !isFirst)) continue
    const n = records.get(partition(decade)) ?? 0
    list.push({ name: partition(decade), n, sources: undefined, wanted: n })
  }
  return list
}

/** The decades in which these sources have records, each with those that do: the essential reduction of postgres-search.md. */
async function decadesOf(db: Db, ids: number[], [from, to]: [number, number], records: Map<string, number>) {
  const { rows } = await sql<{ decennie: number; sources: number[]; n: number }>`
    select decennie, array_agg(source_id) as sources, sum(n) as n from source_decennies
    where n > 0 and source_id = any(${ids}) and decennie >= ${from} and decennie <= ${Math.min(to, 1_000_000)}
    group by decennie order by decennie`.execute(db)
  const found = new Map<string, Decade>()
  for (const { decennie, sources, n } of rows) {
    const name = partition(decennie)
    const known = found.get(name)
    const all = known?.sources ? [...new Set([...known.sources, ...sources])] : sources
    found.set(name, { name, n: records.get(name) ?? n, sources: all, wanted: (known?.wanted ?? 0) + n })
  }
  return [...found.values()]
}

async function decadesFor(db: Db, query: SearchQuery): Promise<Decade[]> {
  const { sourceIds, order } = query
  const range = decadeRange(query)
  const records = await recordsByPartition(db)
  const decades =
    sourceIds && sourceIds.length <= MAX_REDUCED
      ? await decadesOf(db, sourceIds, range, records)
      : allDecades(range, records).map((decade) => ({ ...decade, sources: sourceIds }))
  return order === 'asc' ? decades : decades.toReversed()
}

function bounds({ order, after, fromJour, toJour }: SearchQuery, way: Way): RawBuilder<unknown>[] {
  // Plus nothing: the primary key, which is in the order wanted, must not tempt the planner away from the index of words.
  const jour = way === 'walk' ? sql`jour` : sql`jour + 0`
  const list: RawBuilder<unknown>[] = []
  if (fromJour !== undefined) list.push(sql`${jour} >= ${fromJour}`)
  if (toJour !== undefined) list.push(sql`${jour} <= ${toJour}`)
  const than = order === 'asc' ? sql`>` : sql`<`
  if (after) list.push(sql`(${jour}, releve_id) ${than} (${after.jour}, ${after.releve_id})`)
  return list
}

/** The words of the query, and the sources where they are words of it too. */
function asked(query: SearchQuery, { sources = [] }: Decade, way: Way): RawBuilder<unknown> | undefined {
  const words = query.expr && tsqueryOf(query.expr)
  if (way === 'words and sources') {
    const tokens = `(${sources.map(sourceLexeme).join(' | ')})`
    return sql`tsv @@ ${words ? `${words} & ${tokens}` : tokens}::tsquery`
  }
  if (words === undefined) return undefined
  // The function behind the operator, which no index serves.
  return way === 'walk' ? sql`ts_match_vq(tsv, ${words}::tsquery)` : sql`tsv @@ ${words}::tsquery`
}

function conditions(query: SearchQuery, decade: Decade, way: Way): RawBuilder<unknown> {
  const list = bounds(query, way)
  const words = asked(query, decade, way)
  if (words) list.push(words)
  if (decade.sources && way !== 'words and sources') list.push(sql`source_id = any(${decade.sources})`)
  return list.length > 0 ? sql.join(list, sql` and `) : sql`true`
}

interface Search {
  decades: Decade[]
  f: number
  way: (decade: Decade) => Way
}

/** undefined where nothing can match. */
async function prepare(db: Db, query: SearchQuery, limit: number): Promise<Search | undefined> {
  const { expr, sourceIds } = query
  if (sourceIds?.length === 0 || (expr && isNever(expr))) return undefined
  const total = [...(await recordsByPartition(db)).values()].reduce((sum, n) => sum + n, 0)
  const f = frequency(expr, total)
  const rarest = expr ? Math.min(0.999, estimate(expr) / Math.max(1, total)) : 1
  return { decades: await decadesFor(db, query), f, way: (decade) => wayFor(decade, { f, rarest }, limit) }
}

function branch(query: SearchQuery, decade: Decade, way: Way): RawBuilder<SearchKey> {
  const dir = query.order === 'asc' ? sql`asc` : sql`desc`
  const jour = way === 'walk' ? sql`jour` : sql`jour + 0`
  return sql`(select jour, releve_id from ${sql.table(decade.name)} where ${conditions(query, decade, way)}
    order by ${jour} ${dir}, releve_id ${dir} limit ${sql.lit(query.limit)})`
}

const earlier = (a: SearchKey, b: SearchKey): number => a.jour - b.jour || a.releve_id - b.releve_id

/** One bounded, ordered sub-select a decade, several in one statement; decades after a full page are never asked. */
export async function searchRows(db: Db, query: SearchQuery): Promise<SearchKey[]> {
  const search = await prepare(db, query, query.limit)
  if (!search) return []
  const found: SearchKey[] = []
  for (const group of groups(search.decades, search.f, query.limit)) {
    const parts = group.map((decade) => branch(query, decade, search.way(decade)))
    const { rows } = await sql<SearchKey>`${sql.join(parts, sql` union all `)}`.execute(db)
    // UNION ALL promises no order.
    rows.sort(query.order === 'asc' ? earlier : (a, b) => earlier(b, a))
    found.push(...rows)
    if (found.length >= query.limit) break
  }
  return found.slice(0, query.limit)
}

export async function countRows(db: Db, query: SearchQuery, cap: number): Promise<number> {
  const search = await prepare(db, query, cap)
  if (!search || search.decades.length === 0) return 0
  // Most promising first: the count stops at the cap.
  const decades = search.decades.toSorted((a, b) => expected(b, search.f) - expected(a, search.f))
  const parts = decades.map(
    (decade) => sql`(select 1 from ${sql.table(decade.name)} where ${conditions(query, decade, search.way(decade))}
      limit ${sql.lit(cap)})`,
  )
  const { rows } = await sql<{ n: number }>`select count(*) as n
    from (select * from (${sql.join(parts, sql` union all `)}) u limit ${sql.lit(cap)}) x`.execute(db)
  return rows[0]?.n ?? 0
}
