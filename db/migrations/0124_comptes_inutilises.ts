import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

/** When each person was there last, and when somebody who has not been for years was told so. */
export async function up(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  await db.schema.alterTable('users').addColumn('vu_le', d.exactText).execute()
  await db.schema.alterTable('users').addColumn('inutilise_avis_at', d.exactText).execute()
  // Nobody knows when: years without a visit are counted from this day on, so that no account is closed by an update.
  await db
    .updateTable('users')
    .set({ vu_le: new Date(Date.now()).toISOString().slice(0, 10) })
    .execute()
}
