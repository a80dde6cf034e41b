import { sql } from 'kysely'
import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

/** How many of its records each source was given in each month: a million need not be counted for a chart. */
export async function up(db: AnyDb): Promise<void> {
  await db.schema
    .createTable('source_mois')
    .addColumn('source_id', 'integer', (c) => c.notNull().references('sources.id').onDelete('cascade'))
    // As instants begin: 2026-11.
    .addColumn('mois', engineOf(db).exactText, (c) => c.notNull())
    .addColumn('n', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('source_mois_pk', ['source_id', 'mois'])
    .execute()
  await db.schema.createIndex('source_mois_mois').on('source_mois').columns(['mois', 'n']).execute()
  await sql`insert into source_mois (source_id, mois, n)
    select source_id, substr(created_at, 1, 7), count(*) from releves group by source_id, substr(created_at, 1, 7)`.execute(
    db,
  )
}
