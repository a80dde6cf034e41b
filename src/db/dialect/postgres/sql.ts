import { sql } from 'kysely'
import type { SqlPieces } from '../dialect.ts'
import { keepPlan } from './kept-plans.ts'
import { writtenOut } from './written-out.ts'

export const postgresSql: SqlPieces = {
  booleanLiteral: (value) => (value ? sql`true` : sql`false`),
  inList: (column, values) => sql`${column} = any(${values})`,
  bound: (value) => value,
  keepPlan(query, isBlank) {
    const kept = writtenOut(query, isBlank)
    keepPlan(kept.sql)
    return kept
  },
  selectRows(rows) {
    const columns = Object.entries(rows[0] ?? {}).map(([name, value]) => {
      // Some count, some are numbers of records, which have 64 bits; PostgreSQL takes either where it stores them.
      const type = typeof value === 'number' ? sql`bigint[]` : sql`text[]`
      return sql`${rows.map((row) => row[name])}::${type}`
    })
    return sql`select * from unnest(${sql.join(columns)}) as r`
  },
  numbersIn: (text) => sql`unnest(string_to_array(trim(both ',' from ${text}), ',')::bigint[]) as l(value)`,
  jsonList: (value) => sql`coalesce(json_agg(${value})::text, '[]')`,
  like: (column, pattern) => sql`${column} like ${pattern.replaceAll('*', '%').replaceAll('?', '_')}`,
  // Its statistics know.
  metByMost: (column) => column,
  // Which transactions it sees. A server that was started anew may have been given an older copy of itself.
  moment: () => sql`pg_current_snapshot()::text || '/' || pg_postmaster_start_time()::text`,
}
