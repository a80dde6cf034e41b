import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

/** A second factor that needs no mail: the secret of an application, and codes for the day when the telephone is lost. */
export async function up(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  // Sealed with the key of the site; null where there is none.
  await db.schema.alterTable('users').addColumn('totp_secret', d.exactText).execute()
  await db.schema.alterTable('users').addColumn('totp_at', d.exactText).execute()
  // The last step of thirty seconds whose code was taken: no code is good twice.
  await db.schema.alterTable('users').addColumn('totp_pas', 'integer').execute()
  // When the person was in for the first time: a log-in from a new browser is told only after that.
  await db.schema.alterTable('users').addColumn('entree_at', d.exactText).execute()
  await db
    .updateTable('users')
    .set((eb) => ({ entree_at: eb.ref('created_at') }))
    .where('must_change_password', '=', d.booleanLiteral(false))
    .execute()
  await db.schema
    .createTable('codes_secours')
    .addColumn('id', d.exactText, (c) => c.primaryKey())
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', d.exactText, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('codes_secours_user_id').on('codes_secours').column('user_id').execute()
  // « courriel », or « totp » where the code comes from an application.
  await db.schema
    .alterTable('connexions')
    .addColumn('facteur', d.exactText, (c) => c.notNull().defaultTo('courriel'))
    .execute()
}
