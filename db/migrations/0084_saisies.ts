import { sql } from 'kysely'
import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

/**
 * What each person typed in each source, by months: where somebody goes on, who has typed nothing for weeks. Imported records are not
 * typed. An index over all records would cost every line of an import a page.
 */
export async function up(db: AnyDb): Promise<void> {
  const { exactText } = engineOf(db)
  await db.schema
    .createTable('saisies')
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('source_id', 'integer', (c) => c.notNull().references('sources.id').onDelete('cascade'))
    // As instants begin: 2026-11.
    .addColumn('mois', exactText, (c) => c.notNull())
    .addColumn('n', 'integer', (c) => c.notNull())
    // A record that may be deleted since.
    .addColumn('dernier_id', 'integer', (c) => c.notNull())
    .addColumn('derniere_at', exactText, (c) => c.notNull())
    .addPrimaryKeyConstraint('saisies_pk', ['user_id', 'source_id', 'mois'])
    .execute()
  await db.schema.createIndex('saisies_mois').on('saisies').columns(['mois', 'user_id']).execute()
  await db.schema.createIndex('saisies_source').on('saisies').column('source_id').execute()
  await sql`insert into saisies (user_id, source_id, mois, n, dernier_id, derniere_at)
    select created_by, source_id, substr(created_at, 1, 7), count(*), max(id), max(created_at) from releves
    where created_by is not null and import_id is null group by created_by, source_id, substr(created_at, 1, 7)`.execute(
    db,
  )
}
