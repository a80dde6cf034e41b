import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

/** Servers that share no folder: settings and logo go from one to the other by the database, and it says which files their common storage has. */
export async function up(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  await db.schema
    .createTable('partages')
    .addColumn('nom', d.exactText, (c) => c.primaryKey())
    .addColumn('version', d.exactText, (c) => c.notNull())
    .addColumn('valeur', d.exactText, (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('fichiers')
    // As it is called below the folder of the site.
    .addColumn('nom', d.exactText, (c) => c.primaryKey())
    .addColumn('octets', 'bigint', (c) => c.notNull())
    .addColumn('created_at', d.exactText, (c) => c.notNull())
    // Since when nobody needs it any more; it goes thirty days later.
    .addColumn('perdu_at', d.exactText)
    .execute()
  await db.schema
    .createTable('serveurs')
    // A machine and the folder of the site on it; « entretien » is whoever replaces the database.
    .addColumn('nom', d.exactText, (c) => c.primaryKey())
    .addColumn('version', d.exactText, (c) => c.notNull())
    .addColumn('vu_at', d.exactText, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('fichiers_perdu_at').on('fichiers').column('perdu_at').execute()
}
