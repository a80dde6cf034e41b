import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

/**
 * The columns that each person chose for the lists of a type of source, and how many records of each source hold something in
 * each field, so that lists know which columns are empty. Millions of records are counted by a task; until it has been over a
 * source, no column of it is hidden.
 */
export async function up(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  await db.schema
    .createTable('colonnes_choisies')
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('type_source_id', 'integer', (c) => c.notNull().references('types_sources.id').onDelete('cascade'))
    // Ids of fields, in the order of the columns.
    .addColumn('colonnes', d.json, (c) => c.notNull())
    .addPrimaryKeyConstraint('colonnes_choisies_pk', ['user_id', 'type_source_id'])
    .execute()
  await db.schema.createIndex('colonnes_choisies_type').on('colonnes_choisies').column('type_source_id').execute()
  await db.schema
    .createTable('source_champs')
    .addColumn('source_id', 'integer', (c) => c.notNull().references('sources.id').onDelete('cascade'))
    .addColumn('nom', d.exactText, (c) => c.notNull())
    .addColumn('n', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('source_champs_pk', ['source_id', 'nom'])
    .execute()
  await db.schema
    .alterTable('sources')
    .addColumn('champs_jusque', 'bigint', (c) => c.defaultTo(0))
    .execute()
  await db.updateTable('sources').set({ champs_jusque: null }).where('nb_releves', '=', 0).execute()
  const releve = await db.selectFrom('releves').select('id').limit(1).executeTakeFirst()
  if (!releve) return
  const now = new Date().toISOString()
  const task = { kind: 'champs_remplis', payload: '{}', pas_avant: now, created_at: now }
  await db.insertInto('taches').values(task).execute()
}
