import { type ExpressionBuilder, sql } from 'kysely'
import type { Db, Schema } from '../../db/schema.ts'

/** The day of the last visit, ISO; of the account’s beginning where its person never came. */
const lastDay = sql<string>`coalesce(users.vu_le, substr(users.created_at, 1, 10))`

/**
 * An account that may be told or closed for want of visits: open, of somebody who is not in a pause and no administrator, who may be
 * the only one and is to find the door open.
 */
export const isUnusedSince = (day: string, today: string) => (eb: ExpressionBuilder<Schema, 'users'>) =>
  eb.and([
    eb('users.is_active', '=', true),
    eb('users.role', '!=', 'admin'),
    eb('users.supprime_at', 'is', null),
    eb('users.demande_at', 'is', null),
    eb('users.email', '!=', ''),
    eb.or([eb('users.pause_jusque', 'is', null), eb('users.pause_jusque', '<', today)]),
    eb(lastDay, '<', day),
  ])

/** Ids of those who were not there since that day: who have not been told, or who were told before an instant. */
export async function unusedSince(
  db: Db,
  day: string,
  { today, toldBefore }: { today: string; toldBefore: string | null },
): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where(isUnusedSince(day, today))
    .where((eb) =>
      toldBefore === null ? eb('inutilise_avis_at', 'is', null) : eb('inutilise_avis_at', '<', toldBefore),
    )
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}
