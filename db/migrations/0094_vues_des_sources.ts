import { sql } from 'kysely'
import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

/** The views of a source: where their pictures are, by which pattern of the repository their address is made, and what may be shown. */
export async function up(db: AnyDb): Promise<void> {
  await repositories(db)
  await pictures(db)
  await views(db)
  // The share of the height of its view, 0 to 1, at which the ruler stood when the act was saved.
  await db.schema.alterTable('releves').addColumn('repere', engineOf(db).real).execute()
}

async function repositories(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  // One host a line, `host` or `host:port`: pictures of theirs are shown, and the server may fetch from them.
  for (const name of ['hotes_images', 'credit', 'licence'])
    await db.schema.alterTable('depots').addColumn(name, 'text').execute()
  await db.schema
    .alterTable('depots')
    .addColumn('diffusion', d.exactText, (c) => c.notNull().defaultTo('lien'))
    .execute()
  await db.schema
    .alterTable('depots')
    .addColumn('verifie_liens', d.boolean, (c) => c.notNull().defaultTo(d.booleanLiteral(false)))
    .execute()
  await db.schema
    .createTable('depot_liens')
    .addColumn('id', d.id)
    .addColumn('depot_id', 'integer', (c) => c.notNull().references('depots.id').onDelete('cascade'))
    // An address with {ark}, {ark_vue} and {vue} in it.
    .addColumn('modele', 'text', (c) => c.notNull())
    // The days since which and up to which the archive answered to it; null: since ever, still.
    .addColumn('de', d.exactText)
    .addColumn('a', d.exactText)
    .execute()
  await db.schema.createIndex('depot_liens_depot').on('depot_liens').column('depot_id').execute()
}

async function pictures(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  await db.schema
    .createTable('images')
    .addColumn('id', d.id)
    // Of the file as it is kept, without what the camera wrote into it.
    .addColumn('sha256', d.exactText, (c) => c.notNull().unique())
    // Of the file as it was sent.
    .addColumn('sha256_recu', d.exactText, (c) => c.notNull())
    .addColumn('format', d.exactText, (c) => c.notNull())
    // Of the file and its copies.
    .addColumn('octets', 'bigint', (c) => c.notNull())
    .addColumn('largeur', 'integer', (c) => c.notNull())
    .addColumn('hauteur', 'integer', (c) => c.notNull())
    // Copies of 2000 and of 320 points that the browser made: their formats.
    .addColumn('copie_2000', d.exactText)
    .addColumn('copie_320', d.exactText)
    .addColumn('created_at', d.exactText, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('images_recu').on('images').column('sha256_recu').execute()
}

async function views(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  await db.schema
    .createTable('source_vues')
    .addColumn('source_id', 'integer', (c) => c.notNull().references('sources.id').onDelete('cascade'))
    .addColumn('numero', 'integer', (c) => c.notNull().check(sql`numero > 0`))
    .addColumn('libelle', 'text')
    // What the archive calls the register, and the view of it, whatever address it stands under.
    .addColumn('ark', 'text')
    .addColumn('ark_vue', 'text')
    .addColumn('lien_id', 'integer', (c) => c.references('depot_liens.id').onDelete('set null'))
    // As it is: where no pattern makes it.
    .addColumn('adresse', 'text')
    .addColumn('iiif_base', 'text')
    .addColumn('image_id', 'integer', (c) => c.references('images.id'))
    .addColumn('largeur', 'integer')
    .addColumn('hauteur', 'integer')
    .addPrimaryKeyConstraint('source_vues_pk', ['source_id', 'numero'])
    .execute()
  await db.schema.createIndex('source_vues_image').on('source_vues').column('image_id').execute()
  await db.schema.createIndex('source_vues_lien').on('source_vues').columns(['lien_id', 'source_id']).execute()
  await db.schema
    .createTable('source_registres')
    .addColumn('source_id', 'integer', (c) => c.primaryKey().references('sources.id').onDelete('cascade'))
    // The number that the register gives a view, less the number of the view here.
    .addColumn('decalage', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('manifeste', 'text')
    .addColumn('manifeste_lu_le', d.exactText)
    .execute()
}
