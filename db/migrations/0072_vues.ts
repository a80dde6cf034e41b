import { sql } from 'kysely'
import type { AnyDb } from '../../src/db/schema.ts'

/**
 * The acts of one view of a source, in the order in which they were entered. An index over an expression: a column would write the table
 * of PostgreSQL anew. Its first 500 characters, as many as a short text has: an index takes no longer one.
 */
export async function up(db: AnyDb): Promise<void> {
  await sql`create index releves_vue on releves (source_id, (substr(cast(data ->> 'vue' as text), 1, 500)), id)`.execute(
    db,
  )
}
