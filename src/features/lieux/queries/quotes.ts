import { sql } from 'kysely'
import { dialectOf } from '../../../db/dialect/index.ts'
import type { Db } from '../../../db/schema.ts'
import { MAX_QUOTES } from '../rules/uses.ts'

/** A place and those merged into it: until the task of the merge is done, records hold their ids. */
async function idsHeld(db: Db, id: number): Promise<number[]> {
  const merged = await db.selectFrom('lieux_fusions').select('lieu_id').where('vers_id', '=', id).execute()
  return [id, ...merged.map(({ lieu_id }) => lieu_id)]
}

/** Records that hold a place in one of their fields, whoever may see them; MAX_QUOTES + 1 for more than MAX_QUOTES. */
export async function countQuotes(db: Db, id: number): Promise<number> {
  const quotes = dialectOf(db).places.quotes(await idsHeld(db, id))
  const { rows } = await sql<{ n: number }>`select count(distinct releve_id) as n
    from (select releve_id from (${quotes}) q limit ${MAX_QUOTES + 1}) counted`.execute(db)
  return rows[0]?.n ?? 0
}

/** Counts for several places, those that are held at all; exact, and merges left aside. */
export async function countQuotesOf(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ lieu_id: number; n: number }>`select lieu_id, count(*) as n
    from (${dialectOf(db).places.quotes(ids)}) q group by lieu_id`.execute(db)
  return new Map(rows.map(({ lieu_id, n }) => [lieu_id, n]))
}
