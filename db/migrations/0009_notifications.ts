import { sql } from 'kysely'
import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

export async function up(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  await db.schema
    .createTable('notifications')
    .addColumn('id', d.id)
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('source_id', 'integer', (c) => c.notNull().references('sources.id').onDelete('cascade'))
    .addColumn('transition_id', 'integer', (c) => c.notNull().references('source_transitions.id').onDelete('cascade'))
    .addColumn('data', d.json, (c) => c.notNull().defaultTo('{}'))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('lue_at', 'text')
    // The mail left; what keeps a task that runs again from sending it twice.
    .addColumn('courriel_at', 'text')
    // One notice for each person and move, whatever runs twice.
    .addUniqueConstraint('notifications_une_fois', ['user_id', 'transition_id'])
    .execute()
  await db.schema.createIndex('notifications_user').on('notifications').columns(['user_id', 'id']).execute()
  await db.schema.createIndex('notifications_source').on('notifications').column('source_id').execute()
  await db.schema.createIndex('notifications_transition').on('notifications').column('transition_id').execute()
  // The badge of every page counts these: the index holds the unread ones alone.
  await db.schema
    .createIndex('notifications_non_lues')
    .on('notifications')
    .columns(['user_id', 'source_id'])
    .where(sql<boolean>`lue_at is null`)
    .execute()

  // Mails somebody does not want; nothing stands for « yes ».
  await db.schema
    .createTable('courriels_refuses')
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('courriels_refuses_pk', ['user_id', 'kind'])
    .execute()
}
