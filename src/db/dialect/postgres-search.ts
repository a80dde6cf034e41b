import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../schema.ts'
import { type Plan, type Way, wayFor } from './postgres-search-plan.ts'
import { FIRST_DECADE, LAST_DECADE, lexeme, partition, sourceLexeme } from './postgres-search-tables.ts'
import {
  addToTally,
  estimate,
  isNever,
  type SearchExpr,
  type SearchKey,
  type SearchLeaf,
  type SearchQuery,
  safeWords,
  type Tally,
  type TallyRow,
} from './search.ts'
import { type Decade, decadeRange, groups, recordsByDecade, sharesOf, sumOf, wordCount } from './search-decades.ts'

const WEIGHTS = { tout: '', nom: 'A', prenom: 'B' }

function leafQuery(leaf: SearchLeaf): string {
  const words = safeWords(leaf)
  // A beginning of a certain weight is looked up whatever its weight: « cat* », the surname, in every Catherine.
  if (leaf.prefix?.marks) return `(${leaf.prefix.marks.map((mark) => `${lexeme(mark)}:*`).join(' | ')})`
  const weight = WEIGHTS[leaf.in]
  const star = leaf.prefix ? '*' : ''
  const after = star || weight ? `:${star}${weight}` : ''
  return `(${words.map((word) => `${lexeme(word)}${after}`).join(' <-> ')})`
}

/** The tsquery of an expression. */
export function tsqueryOf(expr: SearchExpr): string {
  if ('all' in expr) return `(${expr.all.map(tsqueryOf).join(' & ')})`
  if ('any' in expr) return `(${expr.any.map(tsqueryOf).join(' | ')})`
  return leafQuery(expr)
}

/** Larger sets are not cut down to each decade: that would cost more than it saves. */
const MAX_REDUCED = 2000

/** A decade with the table that its records are in; several may share one. */
type Part = Decade & { name: string }

/** Every partition of the range, whatever is in it. */
function allParts([from, to]: [number, number], records: ReadonlyMap<number, number>): Part[] {
  const list: Part[] = []
  for (let decennie = FIRST_DECADE - 1; decennie <= LAST_DECADE + 1; decennie += 1) {
    // The first and the last stand for all before and after.
    if ((decennie < from && decennie <= LAST_DECADE) || (decennie > to && decennie >= FIRST_DECADE)) continue
    const n = records.get(decennie) ?? 0
    list.push({ name: partition(decennie), decennie, n, sources: undefined, wanted: n })
  }
  return list
}

/** The decades in which these sources have records, each with those that do. */
async function partsOf(db: Db, ids: number[], [from, to]: [number, number], records: ReadonlyMap<number, number>) {
  const { rows } = await sql<{ decennie: number; sources: number[]; wanted: number }>`
    select decennie, array_agg(source_id) as sources, sum(n) as wanted from source_decennies
    where n > 0 and source_id = any(${ids}) and decennie >= ${from} and decennie <= ${to}
    group by decennie order by decennie`.execute(db)
  const found = new Map<string, Part>()
  for (const { decennie, sources, wanted } of rows) {
    const name = partition(decennie)
    const known = found.get(name)
    const all = [...new Set([...(known?.sources ?? []), ...sources])]
    const n = (known?.n ?? 0) + Math.max(wanted, records.get(decennie) ?? 0)
    found.set(name, { name, decennie, n, sources: all, wanted: (known?.wanted ?? 0) + wanted })
  }
  return [...found.values()]
}

async function partsFor(db: Db, query: SearchQuery, records: ReadonlyMap<number, number>): Promise<Part[]> {
  const { sourceIds, order } = query
  const range = decadeRange(query)
  const parts =
    sourceIds && sourceIds.length <= MAX_REDUCED
      ? await partsOf(db, sourceIds, range, records)
      : allParts(range, records).map((part) => ({ ...part, sources: sourceIds }))
  return order === 'asc' ? parts : parts.toReversed()
}

/** Read in the order wanted, by an index that has it. */
const isInOrder = (way: Way): boolean => way === 'walk' || way === 'sources'

function bounds({ order, after, fromJour, toJour }: SearchQuery, way: Way): RawBuilder<unknown>[] {
  // Plus nothing: the primary key, which is in the order wanted, must not tempt the planner away from the index of words.
  const jour = isInOrder(way) ? sql`jour` : sql`jour + 0`
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
  return isInOrder(way) ? sql`ts_match_vq(tsv, ${words}::tsquery)` : sql`tsv @@ ${words}::tsquery`
}

function conditions(query: SearchQuery, decade: Decade, way: Way): RawBuilder<unknown> {
  const list = bounds(query, way)
  const words = asked(query, decade, way)
  if (words) list.push(words)
  if (way === 'sources') list.push(sql`source_id = s.id`)
  else if (decade.sources && way !== 'words and sources') list.push(sql`source_id = any(${decade.sources})`)
  return list.length > 0 ? sql.join(list, sql` and `) : sql`true`
}

interface Search {
  parts: Part[]
  plan: Plan
}

/** undefined where nothing can match. */
async function prepare(db: Db, query: SearchQuery, limit: number): Promise<Search | undefined> {
  const { expr, sourceIds } = query
  if (sourceIds?.length === 0 || (expr && isNever(expr))) return undefined
  const records = await recordsByDecade(db)
  const total = sumOf(records)
  const rarest = expr && Math.min(1, estimate(expr) / Math.max(1, total))
  const plan = { shares: sharesOf(expr, total), rarest, words: wordCount(expr), limit }
  return { parts: await partsFor(db, query, records), plan }
}

/** Matches of a decade, at most `limit`: the keys of the first ones in the order wanted, or day and source of whichever come first. */
function branch(query: SearchQuery, part: Part, plan: Plan, isOrdered: boolean): RawBuilder<unknown> {
  const way = wayFor(part, plan)
  const dir = query.order === 'asc' ? sql`asc` : sql`desc`
  const order = isOrdered ? sql`order by ${isInOrder(way) ? sql`jour` : sql`jour + 0`} ${dir}, releve_id ${dir}` : sql``
  const end = sql`${order} limit ${sql.lit(plan.limit)}`
  const columns = isOrdered ? sql`jour, releve_id` : sql`jour, source_id`
  const found = sql`select ${columns} from ${sql.table(part.name)} where ${conditions(query, part, way)} ${end}`
  if (way !== 'sources') return sql`(${found})`
  return sql`(select x.* from unnest(${part.sources}::int[]) as s (id)
    cross join lateral (${found}) as x ${end})`
}

/** From so many words on, PostgreSQL takes a choice between them for a common one… */
const MANY_WORDS = 8

/** …and would read whole decades: it may not. */
async function withoutScans<T>(db: Db, { expr }: SearchQuery, work: (db: Db) => Promise<T>): Promise<T> {
  if (wordCount(expr) < MANY_WORDS || db.isTransaction) return work(db)
  return db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx)
    return work(trx)
  })
}

const earlier = (a: SearchKey, b: SearchKey): number => a.jour - b.jour || a.releve_id - b.releve_id

/** One bounded, ordered sub-select a decade, several in one statement; decades after a full page are never asked. */
export async function searchRows(db: Db, query: SearchQuery): Promise<SearchKey[]> {
  const search = await prepare(db, query, query.limit)
  if (!search) return []
  return withoutScans(db, query, (reads) => firstRows(reads, query, search))
}

async function firstRows(db: Db, query: SearchQuery, { parts, plan }: Search): Promise<SearchKey[]> {
  const found: SearchKey[] = []
  for (const group of groups(parts, plan.shares.match, query.limit)) {
    const branches = group.map((part) => branch(query, part, plan, true))
    const { rows } = await sql<SearchKey>`${sql.join(branches, sql` union all `)}`.execute(db)
    // UNION ALL promises no order.
    rows.sort(query.order === 'asc' ? earlier : (a, b) => earlier(b, a))
    found.push(...rows)
    if (found.length >= query.limit) break
  }
  return found.slice(0, query.limit)
}

/** Day and source of the matches, `limit` at most and in no order; undefined where nothing can match. */
async function anyMatches(db: Db, query: SearchQuery, limit: number): Promise<RawBuilder<unknown> | undefined> {
  const search = await prepare(db, query, limit)
  if (!search || search.parts.length === 0) return undefined
  // Most promising first: what follows a full measure is never read.
  const parts = search.parts
    .toSorted((a, b) => b.wanted - a.wanted)
    .map((part) => branch(query, part, search.plan, false))
  return sql`select * from (${sql.join(parts, sql` union all `)}) u limit ${sql.lit(limit)}`
}

export async function countRows(db: Db, query: SearchQuery, cap: number): Promise<number> {
  const found = await anyMatches(db, query, cap)
  if (!found) return 0
  const count = sql<{ n: number }>`select count(*) as n from (${found}) x`
  const { rows } = await withoutScans(db, query, (reads) => count.execute(reads))
  return rows[0]?.n ?? 0
}

export async function tallyRows(db: Db, query: SearchQuery, cap: number): Promise<Tally | undefined> {
  const tally: Tally = { sources: new Map(), decennies: new Map() }
  const found = await anyMatches(db, query, cap + 1)
  if (!found) return tally
  // Day 1 is the first of 1500.
  const counts = sql<TallyRow>`with m as materialized (${found})
    select 'source' as "of", source_id as id, count(*) as n from m group by source_id
    union all select 'decennie', extract(year from date '1499-12-31' + jour)::int / 10, count(*)
    from m group by 2 union all select 'total', 0, count(*) from m`
  const { rows } = await withoutScans(db, query, (reads) => counts.execute(reads))
  return addToTally(tally, rows) > cap ? undefined : tally
}
