import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

/** How the addresses of a repository changed: by a rule, or register by register; and what the weekly look at some links found. */
export async function up(db: AnyDb): Promise<void> {
  await rules(db)
  await answers(db)
  await looks(db)
}

async function rules(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  await db.schema
    .createTable('depot_regles')
    .addColumn('id', d.id)
    .addColumn('depot_id', 'integer', (c) => c.notNull().references('depots.id').onDelete('cascade'))
    // Patterns with {ark}, {naan}, {nom}, {ark_vue} and {vue} in them.
    .addColumn('ancien', 'text', (c) => c.notNull())
    .addColumn('nouveau', 'text', (c) => c.notNull())
    // The new name of each register is typed by somebody.
    .addColumn('par_registre', d.boolean, (c) => c.notNull())
    .addColumn('etat', d.exactText, (c) => c.notNull())
    .addColumn('user_id', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('created_at', d.exactText, (c) => c.notNull())
    .addColumn('appliquee_at', d.exactText)
    .addColumn('appliquee_par', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('annulee_at', d.exactText)
    .addColumn('annulee_par', 'integer', (c) => c.references('users.id').onDelete('set null'))
    // The pattern that the views have since, and the one that they had before.
    .addColumn('lien_id', 'integer', (c) => c.references('depot_liens.id').onDelete('set null'))
    .addColumn('avant_lien_id', 'integer', (c) => c.references('depot_liens.id').onDelete('set null'))
    // Tells whether views came or went since.
    .addColumn('empreinte', d.exactText)
    .addColumn('registres', 'integer')
    .addColumn('liens', 'integer')
    .execute()
  await db.schema.createIndex('depot_regles_depot').on('depot_regles').column('depot_id').execute()
}

async function answers(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  await db.schema
    .createTable('depot_regle_registres')
    .addColumn('regle_id', 'integer', (c) => c.notNull().references('depot_regles.id').onDelete('cascade'))
    .addColumn('ark', d.exactText, (c) => c.notNull())
    .addColumn('nouvel_ark', d.exactText, (c) => c.notNull())
    .addPrimaryKeyConstraint('depot_regle_registres_pk', ['regle_id', 'ark'])
    .addUniqueConstraint('depot_regle_registres_nouvel', ['regle_id', 'nouvel_ark'])
    .execute()
  // Links that no pattern makes, as they were and as the rule wrote them; the number 0 stands for the link of the source itself.
  await db.schema
    .createTable('depot_regle_textes')
    .addColumn('regle_id', 'integer', (c) => c.notNull().references('depot_regles.id').onDelete('cascade'))
    .addColumn('source_id', 'integer', (c) => c.notNull().references('sources.id').onDelete('cascade'))
    .addColumn('numero', 'integer', (c) => c.notNull())
    .addColumn('ancienne', 'text', (c) => c.notNull())
    .addColumn('nouvelle', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('depot_regle_textes_pk', ['regle_id', 'source_id', 'numero'])
    .execute()
  await db.schema.createIndex('depot_regle_textes_source').on('depot_regle_textes').column('source_id').execute()
}

async function looks(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  await db.schema
    .createTable('depot_liens_verifies')
    .addColumn('id', d.id)
    .addColumn('depot_id', 'integer', (c) => c.notNull().references('depots.id').onDelete('cascade'))
    // The Monday of its week.
    .addColumn('semaine', d.exactText, (c) => c.notNull())
    .addColumn('source_id', 'integer', (c) => c.notNull().references('sources.id').onDelete('cascade'))
    .addColumn('lien_id', 'integer', (c) => c.references('depot_liens.id').onDelete('set null'))
    .addColumn('adresse', 'text', (c) => c.notNull())
    .addColumn('resultat', d.exactText, (c) => c.notNull())
    .addColumn('reponse', 'text', (c) => c.notNull())
    .addColumn('at', d.exactText, (c) => c.notNull())
    .addUniqueConstraint('depot_liens_verifies_une_fois', ['depot_id', 'semaine', 'source_id'])
    .execute()
  await db.schema.createIndex('depot_liens_verifies_source').on('depot_liens_verifies').column('source_id').execute()
  await db.schema.createIndex('depot_liens_verifies_lien').on('depot_liens_verifies').column('lien_id').execute()
}
