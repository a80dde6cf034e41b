import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

/** When somebody asked for an account that an administrator has still to accept; it is closed until then. */
export async function up(db: AnyDb): Promise<void> {
  await db.schema.alterTable('users').addColumn('demande_at', engineOf(db).exactText).execute()
}
