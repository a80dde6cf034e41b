import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

const TYPES = ['Pays', 'Région', 'Département', 'Canton', 'Commune', 'Paroisse', 'Lieu-dit']

export async function up(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  await db.schema
    .createTable('depots')
    .addColumn('id', d.id)
    .addColumn('nom', 'text', (c) => c.notNull())
    .addColumn('nom_key', d.exactText, (c) => c.notNull().unique())
    .addColumn('sigle', 'text')
    .addColumn('adresse', 'text')
    .addColumn('ville', 'text')
    .addColumn('site_web', 'text')
    .addColumn('note', 'text')
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()

  await db.schema
    .createTable('types_lieux')
    .addColumn('id', d.id)
    .addColumn('nom', 'text', (c) => c.notNull())
    .addColumn('nom_key', d.exactText, (c) => c.notNull().unique())
    .addColumn('ordre', 'integer', (c) => c.notNull())
    .addColumn('dans_nom_long', d.boolean, (c) => c.notNull().defaultTo(d.booleanLiteral(true)))
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  const key = (nom: string) => nom.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/-/g, ' ')
  const rows = TYPES.map((nom, index) => ({ nom, nom_key: key(nom), ordre: index + 1 }))
  await db.insertInto('types_lieux').values(rows).execute()

  await db.schema
    .createTable('lieux')
    .addColumn('id', d.id)
    .addColumn('nom', 'text', (c) => c.notNull())
    .addColumn('nom_tri', d.exactText, (c) => c.notNull())
    .addColumn('code', d.exactText)
    .addColumn('type_id', 'integer', (c) => c.references('types_lieux.id'))
    .addColumn('lieu_parent_id', 'integer', (c) => c.references('lieux.id'))
    .addColumn('latitude', d.real)
    .addColumn('longitude', d.real)
    .addColumn('note', 'text')
    .addColumn('nom_long', d.exactText, (c) => c.notNull())
    // Path of ids from the root, '/1/7/79/': descendants are one range of the index.
    .addColumn('chemin', d.exactText, (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute()
  for (const column of ['lieu_parent_id', 'chemin', 'nom_long', 'nom_tri', 'type_id']) {
    await db.schema.createIndex(`lieux_${column}`).on('lieux').column(column).execute()
  }
}
