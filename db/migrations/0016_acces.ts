import { sql } from 'kysely'
import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

async function createJournal(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  // No reference: what was done stays written whatever becomes of the account.
  await db.schema
    .createTable('journal')
    .addColumn('id', d.id)
    .addColumn('at', d.exactText, (c) => c.notNull())
    .addColumn('user_id', 'integer')
    .addColumn('adresse', 'text')
    .addColumn('action', d.exactText, (c) => c.notNull())
    .addColumn('resultat', 'text', (c) => c.notNull())
    .addColumn('objet', d.exactText)
    .addColumn('objet_id', 'integer')
    .addColumn('detail', d.json, (c) => c.notNull().defaultTo('{}'))
    .addColumn('requete', 'text')
    .execute()
  await db.schema.createIndex('journal_at').on('journal').columns(['at', 'id']).execute()
  await db.schema.createIndex('journal_user').on('journal').columns(['user_id', 'at', 'id']).execute()
  await db.schema.createIndex('journal_action').on('journal').columns(['action', 'at', 'id']).execute()
  await d.guardJournal(db)
}

/** Counters of what may be tried only so often. */
async function createLimits(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  await db.schema
    .createTable('limites')
    .addColumn('cle', d.exactText, (c) => c.primaryKey())
    .addColumn('n', 'integer', (c) => c.notNull())
    .addColumn('dernier', d.exactText, (c) => c.notNull())
    // From then on the row says nothing any more.
    .addColumn('perime', d.exactText, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('limites_perime').on('limites').column('perime').execute()
}

/** Log-ins whose password was right and whose PIN is awaited. */
async function createPendingLogIns(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  await db.schema
    .createTable('connexions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('code', 'text', (c) => c.notNull())
    .addColumn('envoye_at', d.exactText, (c) => c.notNull())
    .addColumn('essais', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('renvois', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('suite', 'text', (c) => c.notNull())
    .addColumn('created_at', d.exactText, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('connexions_user').on('connexions').column('user_id').execute()
  await db.schema.createIndex('connexions_created').on('connexions').column('created_at').execute()
}

/** People who asked for an account and have not shown yet that the address is theirs; links sent by mail. */
async function createLinks(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  await db.schema
    .createTable('inscriptions')
    .addColumn('id', d.id)
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .addColumn('created_at', d.exactText, (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('jetons')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('usage', 'text', (c) => c.notNull())
    .addColumn('user_id', 'integer', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('inscription_id', 'integer', (c) => c.references('inscriptions.id').onDelete('cascade'))
    .addColumn('email', 'text')
    .addColumn('expire_at', d.exactText, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('jetons_user').on('jetons').column('user_id').execute()
  await db.schema.createIndex('jetons_inscription').on('jetons').column('inscription_id').execute()
  await db.schema.createIndex('jetons_expire').on('jetons').column('expire_at').execute()
}

export async function up(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  await createJournal(db)
  await createLimits(db)
  await createPendingLogIns(db)
  await createLinks(db)
  // A temporary password opens nothing after that day.
  await db.schema.alterTable('users').addColumn('temporaire_jusque', d.exactText).execute()
  // The person left and was forgotten; what they entered stays signed by the empty account.
  await db.schema.alterTable('users').addColumn('supprime_at', 'text').execute()
  await db.schema.alterTable('users').addColumn('import_id', 'integer').execute()
  await db.schema
    .createIndex('users_import')
    .on('users')
    .column('import_id')
    .where(sql.ref('import_id'), 'is not', null)
    .execute()
  await db.schema.alterTable('sessions').addColumn('vue_at', d.exactText).execute()
  // When the person last showed the password in this session.
  await db.schema.alterTable('sessions').addColumn('prouve_at', d.exactText).execute()
}
