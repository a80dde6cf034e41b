import type { AnyDb } from '../../src/db/schema.ts'

/**
 * Names are looked up within a source, never in all records by their first letters: the search has an index of its own. By source, the
 * acts of a register stand side by side, and an import writes few pages of a large archive instead of one for each act. Days of
 * a source have `releves_source`.
 */
export async function up(db: AnyDb): Promise<void> {
  await db.schema.dropIndex('releves_nom').execute()
  await db.schema.dropIndex('releves_date').execute()
  await db.schema.createIndex('releves_nom').on('releves').columns(['source_id', 'nom', 'prenom']).execute()
}
