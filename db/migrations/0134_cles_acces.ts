import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

/** Keys of a person (passkeys) beside the application of codes, and what each of their answers has to answer. */
export async function up(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  // Since when the person has a key; null: none. The session and the log-in ask the account, not the table.
  await db.schema.alterTable('users').addColumn('cle_at', d.exactText).execute()
  await db.schema
    .createTable('cles_acces')
    .addColumn('id', d.id)
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    // Its name for itself, and its public half: both in base64url.
    .addColumn('identifiant', d.exactText, (c) => c.notNull().unique())
    .addColumn('cle_publique', d.exactText, (c) => c.notNull())
    .addColumn('compteur', 'bigint', (c) => c.notNull())
    // Words with blanks between: how browsers reach it.
    .addColumn('transports', d.exactText, (c) => c.notNull())
    // The name of the site that it was made for.
    .addColumn('domaine', d.exactText, (c) => c.notNull())
    .addColumn('nom', 'text', (c) => c.notNull())
    .addColumn('created_at', d.exactText, (c) => c.notNull())
    .addColumn('utilisee_at', d.exactText)
    .execute()
  await db.schema.createIndex('cles_acces_user_id').on('cles_acces').column('user_id').execute()
  await db.schema
    .createTable('defis_cles')
    .addColumn('id', d.exactText, (c) => c.primaryKey())
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    // The session, or the log-in under way, in which it was given.
    .addColumn('lien', d.exactText, (c) => c.notNull())
    .addColumn('expire_at', d.exactText, (c) => c.notNull())
    .execute()
  // An application is one of two factors of one's own by now.
  await db.updateTable('connexions').set({ facteur: 'propre' }).where('facteur', '=', 'totp').execute()
}
