import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

async function createTypes(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  await db.schema
    .createTable('types_sources')
    .addColumn('id', d.id)
    .addColumn('nom', 'text', (c) => c.notNull())
    .addColumn('nom_key', d.exactText, (c) => c.notNull().unique())
    .addColumn('description', 'text')
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()

  await db.schema
    .createTable('champs')
    .addColumn('id', d.id)
    .addColumn('type_source_id', 'integer', (c) => c.notNull().references('types_sources.id').onDelete('cascade'))
    .addColumn('nom', 'text', (c) => c.notNull())
    .addColumn('label', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('required', d.boolean, (c) => c.notNull().defaultTo(d.booleanLiteral(false)))
    .addColumn('options', d.json, (c) => c.notNull().defaultTo('[]'))
    .addColumn('aide', 'text')
    .addColumn('ordre', 'integer', (c) => c.notNull())
    .addColumn('politique', 'text', (c) => c.notNull().defaultTo('vide'))
    .addColumn('majuscules', d.boolean, (c) => c.notNull().defaultTo(d.booleanLiteral(false)))
    .addColumn('completion', d.boolean, (c) => c.notNull().defaultTo(d.booleanLiteral(true)))
    .addUniqueConstraint('champs_nom', ['type_source_id', 'nom'])
    .execute()
}

async function createSources(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  await db.schema
    .createTable('sources')
    .addColumn('id', d.id)
    .addColumn('titre', 'text', (c) => c.notNull())
    .addColumn('titre_tri', d.exactText, (c) => c.notNull())
    .addColumn('type_source_id', 'integer', (c) => c.notNull().references('types_sources.id'))
    .addColumn('lieu_id', 'integer', (c) => c.references('lieux.id'))
    .addColumn('section_id', 'integer', (c) => c.references('sections.id'))
    .addColumn('depot_id', 'integer', (c) => c.references('depots.id'))
    .addColumn('cote', 'text')
    .addColumn('url', 'text')
    .addColumn('note', 'text')
    .addColumn('annee_debut', 'integer')
    .addColumn('annee_fin', 'integer')
    .addColumn('status', 'text', (c) => c.notNull().defaultTo('a_relever'))
    .addColumn('nb_releves', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('created_by', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('sources_lieu').on('sources').columns(['lieu_id', 'type_source_id']).execute()
  for (const column of ['type_source_id', 'section_id', 'depot_id', 'status', 'titre_tri']) {
    await db.schema.createIndex(`sources_${column}`).on('sources').column(column).execute()
  }
}

export async function up(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  await createTypes(db)
  await createSources(db)
  await db.schema
    .createTable('source_membres')
    .addColumn('source_id', 'integer', (c) => c.notNull().references('sources.id').onDelete('cascade'))
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('source_membres_pk', ['source_id', 'user_id'])
    .execute()
  await db.schema.createIndex('source_membres_user').on('source_membres').column('user_id').execute()

  await db.schema
    .createTable('source_transitions')
    .addColumn('id', d.id)
    .addColumn('source_id', 'integer', (c) => c.notNull().references('sources.id').onDelete('cascade'))
    .addColumn('user_id', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('de', 'text')
    .addColumn('vers', 'text', (c) => c.notNull())
    .addColumn('motif', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('source_transitions_source').on('source_transitions').column('source_id').execute()
}
