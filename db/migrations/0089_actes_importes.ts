import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

/** Files of acts of other programs on their way in, what is to become of them, and the numbers that their acts had there. */
export async function up(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  await db.schema
    .createTable('dossiers_actes')
    .addColumn('id', d.id)
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('detail', d.json, (c) => c.notNull())
    // Counted by the dry run.
    .addColumn('bilan', d.json, (c) => c.notNull().defaultTo('{}'))
    // The import that was made of it; no reference: it may be purged.
    .addColumn('import_id', 'integer')
    .addColumn('created_at', d.exactText, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('dossiers_actes_user').on('dossiers_actes').column('user_id').execute()
  await db.schema
    .createTable('origines_actes')
    .addColumn('releve_id', 'integer', (c) => c.primaryKey().references('releves.id').onDelete('cascade'))
    // The program and the commune: where the number means this act.
    .addColumn('origine', d.exactText, (c) => c.notNull())
    .addColumn('ident', d.exactText, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('origines_actes_ident').on('origines_actes').columns(['origine', 'ident']).execute()
}
