import { sql } from 'kysely'
import type { Dialect } from '../dialect.ts'
import { withCloserLook } from '../search-closer.ts'
import { withReaching } from '../search-reaching.ts'
import { turnMsOf, unhurried } from './adapter.ts'
import { sqliteErrors } from './errors.ts'
import { sqlitePlaces } from './places.ts'
import { sqliteSearch } from './search.ts'
import { refuseTooMany } from './search-tables.ts'
import { sqliteSql } from './sql.ts'
import { sqliteTables } from './tables.ts'

/** So `pragma synchronous` calls it. */
const FULL = 2

export const sqliteDialect: Dialect = {
  label: 'SQLite',
  migratesWhole: false,
  async version(db) {
    const { rows } = await sql<{ v: string }>`select sqlite_version() as v`.execute(db)
    return rows[0]?.v ?? ''
  },
  async size(db) {
    const { rows } = await sql<{
      n: number
    }>`select page_count * page_size as n from pragma_page_count, pragma_page_size`.execute(db)
    return rows[0]?.n ?? 0
  },

  concerns: () => Promise.resolve([]),
  settle: () => Promise.resolve(),

  sql: sqliteSql,
  errors: sqliteErrors,
  // Write transactions are BEGIN IMMEDIATE: one at a time, whatever the process.
  locks: { lock: async () => {}, share: async () => {}, turnMs: turnMsOf, unhurried },
  search: withReaching(withCloserLook(sqliteSearch)),
  places: sqlitePlaces,
  copy: sqliteTables,

  async reserveIds(trx, table, count) {
    // The table of `autoincrement` itself: it has no row before the first insert.
    const { rows } = await sql<{ seq: number }>`update sqlite_sequence set seq = seq + ${count} where name = ${table}
      returning seq`.execute(trx)
    if (!rows[0]) await sql`insert into sqlite_sequence (name, seq) values (${table}, ${count})`.execute(trx)
    const last = rows[0]?.seq ?? count
    if (table === 'releves') refuseTooMany(last)
    return Array.from({ length: count }, (_, n) => last - count + 1 + n)
  },

  async toDisk(db, write) {
    const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(db)
    await sql`pragma synchronous = full`.execute(db)
    try {
      await write()
    } finally {
      await sql`pragma synchronous = ${sql.lit(rows[0]?.synchronous ?? FULL)}`.execute(db)
    }
  },
}
