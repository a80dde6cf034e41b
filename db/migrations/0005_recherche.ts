import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

export async function up(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  // Dictionary of all words in the records, n their document frequency: serves prefixes and the planner.
  await db.schema
    .createTable('mots')
    .addColumn('terme', d.exactText, (c) => c.primaryKey())
    .addColumn('n', 'integer', (c) => c.notNull())
    .execute()
  // Which decades a source has records of. A pair missing here would hide records, so it is written in their transaction.
  await db.schema
    .createTable('source_decennies')
    .addColumn('source_id', 'integer', (c) => c.notNull())
    .addColumn('decennie', 'integer', (c) => c.notNull())
    .addColumn('n', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('source_decennies_pk', ['source_id', 'decennie'])
    .execute()
  await d.createSearchIndex(db)
}
