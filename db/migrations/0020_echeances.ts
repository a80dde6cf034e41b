import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

/** When each thing that comes round again was last begun, for all processes of a site. */
export async function up(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  await db.schema
    .createTable('echeances')
    .addColumn('nom', d.exactText, (c) => c.primaryKey())
    .addColumn('derniere', d.exactText, (c) => c.notNull())
    .execute()
}
