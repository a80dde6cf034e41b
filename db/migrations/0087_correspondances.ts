import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

/** Where the columns of a file go: of one import, and by header for the next file of the same make. */
export async function up(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  await db.schema.alterTable('imports').addColumn('correspondance', d.json).execute()
  // What a dry run has to say of the whole file, a sentence a line.
  await db.schema
    .alterTable('imports')
    .addColumn('remarques', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  // Lines with the date and names of a record that is there already, and what becomes of them once somebody said so.
  await db.schema
    .alterTable('imports')
    .addColumn('a_verifier', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('imports').addColumn('doublons', 'text').execute()
  // The work under way began then, from which its speed is told.
  await db.schema.alterTable('imports').addColumn('travail_at', d.exactText).execute()
  await db.schema
    .createTable('import_correspondances')
    .addColumn('id', d.id)
    .addColumn('section_id', 'integer', (c) => c.references('sections.id').onDelete('cascade'))
    .addColumn('type_source_id', 'integer', (c) => c.notNull().references('types_sources.id').onDelete('cascade'))
    .addColumn('entete', d.exactText, (c) => c.notNull())
    .addColumn('correspondance', d.json, (c) => c.notNull())
    .addColumn('user_id', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('updated_at', d.exactText, (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('import_correspondances_entete')
    .on('import_correspondances')
    .columns(['type_source_id', 'entete'])
    .execute()
  for (const column of ['section_id', 'user_id'])
    await db.schema
      .createIndex(`import_correspondances_${column}`)
      .on('import_correspondances')
      .column(column)
      .execute()
}
