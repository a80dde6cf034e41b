import { sql } from 'kysely'
import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

export async function up(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  await db.schema
    .createTable('releves')
    .addColumn('id', d.id)
    .addColumn('source_id', 'integer', (c) => c.notNull().references('sources.id'))
    .addColumn('data', d.json, (c) => c.notNull())
    .addColumn('etats', d.json, (c) => c.notNull().defaultTo('{}'))
    .addColumn('nom', d.generatedText(sql`data ->> 'nom'`))
    .addColumn('prenom', d.generatedText(sql`data ->> 'prenom'`))
    .addColumn('date_evenement', d.generatedText(sql`data -> 'date_evenement' ->> 'iso'`))
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('created_by', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('updated_by', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('releves_nom').on('releves').columns(['nom', 'prenom', 'date_evenement']).execute()
  await db.schema.createIndex('releves_date').on('releves').columns(['date_evenement', 'id']).execute()
  await db.schema.createIndex('releves_source').on('releves').columns(['source_id', 'date_evenement', 'id']).execute()
  await db.schema.createIndex('releves_created').on('releves').columns(['created_by', 'id']).execute()

  // No reference to releves: the versions of a deleted record are what brings it back.
  await db.schema
    .createTable('releve_versions')
    .addColumn('id', d.id)
    .addColumn('releve_id', 'integer', (c) => c.notNull())
    .addColumn('source_id', 'integer', (c) => c.notNull().references('sources.id').onDelete('cascade'))
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('operation', 'text', (c) => c.notNull())
    .addColumn('data', d.json, (c) => c.notNull())
    .addColumn('etats', d.json, (c) => c.notNull().defaultTo('{}'))
    .addColumn('user_id', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('releve_versions_releve').on('releve_versions').columns(['releve_id', 'id']).execute()
  await db.schema.createIndex('releve_versions_source').on('releve_versions').columns(['source_id', 'id']).execute()
}
