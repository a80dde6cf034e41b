import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

/** The names of places in a file that no place bears, and what somebody said of each. */
export async function up(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  await db.schema
    .createTable('import_lieux')
    .addColumn('import_id', 'integer', (c) => c.notNull().references('imports.id').onDelete('cascade'))
    .addColumn('nom', d.exactText, (c) => c.notNull())
    .addColumn('lignes', 'integer', (c) => c.notNull())
    .addColumn('choix', 'text')
    // No reference: a place may be deleted or merged afterwards, and the name means nothing then.
    .addColumn('lieu_id', 'integer')
    .addPrimaryKeyConstraint('import_lieux_pk', ['import_id', 'nom'])
    .execute()
  // The work under way stood there when it was taken up, from which its speed is told.
  await db.schema
    .alterTable('imports')
    .addColumn('travail_de', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}
