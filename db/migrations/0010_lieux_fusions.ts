import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

export async function up(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  await db.schema
    .createTable('lieux_fusions')
    .addColumn('id', d.id)
    // Ids of places are never given twice: one place is merged once.
    .addColumn('lieu_id', 'integer', (c) => c.notNull().unique())
    .addColumn('nom_long', 'text', (c) => c.notNull())
    .addColumn('vers_id', 'integer', (c) => c.notNull())
    .addColumn('vers_nom_long', 'text', (c) => c.notNull())
    .addColumn('nb_lieux', 'integer', (c) => c.notNull())
    .addColumn('nb_sources', 'integer', (c) => c.notNull())
    .addColumn('user_id', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('lieux_fusions_vers').on('lieux_fusions').column('vers_id').execute()
}
