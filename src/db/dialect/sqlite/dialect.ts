import Database from 'better-sqlite3'
import { sql } from 'kysely'
import type { Dialect } from '../dialect.ts'
import { CACHE_KIB } from './driver.ts'
import { lieuxNamed } from './names.ts'
import { placeQuotes } from './quotes.ts'
import { selectRows } from './rows.ts'
import {
  countRows,
  deleteSearchRows,
  insertSearchRows,
  presentSearchRows,
  searchRows,
  settleSearchTable,
} from './search.ts'
import { sqliteTables } from './tables.ts'

/** Of the 64 MB cache of `sqliteConnection`, while an import writes. */
const BULK_CACHE_KIB = 16_384

const codeOf = (error: unknown): string => (error instanceof Database.SqliteError ? error.code : '')

/** The site has another database by now. */
const CLOSED = /^driver has already been destroyed|database connection is not open/

export const sqliteDialect: Dialect = {
  label: 'SQLite',
  booleanLiteral: (value) => (value ? sql`1` : sql`0`),

  indexReleves: insertSearchRows,
  unindexReleves: deleteSearchRows,
  indexedReleves: presentSearchRows,
  settleSearchIndex: settleSearchTable,
  searchKeys: searchRows,
  countMatches: countRows,
  lieuxNamed,
  placeQuotes,
  copy: sqliteTables,
  isUniqueViolation: (error) => ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'].includes(codeOf(error)),
  isForeignKeyViolation: (error) => codeOf(error) === 'SQLITE_CONSTRAINT_FOREIGNKEY',
  isDiskFull: (error) => codeOf(error) === 'SQLITE_FULL',
  isUnavailable: (error) =>
    ['SQLITE_BUSY', 'SQLITE_CANTOPEN', 'SQLITE_IOERR'].some((code) => codeOf(error).startsWith(code)) ||
    (error instanceof Error && CLOSED.test(error.message)),

  // Write transactions are BEGIN IMMEDIATE: one at a time, whatever the process.
  lock: async () => {},
  share: async () => {},

  async reserveIds(trx, table, count) {
    // The table of `autoincrement` itself: it has no row before the first insert.
    const { rows } = await sql<{ seq: number }>`update sqlite_sequence set seq = seq + ${count} where name = ${table}
      returning seq`.execute(trx)
    if (!rows[0]) await sql`insert into sqlite_sequence (name, seq) values (${table}, ${count})`.execute(trx)
    const last = rows[0]?.seq ?? count
    return Array.from({ length: count }, (_, n) => last - count + 1 + n)
  },

  inList: (column, values) => sql`${column} in (select value from json_each(${JSON.stringify(values)}))`,

  selectRows,

  jsonList: (value) => sql`json_group_array(${value})`,

  like: (column, pattern) => sql`${column} glob ${pattern}`,

  metByMost: (column) => sql`+${column}`,

  async spareMemory(db, isBulk) {
    await sql`pragma cache_size = ${sql.lit(-(isBulk ? BULK_CACHE_KIB : CACHE_KIB))}`.execute(db)
  },

  async version(db) {
    const { rows } = await sql<{ v: string }>`select sqlite_version() as v`.execute(db)
    return rows[0]?.v ?? ''
  },
}
