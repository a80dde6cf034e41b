import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../schema.ts'
import { readsBeside } from '../connect.ts'
import {
  type FoundKey,
  MARK,
  type SearchEntry,
  type SearchExpr,
  type SearchIndex,
  type SearchKey,
  type SearchLeaf,
  type SearchQuery,
  safeWords,
} from '../search.ts'
import { type Slice, slicesOf } from './search-slices.ts'
import { selectRows } from './sql.ts'

/** rowid = jour × 2^28 + id: results come in the order of dates, a year range is a rowid range (search.md, finding 2). */
const SHIFT = 2 ** 28
const rowidOf = (key: SearchKey): number => key.jour * SHIFT + key.releve_id
const keyOf = (rowid: number): SearchKey => ({ jour: Math.floor(rowid / SHIFT), releve_id: rowid % SHIFT })
const quoted = (word: string): string => `"${word}"`
const sourceToken = (id: number): string => quoted(`${MARK}s${id}`)

const rowOf = (entry: SearchEntry) => ({
  rowid: rowidOf(entry),
  nom: entry.nom.join(' '),
  prenom: entry.prenom.join(' '),
  texte: entry.texte.join(' '),
  f: [`${MARK}s${entry.source_id}`, ...(entry.within ?? []), ...entry.marks].join(' '),
})

/**
 * In the order of the keys, which the index wants: it flushes its buffer each time one goes down, and before each statement of
 * several rows too. Hence one statement, which leaves one segment.
 */
async function index(trx: Db, entries: readonly SearchEntry[]): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.map(rowOf)
  await sql`insert into releves_fts (rowid, nom, prenom, texte, f) ${selectRows(rows)}`.execute(trx)
}

const rowids = (keys: readonly SearchKey[]) => sql`select value from json_each(${JSON.stringify(keys.map(rowidOf))})`

async function unindex(trx: Db, keys: readonly SearchKey[]): Promise<void> {
  await sql`delete from releves_fts where rowid in (${rowids(keys)})`.execute(trx)
}

async function indexed(db: Db, keys: readonly SearchKey[]): Promise<Set<number>> {
  const { rows } = await sql<{
    k: number
  }>`select rowid as k from releves_fts where rowid in (${rowids(keys)})`.execute(db)
  return new Set(rows.map((row) => keyOf(row.k).releve_id))
}

/** Merging all segments costs as much as writing them again: worth it after at least this share of the records. */
const WORTH_MERGING = 1 / 10
/** Pages of one step of a merge; a transaction of some tens of milliseconds. */
const MERGED_AT_ONCE = 250

/** The segments of the index into one: every word of a search is looked up in each of them, a beginning of a thousand words too. */
async function settle(db: Db, written: number): Promise<void> {
  const last = await sql<{ id: number | null }>`select max(id) as id from releves`.execute(db)
  if (written < (last.rows[0]?.id ?? 0) * WORTH_MERGING) return
  // A negative number begins a merge of all segments, a positive one goes on with it (fts5, « The merge command »).
  for (let pages = -MERGED_AT_ONCE; await mergeStep(db, pages); pages = MERGED_AT_ONCE) await setImmediate()
}

/** Answers whether there was anything to do: a step without work changes one row. */
async function mergeStep(db: Db, pages: number): Promise<boolean> {
  return db.connection().execute(async (connection) => {
    const changes = async () =>
      (await sql<{ n: number }>`select total_changes() as n`.execute(connection)).rows[0]?.n ?? 0
    const before = await changes()
    await sql`insert into releves_fts (releves_fts, rank) values ('merge', ${sql.lit(pages)})`.execute(connection)
    return (await changes()) - before >= 2
  })
}

async function lacking(
  db: Db,
  { source, words, after, limit }: Parameters<SearchIndex['lacking']>[1],
): Promise<SearchKey[]> {
  if (words.length === 0) return []
  const match = `${sourceToken(source)} NOT (${words.map(quoted).join(' AND ')})`
  const first = after ? rowidOf(after) + 1 : 0
  const { rows } = await sql<{ k: number }>`select rowid as k from releves_fts
    where releves_fts match ${match} and rowid >= cast(${first} as integer) order by rowid limit ${limit}`.execute(db)
  return rows.map((row) => keyOf(row.k))
}

const COLUMNS = { tout: '', nom: '{nom} : ', prenom: '{prenom} : ' }

function leafMatch(leaf: SearchLeaf): string {
  const words = safeWords(leaf)
  if (!leaf.prefix) return quoted(words.join(' '))
  const { terms } = leaf.prefix
  // The words of a list are read lazily, a native prefix whole before its first row (search.md, finding 5).
  return terms ? `(${terms.map(quoted).join(' OR ')})` : `${quoted(words.join(' '))} *`
}

/** The MATCH expression of FTS5. */
export function matchOf(expr: SearchExpr): string {
  if ('all' in expr) return `(${expr.all.map(matchOf).join(' AND ')})`
  if ('any' in expr) return `(${expr.any.map(matchOf).join(' OR ')})`
  return `${COLUMNS[expr.in]}${leafMatch(expr)}`
}

function bounds({ order, after }: SearchQuery, { fromJour, toJour }: Slice): RawBuilder<unknown> {
  const first = fromJour * SHIFT
  const last = toJour === undefined ? Number.MAX_SAFE_INTEGER : (toJour + 1) * SHIFT - 1
  const from = order === 'asc' && after ? Math.max(first, rowidOf(after) + 1) : first
  const to = order === 'desc' && after ? Math.min(last, rowidOf(after) - 1) : last
  // The driver binds every number as a double, and FTS5 heeds a bound only when it is an integer: without the casts it steps
  // over all earlier matches, a hundred times slower.
  return sql`t.rowid >= cast(${from} as integer) and t.rowid <= cast(${to} as integer)`
}

const oneOf = (words: readonly string[]): string => `(${words.join(' OR ')})`

/** The words that sources have in common, or those that may lack one by themselves. */
const withinMatch = ({ words, unsure }: { words: string[][]; unsure: number[] }): string =>
  oneOf([`(${words.map((list) => oneOf(list.map(quoted))).join(' AND ')})`, ...unsure.map(sourceToken)])

/** The matching rowids as a sub-select, without order or limit; with their sources where these had to be looked up. */
function matches(query: SearchQuery, slice: Slice): RawBuilder<{ k: number; source_id?: number }> {
  const { sources, asTokens, within } = slice
  const parts = query.expr ? [matchOf(query.expr)] : []
  if (sources && asTokens) parts.push(oneOf(sources.map(sourceToken)))
  if (within) parts.push(withinMatch(within))
  const words = parts.length > 0 ? sql`t.releves_fts match ${parts.join(' AND ')}` : sql`true`
  if (!sources || asTokens)
    return sql`select t.rowid as k from releves_fts t where ${words} and ${bounds(query, slice)}`
  return sql`select t.rowid as k, r.source_id from releves_fts t cross join releves r on r.id = t.rowid % ${sql.lit(SHIFT)}
    where ${words} and ${bounds(query, slice)}
    and +r.source_id in (select value from json_each(${JSON.stringify(sources)}))`
}

async function keys(db: Db, query: SearchQuery): Promise<FoundKey[]> {
  const found: FoundKey[] = []
  const order = query.order === 'asc' ? sql`asc` : sql`desc`
  for await (const slice of slicesOf(db, query, () => found.length)) {
    const limit = query.limit - found.length
    const { rows } = await sql<{
      k: number
      source_id?: number
    }>`${matches(query, slice)} order by t.rowid ${order} limit ${limit}`.execute(readsBeside(db))
    for (const { k, ...source } of rows) found.push({ ...keyOf(k), ...source })
    if (found.length >= query.limit) break
  }
  return found
}

async function count(db: Db, query: SearchQuery, cap: number): Promise<number> {
  let n = 0
  for await (const slice of slicesOf(db, { ...query, limit: cap }, () => n)) {
    const found = matches(query, slice)
    const { rows } = await sql<{ n: number }>`select count(*) as n from (${found} limit ${cap - n})`.execute(
      readsBeside(db),
    )
    n += rows[0]?.n ?? 0
    if (n >= cap) break
  }
  return n
}

export const sqliteSearch: SearchIndex = { index, unindex, indexed, settle, lacking, keys, count }
