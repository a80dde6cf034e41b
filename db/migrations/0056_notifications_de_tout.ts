import { sql } from 'kysely'
import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

/** SQLite changes no column: the table is made anew beside itself, with its rows, its indexes and the number of its last row. */
async function makeAnew(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  await db.schema
    .createTable('notifications_nouvelles')
    .addColumn('id', d.id)
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('source_id', 'integer', (c) => c.references('sources.id').onDelete('cascade'))
    .addColumn('transition_id', 'integer', (c) => c.references('source_transitions.id').onDelete('cascade'))
    .addColumn('data', d.json, (c) => c.notNull().defaultTo('{}'))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('lue_at', 'text')
    .addColumn('courriel_at', 'text')
    .addUniqueConstraint('notifications_une_fois', ['user_id', 'transition_id'])
    .execute()
  await sql`insert into notifications_nouvelles select * from notifications`.execute(db)
  // Tasks know notices by their ids: that of a deleted one is not given again.
  await sql`delete from sqlite_sequence where name = 'notifications_nouvelles'`.execute(db)
  await sql`insert into sqlite_sequence (name, seq) select 'notifications_nouvelles', seq from sqlite_sequence
    where name = 'notifications'`.execute(db)
  await db.schema.dropTable('notifications').execute()
  await db.schema.alterTable('notifications_nouvelles').renameTo('notifications').execute()
  await db.schema.createIndex('notifications_user').on('notifications').columns(['user_id', 'id']).execute()
  await db.schema.createIndex('notifications_source').on('notifications').column('source_id').execute()
  await db.schema.createIndex('notifications_transition').on('notifications').column('transition_id').execute()
  await db.schema
    .createIndex('notifications_non_lues')
    .on('notifications')
    .columns(['user_id', 'source_id'])
    .where(sql<boolean>`lue_at is null`)
    .execute()
}

async function makeOptional(db: AnyDb, column: string): Promise<void> {
  await db.schema
    .alterTable('notifications')
    .alterColumn(column, (c) => c.dropNotNull())
    .execute()
}

/** A notice tells of anything, no longer of a move of a source alone: it knows by itself whose doing it was. */
export async function up(db: AnyDb): Promise<void> {
  if (engineOf(db).altersColumns) {
    await makeOptional(db, 'source_id')
    await makeOptional(db, 'transition_id')
  } else await makeAnew(db)
  await db.schema
    .alterTable('notifications')
    .addColumn('auteur_id', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .execute()
  await db.schema.alterTable('notifications').addColumn('cle', 'text').execute()
  await sql`update notifications set auteur_id =
    (select user_id from source_transitions where source_transitions.id = notifications.transition_id)`.execute(db)
  // Of anything but a move there is one notice for each person and key, whatever runs twice.
  await db.schema
    .createIndex('notifications_cle')
    .unique()
    .on('notifications')
    .columns(['user_id', 'kind', 'cle'])
    .execute()
}
