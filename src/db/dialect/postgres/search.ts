import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from '../../schema.ts'
import {
  earlier,
  estimate,
  type FoundKey,
  heldPart,
  isNever,
  namesPart,
  plainPart,
  type SearchExpr,
  type SearchIndex,
  type SearchQuery,
  type Within,
} from '../search.ts'
import { type Decade, groups, recordsByDecade, sharesOf, sumOf, wordCount, wordsBeside } from '../search-decades.ts'
import { lowerBound, reading } from '../search-former.ts'
import { keepIfMetOften } from './kept-plans.ts'
import { postgresNext } from './search-next.ts'
import { type Asked, countHalves, halves, type Part, partsFor } from './search-parts.ts'
import { index, indexed, lacking, lexeme, settle, sourceLexeme, unindex } from './search-tables.ts'
import { type Expected, LOOKUPS, type Lookup, lookupOf, type Wanted, type Way, wayFor } from './search-ways.ts'
import { tsqueriesOf, tsqueryOf } from './search-words.ts'

/** By sub-selects, so that the plan is made without the words and serves for all: `wayFor` has chosen for these already. */
function lookedUp(part: SearchExpr, beside: string | undefined): RawBuilder<unknown> {
  const queries = tsqueriesOf(part).map((words) => (beside ? `${words} & ${beside}` : words))
  const found = queries.map((query) => sql`tsv @@ (select ${query}::tsquery)`)
  return sql`(${sql.join(found, sql` or `)})`
}

/** Read in the order wanted, by an index that has it. */
const isInOrder = (way: Way): boolean => way === 'walk' || way === 'sources'
const hasTokens = (way: Way): boolean => way.endsWith(' and sources')
const isWithin = (way: Way): boolean => way.endsWith(' within')

/** Gives what of an expression is looked up in the index of words; undefined where that is nothing, or no less than all. */
const PARTS: Record<Lookup, (expr: SearchExpr) => SearchExpr | undefined> = {
  words: (expr) => expr,
  'held words': heldPart,
  'plain words': plainPart,
  names: namesPart,
}

function bounds({ query, form }: Asked, way: Way): RawBuilder<unknown>[] {
  const { order, after, fromJour, toJour, afterId } = query
  // Plus nothing: the primary key, which is in the order wanted, must not tempt the planner away from the index of words.
  const jour = isInOrder(way) ? sql`jour` : sql`jour + 0`
  const list: RawBuilder<unknown>[] = []
  if (fromJour !== undefined) list.push(sql`${jour} >= ${lowerBound(form, fromJour)}`)
  if (toJour !== undefined) list.push(sql`${jour} <= ${form.toTable(toJour)}`)
  const than = order === 'asc' ? sql`>` : sql`<`
  if (after) list.push(sql`(${jour}, releve_id) ${than} (${form.toTable(after.jour)}, ${after.releve_id})`)
  if (afterId !== undefined) list.push(sql`releve_id > ${afterId}`)
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
  const part = PARTS[lookupOf(way) ?? 'words'](expr) ?? expr
  const sources = isWithin(way) ? withinQuery(within, decade.unsure) : (decade.sources ?? []).map(sourceLexeme)
  const beside = hasTokens(way) || isWithin(way) ? `(${sources.join(' | ')})` : undefined
  return [lookedUp(part, beside), ...(part === expr ? [] : [tested()])]
}

function conditions(asked: Asked, decade: Decade, way: Way): RawBuilder<unknown> {
  const list = [...bounds(asked, way), ...wordConditions(asked.query, decade, way)]
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
  const all = Math.max(1, total)
  const others = wordsBeside(expr).map((n) => n / all)
  return { read: sharesOf(expr, total).read, rarest: estimate(expr) / all, words: wordCount(expr), others }
}

/** No branches where nothing can match. */
async function readingOf(
  db: Db,
  asked: Asked,
  { limit, isOrdered }: Pick<Expected, 'limit' | 'isOrdered'>,
): Promise<Reading> {
  const { expr, sourceIds, within } = asked.query
  const records = await recordsByDecade(db)
  const total = sumOf(records)
  const wanted = Object.fromEntries(
    LOOKUPS.map((lookup) => [lookup, wantedOf(expr && PARTS[lookup](expr), total)]),
  ) as Expected['wanted']
  const expected = { match: sharesOf(expr, total).match, wanted, within, limit, isOrdered }
  const cannotMatch = sourceIds?.length === 0 || (expr && isNever(expr))
  const parts = cannotMatch ? [] : await partsFor(db, asked, records)
  const branches = parts.map((part) => {
    const [way, us] = wayFor(part, expected)
    return { ...part, way, us }
  })
  return { branches, expected }
}

/** Keys of the matches of a decade, at most `limit`: the first ones in the order wanted, or whichever come first. */
function branchOf(asked: Asked, part: Branch, { limit, isOrdered }: Expected): RawBuilder<unknown> {
  const { way } = part
  const dir = asked.query.order === 'asc' ? sql`asc` : sql`desc`
  const order = isOrdered ? sql`order by ${isInOrder(way) ? sql`jour` : sql`jour + 0`} ${dir}, releve_id ${dir}` : sql``
  const end = sql`${order} limit ${sql.lit(limit)}`
  const found = sql`select jour, releve_id, source_id from ${sql.table(part.name)} where ${conditions(asked, part, way)} ${end}`
  if (way !== 'sources') return sql`(${found})`
  return sql`(select x.* from unnest(${part.sources}::int[]) as s (id)
    cross join lateral (${found}) as x ${end})`
}

/** From so many words on, PostgreSQL takes a choice between them for a common one… */
const MANY_WORDS = 8

/** …and would read whole decades: it may not. */
function isTempting({ branches, expected }: Reading): boolean {
  const lookedUp = (way: Way) => expected.wanted[lookupOf(way) ?? 'words']?.words ?? 0
  return branches.some(({ way }) => !isInOrder(way) && lookedUp(way) >= MANY_WORDS)
}

/** The words are sent, and read by the server, once for all decades that ask for the same ones; so are lists of sources. */
function sharing<T>({ sql: text, parameters, ...statement }: CompiledQuery<T>): CompiledQuery<T> {
  const shared: unknown[] = []
  const places = parameters.map((value) => {
    // Equal numbers may be of different types to the server.
    const known = typeof value === 'number' ? -1 : shared.indexOf(value)
    return known < 0 ? shared.push(value) : known + 1
  })
  const renumbered = text.replace(/\$(\d+)/g, (_place, n: string) => `$${places[Number(n) - 1]}`)
  return { ...statement, sql: renumbered, parameters: shared }
}

/** A transaction for each statement: two that are asked at once need a connection each. */
async function ask<R>(db: Db, query: RawBuilder<R>, plan: Reading): Promise<R[]> {
  const statement = sharing(query.compile(db))
  keepIfMetOften(statement.sql)
  if (db.isTransaction || !isTempting(plan)) return (await db.executeQuery(statement)).rows
  return db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx)
    return (await trx.executeQuery(statement)).rows
  })
}

/** Most promising first: what follows a full measure is never read. */
const byPromise = (branches: readonly Branch[]): Branch[] => branches.toSorted((a, b) => b.wanted - a.wanted)

/** One bounded, ordered sub-select a decade, several in one statement; decades after a full page are never asked. */
async function keysOf(db: Db, asked: Asked): Promise<FoundKey[]> {
  const { limit, order } = asked.query
  const plan = await readingOf(db, asked, { limit, isOrdered: order !== 'any' })
  const branches = order === 'any' ? byPromise(plan.branches) : plan.branches
  return firstRows(db, asked, { ...plan, branches })
}

/** The rows of all these decades, or with any order wanted as many of them as are asked for. */
async function rowsOf(db: Db, asked: Asked, plan: Reading): Promise<FoundKey[]> {
  const { order, limit } = asked.query
  const parts = plan.branches.map((part) => branchOf(asked, part, plan.expected))
  const rest = order === 'any' && parts.length > 1 ? sql` limit ${sql.lit(limit)}` : sql``
  return ask(db, sql<FoundKey>`${sql.join(parts, sql` union all `)}${rest}`, plan)
}

async function firstRows(db: Db, asked: Asked, { branches, expected }: Reading): Promise<FoundKey[]> {
  const { query, form } = asked
  const found: FoundKey[] = []
  const sought = { match: expected.match, limit: query.limit, found: () => found.length }
  for (const group of groups(branches, sought)) {
    const asking = halves(group).map((half) => rowsOf(db, asked, { branches: half, expected }))
    const rows = (await Promise.all(asking)).flat()
    // UNION ALL promises no order.
    rows.sort(query.order === 'desc' ? (a, b) => earlier(b, a) : earlier)
    for (const row of rows) found.push({ ...row, jour: form.fromTable(row.jour) })
    if (found.length >= query.limit) break
  }
  return found.slice(0, query.limit)
}

async function countIn(db: Db, asked: Asked, plan: Reading): Promise<number> {
  const parts = plan.branches.map((part) => branchOf(asked, part, plan.expected))
  const counted = sql<{ n: number }>`select count(*) as n
    from (select 1 from (${sql.join(parts, sql` union all `)}) u limit ${sql.lit(plan.expected.limit)}) x`
  const [row] = await ask(db, counted, plan)
  return row?.n ?? 0
}

async function countOf(db: Db, asked: Asked, cap: number): Promise<number> {
  const { branches, expected } = await readingOf(db, asked, { limit: cap, isOrdered: false })
  if (branches.length === 0) return 0
  return countHalves(halves(byPromise(branches)), { cap, match: expected.match }, (limit, half) =>
    countIn(db, asked, { branches: half, expected: { ...expected, limit } }),
  )
}

export const postgresSearch: SearchIndex = {
  next: postgresNext,
  index,
  unindex,
  indexed,
  settle,
  lacking,
  keys: (db, query) => reading(db, query, (form) => keysOf(db, { query, form })),
  count: (db, query, cap) => reading(db, query, (form) => countOf(db, { query, form }, cap)),
}
