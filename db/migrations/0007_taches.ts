import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

export async function up(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  await db.schema
    .createTable('taches')
    .addColumn('id', d.id)
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('payload', d.json, (c) => c.notNull())
    .addColumn('etat', 'text', (c) => c.notNull().defaultTo('attente'))
    .addColumn('essais', 'integer', (c) => c.notNull().defaultTo(0))
    // Instants are compared as text: byte by byte, the same on both engines.
    .addColumn('pas_avant', d.exactText, (c) => c.notNull())
    .addColumn('bail', d.exactText)
    .addColumn('progres', 'integer')
    .addColumn('erreur', 'text')
    .addColumn('created_at', d.exactText, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('taches_etat').on('taches').columns(['etat', 'pas_avant', 'id']).execute()
}
