import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

export async function up(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  await db.schema
    .createTable('users')
    .addColumn('id', d.id)
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('name_key', d.exactText, (c) => c.notNull().unique())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('email_key', d.exactText, (c) => c.notNull().unique())
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .addColumn('must_change_password', d.boolean, (c) => c.notNull().defaultTo(d.booleanLiteral(false)))
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('is_active', d.boolean, (c) => c.notNull().defaultTo(d.booleanLiteral(true)))
    .addColumn('email_verified_at', 'text')
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute()

  await db.schema
    .createTable('sessions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('user_agent', 'text')
    .execute()
  await db.schema.createIndex('sessions_user').on('sessions').column('user_id').execute()

  await db.schema
    .createTable('sections')
    .addColumn('id', d.id)
    .addColumn('nom', 'text', (c) => c.notNull())
    .addColumn('nom_key', d.exactText, (c) => c.notNull().unique())
    .addColumn('description', 'text')
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()

  await db.schema
    .createTable('section_membres')
    .addColumn('section_id', 'integer', (c) => c.notNull().references('sections.id').onDelete('cascade'))
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('is_manager', d.boolean, (c) => c.notNull().defaultTo(d.booleanLiteral(false)))
    .addPrimaryKeyConstraint('section_membres_pk', ['section_id', 'user_id'])
    .execute()
  await db.schema.createIndex('section_membres_user').on('section_membres').column('user_id').execute()

  // The answer to each form already received, so that a double click or a reload creates nothing twice.
  await db.schema
    .createTable('envois')
    .addColumn('jeton', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'integer', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('resultat', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('envois_created').on('envois').column('created_at').execute()
}
