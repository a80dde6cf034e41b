import type { AnyDb } from '../../src/db/schema.ts'
import type { Engine } from './engines/engine.ts'
import { engineOf } from './engines/index.ts'

/** Searches that a person keeps, years whose acts somebody waits for, and what tells new acts from those that came back. */
export async function up(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  await searches(db, d)
  await awaited(db, d)
  await tokens(db, d)
  await undone(db, d)
}

async function searches(db: AnyDb, d: Engine): Promise<void> {
  await db.schema
    .createTable('recherches_gardees')
    .addColumn('id', d.id)
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('titre', 'text', (c) => c.notNull())
    // The parameters of the page of the search, without the order.
    .addColumn('adresse', d.exactText, (c) => c.notNull())
    // « semaine », « jour » or « site ».
    .addColumn('frequence', d.exactText, (c) => c.notNull())
    // How far the person has looked, and how far a night has told: ids of records and of moves of sources.
    .addColumn('vu_marque', d.json, (c) => c.notNull())
    .addColumn('vu_at', d.exactText, (c) => c.notNull())
    .addColumn('dit_marque', d.json, (c) => c.notNull())
    .addColumn('dit_at', d.exactText, (c) => c.notNull())
    .addColumn('visite_at', d.exactText, (c) => c.notNull())
    .addColumn('demande_at', d.exactText)
    .addColumn('arretee_at', d.exactText)
    .addColumn('created_at', d.exactText, (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('recherches_gardees_adresse')
    .unique()
    .on('recherches_gardees')
    .columns(['user_id', 'adresse'])
    .execute()
}

async function awaited(db: AnyDb, d: Engine): Promise<void> {
  await db.schema
    .createTable('couverture_attentes')
    .addColumn('id', d.id)
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('lieu_id', 'integer', (c) => c.references('lieux.id').onDelete('set null'))
    // What the place was called, for when it is gone.
    .addColumn('lieu_nom', 'text', (c) => c.notNull())
    .addColumn('acte', d.exactText, (c) => c.notNull())
    .addColumn('debut', 'integer', (c) => c.notNull())
    .addColumn('fin', 'integer', (c) => c.notNull())
    .addColumn('faite_at', d.exactText)
    .addColumn('created_at', d.exactText, (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('couverture_attentes_annees')
    .unique()
    .on('couverture_attentes')
    .columns(['user_id', 'lieu_id', 'acte', 'debut', 'fin'])
    .execute()
  await db.schema.createIndex('couverture_attentes_lieu_id').on('couverture_attentes').column('lieu_id').execute()
}

/** What ends the mails by one click, hashed. */
async function tokens(db: AnyDb, d: Engine): Promise<void> {
  await db.schema
    .createTable('alerte_jetons')
    .addColumn('empreinte', d.exactText, (c) => c.primaryKey())
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', d.exactText, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('alerte_jetons_user_id').on('alerte_jetons').column('user_id').execute()
}

/** Acts that an import wrote and its undo took back: the first id that each of them had. */
async function undone(db: AnyDb, d: Engine): Promise<void> {
  await db.schema
    .createTable('actes_defaits')
    .addColumn('empreinte', d.exactText, (c) => c.primaryKey())
    .addColumn('origine', 'bigint', (c) => c.notNull())
    .addColumn('created_at', d.exactText, (c) => c.notNull())
    .execute()
}
