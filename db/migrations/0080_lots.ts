import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

/** What somebody did to many things at once, line by line, with what each of them was before: so that it goes on after a crash and can be undone. */
export async function up(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  await db.schema
    .createTable('lots')
    .addColumn('id', d.id)
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', d.exactText, (c) => c.notNull())
    .addColumn('geste', d.exactText, (c) => c.notNull())
    .addColumn('detail', d.json, (c) => c.notNull().defaultTo('{}'))
    .addColumn('etat', d.exactText, (c) => c.notNull())
    .addColumn('total', 'integer', (c) => c.notNull())
    // The list that it was asked from.
    .addColumn('retour', 'text', (c) => c.notNull())
    .addColumn('created_at', d.exactText, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('lots_user').on('lots').column('user_id').execute()
  await db.schema.createIndex('lots_created').on('lots').column('created_at').execute()
  await db.schema
    .createTable('lot_lignes')
    .addColumn('lot_id', 'integer', (c) => c.notNull().references('lots.id').onDelete('cascade'))
    .addColumn('n', 'integer', (c) => c.notNull())
    // No reference: it may be deleted by the line itself.
    .addColumn('cible_id', 'integer', (c) => c.notNull())
    .addColumn('nom', 'text', (c) => c.notNull())
    .addColumn('etat', d.exactText, (c) => c.notNull())
    .addColumn('motif', 'text')
    .addColumn('avant', d.json)
    .addPrimaryKeyConstraint('lot_lignes_pk', ['lot_id', 'n'])
    .execute()
  await db.schema.createIndex('lot_lignes_etat').on('lot_lignes').columns(['lot_id', 'etat', 'n']).execute()
}
