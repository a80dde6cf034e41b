import Database from 'better-sqlite3'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../schema.ts'
import {
  type Dialect,
  type SearchEntry,
  type SearchKey,
  type SearchQuery,
  type SearchTerm,
  searchTerms,
} from './dialect.ts'
import { guardJournal } from './sqlite-journal.ts'
import { createLieuxNames, lieuxNamed } from './sqlite-names.ts'

/** rowid = jour × 2^28 + id: results come in the order of dates, a year range is a rowid range (search.md, finding 2). */
const SHIFT = 2 ** 28
/** Beyond this many sources the set is tested in SQL; OR-ed tokens would cost more (search.md 3.1). */
const MAX_SOURCE_TOKENS = 500
const MAX_PREFIX_TERMS = 200

const rowidOf = (key: SearchKey): number => key.jour * SHIFT + key.releve_id
const keyOf = (rowid: number): SearchKey => ({ jour: Math.floor(rowid / SHIFT), releve_id: rowid % SHIFT })
const quoted = (word: string): string => `"${word.replaceAll('"', '""')}"`

function filterTokens(entry: SearchEntry): string {
  const decade = `d${entry.decennie}`
  const persons = [...entry.nom.map((w) => `zn${w}`), ...entry.prenom.map((w) => `zp${w}`)]
  return [`s${entry.source_id}`, decade, ...persons].join(' ')
}

/** The words of the dictionary that start so, commonest first: a prefix becomes a bounded list of words (finding 5). */
async function termsWithPrefix(db: Db, prefix: string): Promise<string[]> {
  const rows = await db
    .selectFrom('mots')
    .select('terme')
    .where('terme', '>=', prefix)
    .where('terme', '<', `${prefix}\u{10ffff}`)
    .orderBy('n', 'desc')
    .orderBy('terme')
    .limit(MAX_PREFIX_TERMS)
    .execute()
  return rows.map((row) => row.terme)
}

async function wordExpression(db: Db, { word, isPrefix }: SearchTerm): Promise<string | undefined> {
  if (!isPrefix) return quoted(word)
  const terms = await termsWithPrefix(db, word)
  return terms.length > 0 ? `(${terms.map(quoted).join(' OR ')})` : undefined
}

/** The MATCH expression; undefined where nothing can match. User text only ever enters it as quoted folded words. */
async function matchExpression(db: Db, query: SearchQuery): Promise<string | undefined> {
  const parts: string[] = []
  const wanted = searchTerms(query)
  if (wanted.length === 0 && query.words.length > 0) return undefined
  for (const term of wanted) {
    const expression = await wordExpression(db, term)
    if (!expression) return undefined
    parts.push(`{nom prenom texte}: ${expression}`)
  }
  const ids = query.sourceIds
  if (ids && ids.length <= MAX_SOURCE_TOKENS) parts.push(`f: (${ids.map((id) => `"s${id}"`).join(' OR ')})`)
  return parts.join(' AND ')
}

function bounds(query: SearchQuery): RawBuilder<unknown> {
  const from = Math.max((query.fromJour ?? 0) * SHIFT, query.after ? rowidOf(query.after) + 1 : 0)
  const to = query.toJour === undefined ? Number.MAX_SAFE_INTEGER : (query.toJour + 1) * SHIFT - 1
  return sql`t.rowid >= ${from} and t.rowid <= ${to}`
}

/** The matching rowids as a sub-select, without order or limit; undefined where nothing can match. */
async function matches(db: Db, query: SearchQuery): Promise<RawBuilder<{ k: number }> | undefined> {
  if (query.sourceIds?.length === 0) return undefined
  const match = await matchExpression(db, query)
  if (match === undefined) return undefined
  const words = match === '' ? sql`true` : sql`t.releves_fts match ${match}`
  const tested = (query.sourceIds?.length ?? 0) > MAX_SOURCE_TOKENS
  if (!tested) return sql`select t.rowid as k from releves_fts t where ${words} and ${bounds(query)}`
  return sql`select t.rowid as k from releves_fts t cross join releves r on r.id = t.rowid % ${SHIFT}
    where ${words} and ${bounds(query)} and +r.source_id in (select value from json_each(${JSON.stringify(query.sourceIds)}))`
}

const codeOf = (error: unknown): string => (error instanceof Database.SqliteError ? error.code : '')

export const sqliteDialect: Dialect = {
  label: 'SQLite',
  // autoincrement: the id of a deleted record is never given again, its history may bring it back.
  id: sql`integer primary key autoincrement`,
  json: sql`text`,
  boolean: sql`integer`,
  real: sql`real`,
  exactText: sql`text`,
  booleanLiteral: (value) => (value ? sql`1` : sql`0`),
  generatedText: (expression) => sql`text generated always as (${expression}) virtual`,

  async createSearchIndex(db) {
    // Contentless: the application writes it in the transaction of the record, a trigger would halve the rate (finding 7).
    // Words come folded and split: `ascii` takes them as they are, letters newer than the tables of unicode61 too.
    await sql`create virtual table releves_fts using fts5(nom, prenom, texte, f, content='', contentless_delete=1,
      tokenize='ascii')`.execute(db)
  },

  async indexReleve(trx, entry) {
    const columns = [entry.nom.join(' '), entry.prenom.join(' '), entry.texte.join(' '), filterTokens(entry)]
    await sql`insert into releves_fts (rowid, nom, prenom, texte, f) values (${rowidOf(entry)}, ${sql.join(columns)})`.execute(
      trx,
    )
  },

  async unindexReleve(trx, entry) {
    await sql`delete from releves_fts where rowid = ${rowidOf(entry)}`.execute(trx)
  },

  async searchKeys(db, query) {
    const found = await matches(db, query)
    if (!found) return []
    const { rows } = await sql<{ k: number }>`${found} order by t.rowid limit ${query.limit}`.execute(db)
    return rows.map((row) => keyOf(row.k))
  },

  async countMatches(db, query, cap) {
    const found = await matches(db, query)
    if (!found) return 0
    const { rows } = await sql<{ n: number }>`select count(*) as n from (${found} limit ${cap})`.execute(db)
    return rows[0]?.n ?? 0
  },

  createLieuxNames,
  lieuxNamed,
  guardJournal,
  isUniqueViolation: (error) => ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'].includes(codeOf(error)),
  isForeignKeyViolation: (error) => codeOf(error) === 'SQLITE_CONSTRAINT_FOREIGNKEY',
  isDiskFull: (error) => codeOf(error) === 'SQLITE_FULL',
  isUnavailable: (error) =>
    ['SQLITE_BUSY', 'SQLITE_CANTOPEN', 'SQLITE_IOERR'].some((code) => codeOf(error).startsWith(code)),

  // Write transactions are BEGIN IMMEDIATE: one at a time, whatever the process.
  lock: async () => {},

  inList: (column, values) => sql`${column} in (select value from json_each(${JSON.stringify(values)}))`,

  metByMost: (column) => sql`+${column}`,

  async version(db) {
    const { rows } = await sql<{ v: string }>`select sqlite_version() as v`.execute(db)
    return rows[0]?.v ?? ''
  },
}
