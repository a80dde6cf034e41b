import type { AnyDb } from '../../src/db/schema.ts'

/** How a section writes what the general rules leave open, in its own words. */
export async function up(db: AnyDb): Promise<void> {
  await db.schema.alterTable('sections').addColumn('conventions', 'text').execute()
}
