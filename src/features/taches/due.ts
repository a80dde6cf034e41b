import type { Db } from '../../db/schema.ts'
import { MINUTE_MS } from '../../lib/durations.ts'

/** Clocks of several machines differ; a time beyond that was written by a clock that was wrong. */
const AHEAD_MS = 5 * MINUTE_MS

/**
 * Is it the caller's turn to begin what is done once in each period? True for one caller among all processes. `since`: when the
 * present period began. What was missed while nothing ran is done once; a clock that was ahead holds nothing up. The first time
 * ever it is nobody's turn.
 */
export async function takeTurn(db: Db, nom: string, since: Date, now: Date): Promise<boolean> {
  const derniere = now.toISOString()
  const last = await db.selectFrom('echeances').select('derniere').where('nom', '=', nom).executeTakeFirst()
  if (!last) {
    await db
      .insertInto('echeances')
      .values({ nom, derniere })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return false
  }
  const latest = new Date(now.getTime() + AHEAD_MS).toISOString()
  if (last.derniere >= since.toISOString() && last.derniere <= latest) return false
  const { numUpdatedRows } = await db
    .updateTable('echeances')
    .set({ derniere })
    .where('nom', '=', nom)
    .where('derniere', '=', last.derniere)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
