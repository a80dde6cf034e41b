import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

/** Drafts that came without a session are told from those that their author left, and never take their place. */
export async function up(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  await db.schema
    .alterTable('brouillons')
    .addColumn('hors_session', d.boolean, (c) => c.notNull().defaultTo(d.booleanLiteral(false)))
    .execute()
}
