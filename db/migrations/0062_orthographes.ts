import { sql } from 'kysely'
import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

/** Spellings kept by the community: pairs of names that are one another's, or are not, at a place or everywhere. */
export async function up(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  await db.schema
    .createTable('orthographes')
    .addColumn('id', d.id)
    .addColumn('genre', 'text', (c) => c.notNull())
    .addColumn('signe', 'text', (c) => c.notNull())
    .addColumn('nom_a', 'text', (c) => c.notNull())
    .addColumn('nom_b', 'text', (c) => c.notNull())
    .addColumn('cle_a', d.exactText, (c) => c.notNull())
    .addColumn('cle_b', d.exactText, (c) => c.notNull())
    // A line of one place must not hold everywhere once the place is gone: the place waits for its lines.
    .addColumn('lieu_id', 'integer', (c) => c.references('lieux.id'))
    .addColumn('source', 'text')
    .addColumn('etat', 'text', (c) => c.notNull())
    .addColumn('auteur_id', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('decideur_id', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('decidee_at', 'text')
    .addColumn('motif', 'text')
    .addColumn('usages', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('utilisee_at', 'text')
    .addColumn('import_id', 'integer', (c) => c.references('imports.id').onDelete('set null'))
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute()
  // One line, of either sign, for each pair and place; refused ones do not count.
  await sql`create unique index orthographes_paire on orthographes (genre, cle_a, cle_b, coalesce(lieu_id, 0))
    where etat <> 'refusee'`.execute(db)
  await db.schema.createIndex('orthographes_cle_a').on('orthographes').columns(['cle_a', 'genre']).execute()
  await db.schema.createIndex('orthographes_cle_b').on('orthographes').columns(['cle_b', 'genre']).execute()
  for (const column of ['lieu_id', 'auteur_id', 'decideur_id', 'import_id'])
    await db.schema.createIndex(`orthographes_${column}`).on('orthographes').column(column).execute()
}
