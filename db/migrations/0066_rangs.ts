import type { AnyDb } from '../../src/db/schema.ts'

/**
 * Records that were inserted between two others of their source; whatever has no line here stands in the order of entry, by its id.
 * No reference to releves: a deleted record keeps its place for the day when it is brought back.
 */
export async function up(db: AnyDb): Promise<void> {
  await db.schema
    .createTable('rangs')
    .addColumn('releve_id', 'integer', (c) => c.primaryKey())
    .addColumn('source_id', 'integer', (c) => c.notNull().references('sources.id').onDelete('cascade'))
    // Id of the record in the order of entry after which it stands, 0 for the beginning, and its number among those inserted there.
    .addColumn('apres', 'integer', (c) => c.notNull())
    .addColumn('rang', 'integer', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('rangs_source').on('rangs').columns(['source_id', 'apres', 'rang']).execute()
}
