import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../schema.ts'
import {
  earlier,
  estimate,
  type FoundKey,
  heldPart,
  isNever,
  type SearchExpr,
  type SearchIndex,
  type SearchKey,
  type SearchLeaf,
  type SearchQuery,
  safeWords,
  type Within,
} from '../search.ts'
import { type Decade, groups, recordsByDecade, sharesOf, sumOf, wordCount } from '../search-decades.ts'
import { type Part, partsFor } from './search-parts.ts'
import { index, indexed, lexeme, settle, sourceLexeme, unindex } from './search-tables.ts'
import { type Expected, type Wanted, type Way, wayFor } from './search-ways.ts'

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

/** Read in the order wanted, by an index that has it. */
const isInOrder = (way: Way): boolean => way === 'walk' || way === 'sources'
const hasTokens = (way: Way): boolean => way.endsWith(' and sources')
const isWithin = (way: Way): boolean => way.endsWith(' within')
const isHeld = (way: Way): boolean => way.startsWith('held')

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

/** The words that sources have in common, and those that may lack one by themselves. */
function withinQuery(within: Within | undefined, unsure: readonly number[]): string[] {
  const lists = (within?.words ?? []).map((words) => `(${words.map(lexeme).join(' | ')})`)
  return [...(lists.length > 0 ? [lists.join(' & ')] : []), ...unsure.map(sourceLexeme)]
}

/** The words of the query, those that are looked up in the index and those that are tested, and the sources where they are words too. */
function wordConditions({ expr, within }: SearchQuery, decade: Decade, way: Way): RawBuilder<unknown>[] {
  if (expr === undefined) return []
  // The function behind the operator, which no index serves.
  const tested = () => sql`ts_match_vq(tsv, ${tsqueryOf(expr)}::tsquery)`
  if (isInOrder(way)) return [tested()]
  const words = tsqueryOf((isHeld(way) && heldPart(expr)) || expr)
  const sources = isWithin(way) ? withinQuery(within, decade.unsure) : (decade.sources ?? []).map(sourceLexeme)
  const lookedUp = hasTokens(way) || isWithin(way) ? `${words} & (${sources.join(' | ')})` : words
  return [sql`tsv @@ ${lookedUp}::tsquery`, ...(isHeld(way) ? [tested()] : [])]
}

function conditions(query: SearchQuery, decade: Decade, way: Way): RawBuilder<unknown> {
  const list = [...bounds(query, way), ...wordConditions(query, decade, way)]
  if (way === 'sources') list.push(sql`source_id = s.id`)
  // Plus nothing, for the index of sources: read beside that of words, it costs a hundred times what it spares.
  else if (decade.sources && !hasTokens(way)) list.push(sql`source_id + 0 = any(${decade.sources})`)
  return list.length > 0 ? sql.join(list, sql` and `) : sql`true`
}

/** A decade with how it is read. */
type Branch = Part & { way: Way }

/** The decades that are read for a query. */
interface Reading {
  branches: Branch[]
  expected: Expected
}

function wantedOf(expr: SearchExpr | undefined, total: number): Wanted | undefined {
  if (expr === undefined) return undefined
  return { read: sharesOf(expr, total).read, rarest: estimate(expr) / Math.max(1, total), words: wordCount(expr) }
}

async function lacking(
  db: Db,
  { source, words, after, limit }: Parameters<SearchIndex['lacking']>[1],
): Promise<SearchKey[]> {
  if (words.length === 0) return []
  const match = `${sourceLexeme(source)} & !(${words.map(lexeme).join(' & ')})`
  const isAfter = after ? sql`and (jour + 0, releve_id) > (${after.jour}, ${after.releve_id})` : sql``
  // Plus nothing: by the index of words, not by the key in its order.
  const { rows } = await sql<SearchKey>`select jour, releve_id from releve_recherche
    where tsv @@ ${match}::tsquery ${isAfter} order by jour + 0, releve_id limit ${sql.lit(limit)}`.execute(db)
  return rows
}

/** No branches where nothing can match. */
async function readingOf(db: Db, query: SearchQuery, limit: number): Promise<Reading> {
  const { expr, sourceIds } = query
  const records = await recordsByDecade(db)
  const total = sumOf(records)
  const wanted = { words: wantedOf(expr, total), 'held words': wantedOf(expr && heldPart(expr), total) }
  const expected = { match: sharesOf(expr, total).match, wanted, within: query.within, limit }
  const cannotMatch = sourceIds?.length === 0 || (expr && isNever(expr))
  const parts = cannotMatch ? [] : await partsFor(db, query, records)
  const branches = parts.map((part) => {
    const [way, us] = wayFor(part, expected)
    return { ...part, way, us }
  })
  return { branches, expected }
}

/** Keys of the matches of a decade, at most `limit`: the first ones in the order wanted, or whichever come first. */
function branchOf(query: SearchQuery, part: Branch, { limit }: Expected, isOrdered: boolean): RawBuilder<unknown> {
  const { way } = part
  const dir = query.order === 'asc' ? sql`asc` : sql`desc`
  const order = isOrdered ? sql`order by ${isInOrder(way) ? sql`jour` : sql`jour + 0`} ${dir}, releve_id ${dir}` : sql``
  const end = sql`${order} limit ${sql.lit(limit)}`
  const found = sql`select jour, releve_id, source_id from ${sql.table(part.name)} where ${conditions(query, part, way)} ${end}`
  if (way !== 'sources') return sql`(${found})`
  return sql`(select x.* from unnest(${part.sources}::int[]) as s (id)
    cross join lateral (${found}) as x ${end})`
}

/** From so many words on, PostgreSQL takes a choice between them for a common one… */
const MANY_WORDS = 8

/** …and would read whole decades: it may not. */
async function withoutScans<T>(db: Db, { branches, expected }: Reading, work: (db: Db) => Promise<T>): Promise<T> {
  const lookedUp = (way: Way) => expected.wanted[isHeld(way) ? 'held words' : 'words']?.words ?? 0
  const isTempting = branches.some(({ way }) => !isInOrder(way) && lookedUp(way) >= MANY_WORDS)
  if (!isTempting || db.isTransaction) return work(db)
  return db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx)
    return work(trx)
  })
}

/** One bounded, ordered sub-select a decade, several in one statement; decades after a full page are never asked. */
async function keys(db: Db, query: SearchQuery): Promise<FoundKey[]> {
  const reading = await readingOf(db, query, query.limit)
  return withoutScans(db, reading, (reads) => firstRows(reads, query, reading))
}

async function firstRows(db: Db, query: SearchQuery, { branches, expected }: Reading): Promise<FoundKey[]> {
  const found: FoundKey[] = []
  const sought = { match: expected.match, limit: query.limit, found: () => found.length }
  for (const group of groups(branches, sought)) {
    const parts = group.map((part) => branchOf(query, part, expected, true))
    const { rows } = await sql<FoundKey>`${sql.join(parts, sql` union all `)}`.execute(db)
    // UNION ALL promises no order.
    rows.sort(query.order === 'asc' ? earlier : (a, b) => earlier(b, a))
    found.push(...rows)
    if (found.length >= query.limit) break
  }
  return found.slice(0, query.limit)
}

async function count(db: Db, query: SearchQuery, cap: number): Promise<number> {
  const reading = await readingOf(db, query, cap)
  // Most promising first: what follows a full measure is never read.
  const parts = reading.branches
    .toSorted((a, b) => b.wanted - a.wanted)
    .map((part) => branchOf(query, part, reading.expected, false))
  if (parts.length === 0) return 0
  const counted = sql<{ n: number }>`select count(*) as n
    from (select 1 from (${sql.join(parts, sql` union all `)}) u limit ${sql.lit(cap)}) x`
  const { rows } = await withoutScans(db, reading, (reads) => counted.execute(reads))
  return rows[0]?.n ?? 0
}

export const postgresSearch: SearchIndex = { index, unindex, indexed, settle, lacking, keys, count }
