import { sql } from 'kysely'
import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

/** Who would like to take a register, whom the site asked for news of one, and which ones wait for somebody else. */
export async function up(db: AnyDb): Promise<void> {
  await requests(db)
  await reminders(db)
  const { exactText } = engineOf(db)
  // Since when it is offered to others: whoever had it gave it back, or gave no news.
  await db.schema.alterTable('sources').addColumn('a_reprendre_at', exactText).execute()
  // The day after which somebody is there again, ISO; until then nobody writes to that person.
  await db.schema.alterTable('users').addColumn('pause_jusque', exactText).execute()
  // Why an account is closed: « parti » or « decede ».
  await db.schema.alterTable('users').addColumn('depart', exactText).execute()
}

async function requests(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  await db.schema
    .createTable('demandes_registres')
    .addColumn('id', d.id)
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    // A source that is there, or a line of the inventory that becomes one.
    .addColumn('source_id', 'integer', (c) => c.references('sources.id').onDelete('cascade'))
    .addColumn('registre_id', 'integer', (c) => c.references('registres.id').onDelete('cascade'))
    .addColumn('message', 'text')
    // « ouverte », « accordee », « refusee » or « retiree ».
    .addColumn('etat', d.exactText, (c) => c.notNull())
    .addColumn('decide_par', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('decide_at', d.exactText)
    .addColumn('reponse', 'text')
    .addColumn('created_at', d.exactText, (c) => c.notNull())
    .execute()
  for (const column of ['source_id', 'registre_id'])
    await db.schema
      .createIndex(`demandes_registres_${column}`)
      .on('demandes_registres')
      .columns([column, 'user_id'])
      .unique()
      .where(sql.ref('etat'), '=', sql.lit('ouverte'))
      .execute()
  await db.schema.createIndex('demandes_registres_user').on('demandes_registres').column('user_id').execute()
}

async function reminders(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  await db.schema
    .createTable('rappels_registres')
    .addColumn('id', d.id)
    .addColumn('source_id', 'integer', (c) => c.notNull().references('sources.id').onDelete('cascade'))
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('envoye_at', d.exactText, (c) => c.notNull())
    // « continue » or « rend ».
    .addColumn('reponse', d.exactText)
    .addColumn('repondu_at', d.exactText)
    // When those who manage the source heard that no answer came.
    .addColumn('signale_at', d.exactText)
    .execute()
  for (const column of ['source_id', 'user_id'])
    await db.schema.createIndex(`rappels_registres_${column}`).on('rappels_registres').column(column).execute()
}
