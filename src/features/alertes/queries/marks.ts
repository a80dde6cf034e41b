import { sql } from 'kysely'
import type { Db } from '../../../db/schema.ts'
import type { Mark, Reached } from '../../../db/schema-alertes.ts'
import { MINUTE_MS } from '../../../lib/durations.ts'

/** No transaction that writes records lasts so long: ids that are missing before are missing for ever. */
const UNDER_WAY_MS = 5 * MINUTE_MS

type Table = 'releves' | 'source_transitions'

const newest = async (db: Db, table: Table, before: string | undefined): Promise<number> => {
  let query = db.selectFrom(table).select('id').orderBy('id', 'desc').limit(1)
  if (before !== undefined) query = query.where('created_at', '<=', before)
  return (await query.executeTakeFirst())?.id ?? 0
}

/** The ids that lack between `from` and the last one: who was given them may still be about to store something. */
async function gaps(db: Db, table: Table, from: number): Promise<[number, number][]> {
  const { rows } = await sql<{ id: number; next: number }>`select id, next from (
      select id, lead(id) over (order by id) as next from ${sql.table(table)} where id >= ${from}
    ) pairs where next > id + 1 order by id`.execute(db)
  return rows.map(({ id, next }) => [Number(id) + 1, Number(next) - 1])
}

async function reached(db: Db, table: Table, now: Date): Promise<Reached> {
  const id = await newest(db, table, undefined)
  const settled = await newest(db, table, new Date(now.getTime() - UNDER_WAY_MS).toISOString())
  // Rows that another process stores between these statements are new, or in no gap.
  return { id, trous: (await gaps(db, table, settled)).filter(([, to]) => to < id) }
}

/** Up to here everything is known now. */
export const markNow = async (db: Db, now: Date): Promise<Mark> => ({
  releve: await reached(db, 'releves', now),
  transition: await reached(db, 'source_transitions', now),
})
