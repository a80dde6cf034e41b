import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

/**
 * The values of the whole site by kind of name (surnames, first names, trades…), which fields of all types share. A task sums them
 * up from those of the fields; until it has come to a kind, its fields offer their own values, as before.
 */
export async function up(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  await db.schema
    .createTable('valeurs_genres')
    .addColumn('genre', d.exactText, (c) => c.notNull())
    .addColumn('cle', d.exactText, (c) => c.notNull())
    .addColumn('valeur', d.exactText, (c) => c.notNull())
    // Fields of sources that hold the value.
    .addColumn('n', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('valeurs_genres_pk', ['genre', 'cle', 'valeur'])
    .execute()
  // A dropped value is looked up in the fields of all types.
  await db.schema.createIndex('valeurs_ecartees_valeur').on('valeurs_ecartees').column('valeur').execute()
  const held = await db.selectFrom('valeurs').select('champ_id').limit(1).executeTakeFirst()
  if (!held) return
  const now = new Date().toISOString()
  await db
    .insertInto('taches')
    .values({ kind: 'valeurs_genres', payload: '{}', pas_avant: now, created_at: now })
    .execute()
}
