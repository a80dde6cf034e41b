import { sql } from 'kysely'
import type { AnyDb } from '../../src/db/schema.ts'
import type { Engine } from './engines/engine.ts'
import { engineOf } from './engines/index.ts'

/** Coverage: years and gaps of a source, acts of each year, the inventory of registers and which sources transcribe them. */
export async function up(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  // [[1760, 1778], [1780, 1790]]; null: all years from the first to the last.
  await db.schema.alterTable('sources').addColumn('annees', d.json).execute()
  // [{debut, fin, motif}]; null: none is known.
  await db.schema.alterTable('sources').addColumn('lacunes', d.json).execute()
  await years(db)
  await registers(db, d)
  await links(db)
}

/** Acts of a source whose day can be read, by year. */
async function years(db: AnyDb): Promise<void> {
  await db.schema
    .createTable('source_annees')
    .addColumn('source_id', 'integer', (c) => c.notNull().references('sources.id').onDelete('cascade'))
    .addColumn('annee', 'integer', (c) => c.notNull())
    .addColumn('n', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('source_annees_pk', ['source_id', 'annee'])
    .execute()
  await sql`insert into source_annees (source_id, annee, n)
    select source_id, cast(substr(date_evenement, 1, 4) as integer), count(*) from releves
    where date_evenement is not null group by source_id, substr(date_evenement, 1, 4)`.execute(db)
}

async function registers(db: AnyDb, d: Engine): Promise<void> {
  await db.schema
    .createTable('registres')
    .addColumn('id', d.id)
    .addColumn('lieu_id', 'integer', (c) => c.notNull().references('lieux.id'))
    .addColumn('acte', d.exactText, (c) => c.notNull())
    .addColumn('cote', 'text')
    .addColumn('annee_debut', 'integer', (c) => c.notNull())
    .addColumn('annee_fin', 'integer', (c) => c.notNull())
    // « conserve », « perdu », « brule » or « non_tenu ».
    .addColumn('etat', d.exactText, (c) => c.notNull())
    .addColumn('depot_id', 'integer', (c) => c.references('depots.id'))
    .addColumn('url', 'text')
    .addColumn('note', 'text')
    .addColumn('import_id', 'integer', (c) => c.references('imports.id').onDelete('set null'))
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('created_at', d.exactText, (c) => c.notNull())
    .addColumn('updated_at', d.exactText, (c) => c.notNull())
    .execute()
  await index(db, 'registres', ['lieu_id', 'acte', 'annee_debut'])
  for (const column of ['depot_id', 'import_id']) await index(db, 'registres', [column])
}

/** A register may be taken in several sources, and a source may take several registers. */
async function links(db: AnyDb): Promise<void> {
  await db.schema
    .createTable('registre_sources')
    .addColumn('source_id', 'integer', (c) => c.notNull().references('sources.id').onDelete('cascade'))
    .addColumn('registre_id', 'integer', (c) => c.notNull().references('registres.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('registre_sources_pk', ['source_id', 'registre_id'])
    .execute()
  await index(db, 'registre_sources', ['registre_id'])
}

const index = (db: AnyDb, table: string, columns: string[]) =>
  db.schema
    .createIndex(`${table}_${columns.join('_')}`)
    .on(table)
    .columns(columns)
    .execute()
