import { sql } from 'kysely'
import pg from 'pg'
import type { Dialect } from '../dialect.ts'
import { withReaching } from '../search-reaching.ts'
import { postgresErrors } from './errors.ts'
import { lineConcerns, settleRole } from './line.ts'
import { postgresPlaces } from './places.ts'
import { postgresSearch } from './search.ts'
import { postgresSql } from './sql.ts'
import { postgresTables } from './tables.ts'

const INT8 = 20
const NUMERIC = 1700
const JSON_TYPES = [114, 3802]
// pg answers count(*) as text, and parses JSON itself: the values plugin does that for both engines.
pg.types.setTypeParser(INT8, Number)
pg.types.setTypeParser(NUMERIC, Number)
for (const type of JSON_TYPES) pg.types.setTypeParser(type, (text: string) => text)

export const postgresDialect: Dialect = {
  label: 'PostgreSQL',
  migratesWhole: true,
  async version(db) {
    const { rows } = await sql<{ v: string }>`show server_version`.execute(db)
    return Object.values(rows[0] ?? {})[0] ?? ''
  },
  async size(db) {
    const { rows } = await sql<{ n: number }>`select pg_database_size(current_database()) as n`.execute(db)
    return rows[0]?.n ?? 0
  },
  concerns: lineConcerns,
  settle: settleRole,

  sql: postgresSql,
  errors: postgresErrors,
  locks: {
    async lock(trx, name) {
      await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(trx)
    },
    async share(trx, name) {
      await sql`select pg_advisory_xact_lock_shared(hashtext(${name}))`.execute(trx)
    },
    turnMs: () => 100,
    unhurried: (_db, work) => work(),
  },
  search: withReaching(postgresSearch),
  places: postgresPlaces,
  copy: postgresTables,

  async reserveIds(trx, table, count) {
    const { rows } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence(${table}, 'id')) as id
      from generate_series(1, ${count})`.execute(trx)
    return rows.map(({ id }) => id).sort((a, b) => a - b)
  },

  // So it is at each commit.
  toDisk: async (_db, write) => void (await write()),
}
