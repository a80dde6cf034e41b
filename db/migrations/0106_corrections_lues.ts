import { sql } from 'kysely'
import type { AnyDb } from '../../src/db/schema.ts'

/** The head of every page counts the corrections that somebody has not read: an index of these alone. */
export async function up(db: AnyDb): Promise<void> {
  await db.schema
    .createIndex('corrections_non_lues')
    .on('corrections')
    .column('pour_id')
    .where(sql.ref('lue_at'), 'is', null)
    .execute()
}
