import { type RawBuilder, sql } from 'kysely'
import type { PlainRow, SqlPieces } from '../dialect.ts'
import { writtenOut } from './written-out.ts'

/** Sends the rows as one list in JSON: to bind a parameter for each value takes longer than to read it. */
export function selectRows(rows: readonly PlainRow[]): RawBuilder<unknown> {
  const columns = Object.keys(rows[0] ?? {}).map((_, at) => sql`value ->> ${sql.lit(at)}`)
  // Without a condition, `on conflict` would be read as the condition of a join.
  return sql`select ${sql.join(columns)} from json_each(${JSON.stringify(rows.map(Object.values))}) where true`
}

/** One parameter whatever the length: a list in JSON. */
const bound = (value: unknown): unknown => (Array.isArray(value) ? JSON.stringify(value) : value)

export const sqliteSql: SqlPieces = {
  booleanLiteral: (value) => (value ? sql`1` : sql`0`),
  inList: (column, values) => sql`${column} in (select value from json_each(${bound(values)}))`,
  bound,
  // Its connections keep whatever they were asked lately.
  keepPlan: writtenOut,
  selectRows,
  numbersIn: (text) => sql`json_each('[' || trim(${text}, ',') || ']') as l`,
  jsonList: (value) => sql`json_group_array(${value})`,
  like: (column, pattern) => sql`${column} glob ${pattern}`,
  metByMost: (column) => sql`+${column}`,
  // Our own changes are counted by the first, undone ones too, those of other connections and programs by the second.
  moment: () => sql`total_changes() || '/' || (select data_version from pragma_data_version)`,
}
