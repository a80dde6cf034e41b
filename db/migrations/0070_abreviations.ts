import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

/** Abbreviations that the desk writes out: each line is one person's, or a section's for all its members. */
export async function up(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  await db.schema
    .createTable('abreviations')
    .addColumn('id', d.id)
    .addColumn('user_id', 'integer', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('section_id', 'integer', (c) => c.references('sections.id').onDelete('cascade'))
    .addColumn('abreviation', d.exactText, (c) => c.notNull())
    .addColumn('texte', 'text', (c) => c.notNull())
    // Words of both, folded, for the filter of the list.
    .addColumn('recherche', d.exactText, (c) => c.notNull())
    .addColumn('import_id', 'integer', (c) => c.references('imports.id').onDelete('set null'))
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute()
  for (const owner of ['user_id', 'section_id'])
    await db.schema
      .createIndex(`abreviations_${owner}`)
      .unique()
      .on('abreviations')
      .columns([owner, 'abreviation'])
      .execute()
  await db.schema.createIndex('abreviations_import_id').on('abreviations').column('import_id').execute()
}
