import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

/** Archives of everything that were brought to this site to be put back, and how far each is. */
export async function up(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  await db.schema
    .createTable('remises')
    .addColumn('id', d.id)
    // The archive, or the folder; null once it is not needed any more.
    .addColumn('chemin', 'text')
    // SHA-256 of its inventory.
    .addColumn('empreinte', 'text')
    .addColumn('etat', d.exactText, (c) => c.notNull())
    // The table that is being put back, and how many of its rows are back.
    .addColumn('etape', d.exactText, (c) => c.notNull().defaultTo(''))
    .addColumn('lignes', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('detail', d.json, (c) => c.notNull().defaultTo('{}'))
    .addColumn('erreur', 'text')
    .addColumn('user_id', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('created_at', d.exactText, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('remises_user').on('remises').column('user_id').execute()
}
