import { sql } from 'kysely'
import pg from 'pg'
import type { Dialect } from '../dialect.ts'
import { lieuxNamed } from './names.ts'
import { placeQuotes } from './quotes.ts'
import { countRows, searchRows } from './search.ts'
import { deleteSearchRows, insertSearchRows, presentSearchRows, settleSearchTables } from './search-tables.ts'
import { postgresTables } from './tables.ts'

const INT8 = 20
const NUMERIC = 1700
const JSON_TYPES = [114, 3802]
// pg answers count(*) as text, and parses JSON itself: the values plugin does that for both engines.
pg.types.setTypeParser(INT8, Number)
pg.types.setTypeParser(NUMERIC, Number)
for (const type of JSON_TYPES) pg.types.setTypeParser(type, (text: string) => text)

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}

/** Connection lost or refused, server stopping or starting, too many connections, time spent behind somebody else. */
const UNAVAILABLE = [
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '57014',
  '40P01',
  '08000',
  '08003',
  '08006',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
]
/** The socket of a server on this machine; a file that is missing has the same code. */
const isNoSocket = (error: unknown): boolean =>
  codeOf(error) === 'ENOENT' && (error as NodeJS.ErrnoException).syscall === 'connect'
const LOST =
  /connection terminated|timeout exceeded when trying to connect|client (has encountered a connection error|was closed)|driver has already been destroyed|calling end on the pool/i

export const postgresDialect: Dialect = {
  label: 'PostgreSQL',
  booleanLiteral: (value) => (value ? sql`true` : sql`false`),
  indexReleves: insertSearchRows,
  unindexReleves: deleteSearchRows,
  indexedReleves: presentSearchRows,
  settleSearchIndex: settleSearchTables,
  searchKeys: searchRows,
  countMatches: countRows,
  lieuxNamed,
  placeQuotes,
  copy: postgresTables,
  isUniqueViolation: (error) => codeOf(error) === '23505',
  isForeignKeyViolation: (error) => codeOf(error) === '23503',
  isDiskFull: (error) => codeOf(error) === '53100',
  isUnavailable: (error) =>
    UNAVAILABLE.includes(codeOf(error)) || isNoSocket(error) || (error instanceof Error && LOST.test(error.message)),
  async lock(trx, name) {
    await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(trx)
  },
  async share(trx, name) {
    await sql`select pg_advisory_xact_lock_shared(hashtext(${name}))`.execute(trx)
  },
  async reserveIds(trx, table, count) {
    const { rows } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence(${table}, 'id')) as id
      from generate_series(1, ${count})`.execute(trx)
    return rows.map(({ id }) => id).sort((a, b) => a - b)
  },

  inList: (column, values) => sql`${column} = any(${values})`,
  selectRows(rows) {
    const columns = Object.entries(rows[0] ?? {}).map(([name, value]) => {
      const type = typeof value === 'number' ? sql`int[]` : sql`text[]`
      return sql`${rows.map((row) => row[name])}::${type}`
    })
    return sql`select * from unnest(${sql.join(columns)}) as r`
  },
  jsonList: (value) => sql`coalesce(json_agg(${value})::text, '[]')`,
  like: (column, pattern) => sql`${column} like ${pattern.replaceAll('*', '%').replaceAll('?', '_')}`,
  // Its statistics know.
  metByMost: (column) => column,
  // Its memory is the server's.
  spareMemory: async () => {},

  async version(db) {
    const { rows } = await sql<{ v: string }>`show server_version`.execute(db)
    return Object.values(rows[0] ?? {})[0] ?? ''
  },
}
