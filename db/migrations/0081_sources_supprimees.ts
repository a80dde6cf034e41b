import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

/** Sources that left the tables for a file, and may come back with their ids. */
export async function up(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  // As long as it says when, nobody writes a record in the source: it is on its way out, or back.
  await db.schema.alterTable('sources').addColumn('retrait_at', 'text').execute()
  await db.schema
    .createTable('sources_supprimees')
    .addColumn('id', d.id)
    // No reference: that one is gone.
    .addColumn('source_id', 'integer', (c) => c.notNull().unique())
    .addColumn('titre', 'text', (c) => c.notNull())
    .addColumn('section_id', 'integer', (c) => c.references('sections.id').onDelete('set null'))
    .addColumn('nb_releves', 'integer', (c) => c.notNull())
    .addColumn('etat', d.exactText, (c) => c.notNull())
    // Name of the file in app/supprimees, its lines, and the SHA-256 of the whole.
    .addColumn('fichier', 'text', (c) => c.notNull())
    .addColumn('lignes', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('empreinte', 'text')
    // The source itself, its members and its history.
    .addColumn('contenu', d.json)
    // Lines of the file that came back.
    .addColumn('avance', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('user_id', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('created_at', d.exactText, (c) => c.notNull())
    .execute()
  for (const column of ['section_id', 'user_id'])
    await db.schema.createIndex(`sources_supprimees_${column}`).on('sources_supprimees').column(column).execute()
}
