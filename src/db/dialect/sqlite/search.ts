import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../schema.ts'
import { readsBeside } from '../connect.ts'
import { type FoundKey, MARK, type SearchIndex, type SearchKey } from '../search.ts'
import { lowerBound, reading, TODAYS } from '../search-former.ts'
import { matchOf, quoted } from './search-match.ts'
import { sqliteNext } from './search-next.ts'
import { type Asked, type Slice, slicesOf } from './search-slices.ts'
import { index, indexed, keyOf, rowidOf, SHIFT, settle, unindex } from './search-tables.ts'

const sourceToken = (id: number): string => quoted(`${MARK}s${id}`)

async function lacking(
  db: Db,
  { source, words, after, limit }: Parameters<SearchIndex['lacking']>[1],
): Promise<SearchKey[]> {
  if (words.length === 0) return []
  const match = `${sourceToken(source)} NOT (${words.map(quoted).join(' AND ')})`
  const first = after ? rowidOf(after, TODAYS) + 1 : 0
  const { rows } = await sql<{ k: number }>`select rowid as k from releves_fts
    where releves_fts match ${match} and rowid >= cast(${first} as integer) order by rowid limit ${limit}`.execute(db)
  return rows.map((row) => keyOf(row.k, TODAYS))
}

function bounds({ query: { order, after, afterId }, form }: Asked, { fromJour, toJour }: Slice): RawBuilder<unknown> {
  const first = lowerBound(form, fromJour) * SHIFT
  const last = toJour === undefined ? Number.MAX_SAFE_INTEGER : (form.toTable(toJour) + 1) * SHIFT - 1
  const from = order === 'asc' && after ? Math.max(first, rowidOf(after, form) + 1) : first
  const to = order === 'desc' && after ? Math.min(last, rowidOf(after, form) - 1) : last
  // The driver binds every number as a double, and FTS5 heeds a bound only when it is an integer: without the casts it steps
  // over all earlier matches, a hundred times slower.
  const days = sql`t.rowid >= cast(${from} as integer) and t.rowid <= cast(${to} as integer)`
  return afterId === undefined ? days : sql`${days} and t.rowid % ${sql.lit(SHIFT)} > ${afterId}`
}

const oneOf = (words: readonly string[]): string => `(${words.join(' OR ')})`

/** The words that sources have in common, or those that may lack one by themselves. */
const withinMatch = ({ words, unsure }: { words: string[][]; unsure: number[] }): string =>
  oneOf([`(${words.map((list) => oneOf(list.map(quoted))).join(' AND ')})`, ...unsure.map(sourceToken)])

/** The matching rowids as a sub-select, without order or limit; with their sources where these had to be looked up. */
function matches(asked: Asked, slice: Slice): RawBuilder<{ k: number; source_id?: number }> {
  const { sources, asTokens, within } = slice
  const { expr } = asked.query
  const parts = expr ? [matchOf(expr)] : []
  if (sources && asTokens) parts.push(oneOf(sources.map(sourceToken)))
  if (within) parts.push(withinMatch(within))
  const words = parts.length > 0 ? sql`t.releves_fts match ${parts.join(' AND ')}` : sql`true`
  if (!sources || asTokens)
    return sql`select t.rowid as k from releves_fts t where ${words} and ${bounds(asked, slice)}`
  return sql`select t.rowid as k, r.source_id from releves_fts t cross join releves r on r.id = t.rowid % ${sql.lit(SHIFT)}
    where ${words} and ${bounds(asked, slice)}
    and +r.source_id in (select value from json_each(${JSON.stringify(sources)}))`
}

async function keysOf(db: Db, asked: Asked): Promise<FoundKey[]> {
  const { query, form } = asked
  const found: FoundKey[] = []
  const order = query.order === 'desc' ? sql`desc` : sql`asc`
  for await (const slice of slicesOf(db, asked, () => found.length)) {
    const limit = query.limit - found.length
    const { rows } = await sql<{
      k: number
      source_id?: number
    }>`${matches(asked, slice)} order by t.rowid ${order} limit ${limit}`.execute(readsBeside(db))
    for (const { k, ...source } of rows) found.push({ ...keyOf(k, form), ...source })
    if (found.length >= query.limit) break
  }
  return found
}

async function countOf(db: Db, asked: Asked, cap: number): Promise<number> {
  let n = 0
  for await (const slice of slicesOf(db, asked, () => n)) {
    const found = matches(asked, slice)
    const { rows } = await sql<{ n: number }>`select count(*) as n from (${found} limit ${cap - n})`.execute(
      readsBeside(db),
    )
    n += rows[0]?.n ?? 0
    if (n >= cap) break
  }
  return n
}

export const sqliteSearch: SearchIndex = {
  next: sqliteNext,
  index,
  unindex,
  indexed,
  settle,
  lacking,
  keys: (db, query) => reading(db, query, (form) => keysOf(db, { query, form })),
  count: (db, query, cap) => reading(db, query, (form) => countOf(db, { query: { ...query, limit: cap }, form }, cap)),
}
