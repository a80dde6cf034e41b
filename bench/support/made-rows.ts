// Rows that the database makes itself: a million of them in seconds, without a driver between.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../src/db/schema.ts'

export const upTo = (n: number) =>
  sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(n)})`

/** Inserts `n` rows; `row` is their expressions, in which `i` counts from 1. */
export const insert = (db: Db, table: string, columns: string, n: number, row: RawBuilder<unknown>) =>
  sql`${upTo(n)} insert into ${sql.table(table)} (${sql.raw(columns)}) select ${row} from n`.execute(db)
