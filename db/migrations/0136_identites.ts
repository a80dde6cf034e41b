import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

/** Accounts by what a provider of identities (OpenID Connect) calls them. */
export async function up(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  await db.schema
    .createTable('identites')
    // The provider, and its name for the person there, which never goes to another one.
    .addColumn('emetteur', d.exactText, (c) => c.notNull())
    .addColumn('sujet', d.exactText, (c) => c.notNull())
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', d.exactText, (c) => c.notNull())
    .addPrimaryKeyConstraint('identites_pk', ['emetteur', 'sujet'])
    .execute()
  await db.schema.createIndex('identites_user_id').unique().on('identites').columns(['user_id', 'emetteur']).execute()
  // A log-in under way that came by a provider: [its address, its name for the person] as JSON; null where a password began it.
  await db.schema.alterTable('connexions').addColumn('identite', d.exactText).execute()
}
