import type { CreateTableBuilder } from 'kysely'
import type { AnyDb } from '../../src/db/schema.ts'
import type { Engine } from './engines/engine.ts'
import { engineOf } from './engines/index.ts'

/** Reading over: verdicts, samples, warnings, threads, corrections, second keying. */
export async function up(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  await settings(db, d)
  await verdicts(db, d)
  await samples(db, d)
  await warnings(db, d)
  await threads(db, d)
  await corrections(db, d)
  await secondKeying(db, d)
}

async function settings(db: AnyDb, d: Engine): Promise<void> {
  // « tous », « echantillon » or « aucune »: which acts are read over before the decision.
  await db.schema
    .alterTable('sources')
    .addColumn('relecture', d.exactText, (c) => c.notNull().defaultTo('echantillon'))
    .execute()
  await db.schema
    .alterTable('sources')
    .addColumn('quatre_yeux', d.boolean, (c) => c.notNull().defaultTo(d.booleanLiteral(true)))
    .execute()
  // Share of the acts that a second person types, in per cent.
  await db.schema
    .alterTable('sources')
    .addColumn('double_saisie', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('users')
    .addColumn('touches_revue', d.boolean, (c) => c.notNull().defaultTo(d.booleanLiteral(true)))
    .execute()
  await db.schema.alterTable('sections').addColumn('lecon', 'text').execute()
  // Other readings of its fields, by name of the field.
  for (const table of ['releves', 'releve_versions'])
    await db.schema.alterTable(table).addColumn('lectures', d.json).execute()
}

/** A table about one act. No reference to the act: it may be in the bin, and come back. */
const aboutAct = (db: AnyDb, name: string) =>
  db.schema
    .createTable(name)
    .addColumn('source_id', 'integer', (c) => c.notNull().references('sources.id').onDelete('cascade'))
    .addColumn('releve_id', 'bigint', (c) => c.notNull())

/** A column of a person, whose account may go. */
const withPerson = <T extends string, C extends string>(table: CreateTableBuilder<T, C>, column: string) =>
  table.addColumn(column, 'integer', (c) => c.references('users.id').onDelete('set null'))

const indexOn = (db: AnyDb, table: string, columns: string[]) =>
  db.schema
    .createIndex(`${table}_${columns.join('_')}`)
    .on(table)
    .columns(columns)
    .execute()

async function verdicts(db: AnyDb, d: Engine): Promise<void> {
  await withPerson(aboutAct(db, 'releve_avis').addColumn('id', d.id), 'user_id')
    // The version that was on the screen.
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('verdict', d.exactText, (c) => c.notNull())
    // 3 grave, 2, 1, 0: both readings are defensible; null where nothing was wrong.
    .addColumn('poids', 'integer')
    .addColumn('created_at', d.exactText, (c) => c.notNull())
    .execute()
  await indexOn(db, 'releve_avis', ['source_id', 'releve_id'])
  await indexOn(db, 'releve_avis', ['user_id'])
  // Acts shown to somebody at this moment, so that another gets a different one.
  await aboutAct(db, 'revue_baux')
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('jusqua', d.exactText, (c) => c.notNull())
    .addPrimaryKeyConstraint('revue_baux_pk', ['source_id', 'releve_id'])
    .execute()
  await indexOn(db, 'revue_baux', ['user_id'])
  // Where each reader of a source stopped.
  await aboutAct(db, 'revue_places')
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('updated_at', d.exactText, (c) => c.notNull())
    .addPrimaryKeyConstraint('revue_places_pk', ['user_id', 'source_id'])
    .execute()
  await indexOn(db, 'revue_places', ['source_id'])
  // Acts that a decision gave back, and when somebody looked at them again.
  await aboutAct(db, 'actes_a_revoir')
    .addColumn('raison', 'text')
    .addColumn('created_at', d.exactText, (c) => c.notNull())
    .addColumn('revu_at', d.exactText)
    .addPrimaryKeyConstraint('actes_a_revoir_pk', ['source_id', 'releve_id'])
    .execute()
}

async function samples(db: AnyDb, d: Engine): Promise<void> {
  await db.schema
    .createTable('echantillons')
    .addColumn('id', d.id)
    .addColumn('source_id', 'integer', (c) => c.notNull().references('sources.id').onDelete('cascade'))
    .addColumn('graine', d.exactText, (c) => c.notNull())
    // « reduit », « normal » or « double »: by the record of whoever typed.
    .addColumn('plan', d.exactText, (c) => c.notNull())
    // Acts of the source when it was drawn, acts drawn, and up to how many grave ones are accepted.
    .addColumn('population', 'integer', (c) => c.notNull())
    .addColumn('taille', 'integer', (c) => c.notNull())
    .addColumn('accepte', 'integer', (c) => c.notNull())
    .addColumn('created_at', d.exactText, (c) => c.notNull())
    // What came of it: « accepte » or « refuse »; null while it is read.
    .addColumn('resultat', d.exactText)
    .addColumn('clos_at', d.exactText)
    .execute()
  await indexOn(db, 'echantillons', ['source_id'])
  await aboutAct(db, 'echantillon_actes')
    .addColumn('echantillon_id', 'integer', (c) => c.notNull().references('echantillons.id').onDelete('cascade'))
    .addColumn('rang', 'integer', (c) => c.notNull())
    .addColumn('strate', d.exactText, (c) => c.notNull())
    .addPrimaryKeyConstraint('echantillon_actes_pk', ['echantillon_id', 'releve_id'])
    .execute()
  await indexOn(db, 'echantillon_actes', ['source_id'])
}

async function warnings(db: AnyDb, d: Engine): Promise<void> {
  await aboutAct(db, 'avertissements')
    .addColumn('genre', d.exactText, (c) => c.notNull())
    // Name of the field, '' for the act as a whole; and what is accepted if it is well so.
    .addColumn('champ', d.exactText, (c) => c.notNull())
    .addColumn('valeur', d.exactText, (c) => c.notNull())
    // What the sentence names: the other spelling, the other act.
    .addColumn('detail', d.json)
    .addPrimaryKeyConstraint('avertissements_pk', ['source_id', 'genre', 'releve_id', 'champ'])
    .execute()
  await indexOn(db, 'avertissements', ['releve_id'])
  // « C'est bien ainsi », for a value of a source.
  await withPerson(db.schema.createTable('avertissements_admis'), 'user_id')
    .addColumn('source_id', 'integer', (c) => c.notNull().references('sources.id').onDelete('cascade'))
    .addColumn('genre', d.exactText, (c) => c.notNull())
    .addColumn('champ', d.exactText, (c) => c.notNull())
    .addColumn('valeur', d.exactText, (c) => c.notNull())
    .addColumn('created_at', d.exactText, (c) => c.notNull())
    .addPrimaryKeyConstraint('avertissements_admis_pk', ['source_id', 'genre', 'champ', 'valeur'])
    .execute()
  await indexOn(db, 'avertissements_admis', ['user_id'])
  // When the warnings of a source were last found; null: never. They are found anew from what was written since.
  await db.schema
    .createTable('avertissements_lus')
    .addColumn('source_id', 'integer', (c) => c.primaryKey().references('sources.id').onDelete('cascade'))
    .addColumn('calcules_at', d.exactText, (c) => c.notNull())
    .addColumn('version_max', 'bigint', (c) => c.notNull())
    .execute()
}

async function threads(db: AnyDb, d: Engine): Promise<void> {
  const fils = aboutAct(db, 'fils')
    .addColumn('id', d.id)
    // Name of the field; null: of the act as a whole.
    .addColumn('champ', d.exactText)
    // « fil » or « proposition »: a reader's correction.
    .addColumn('nature', d.exactText, (c) => c.notNull())
    // The version that was read, and the fields as they are proposed: {champ: {avant, apres}}.
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('proposition', d.json)
    // « appliquee », « refusee »; null while nobody decided.
    .addColumn('decision', d.exactText)
    .addColumn('created_at', d.exactText, (c) => c.notNull())
    .addColumn('resolu_at', d.exactText)
  await withPerson(withPerson(fils, 'user_id'), 'resolu_par').execute()
  await indexOn(db, 'fils', ['source_id', 'resolu_at'])
  await indexOn(db, 'fils', ['releve_id'])
  for (const column of ['user_id', 'resolu_par']) await indexOn(db, 'fils', [column])
  await withPerson(db.schema.createTable('fil_messages').addColumn('id', d.id), 'user_id')
    .addColumn('source_id', 'integer', (c) => c.notNull().references('sources.id').onDelete('cascade'))
    .addColumn('fil_id', 'integer', (c) => c.notNull().references('fils.id').onDelete('cascade'))
    .addColumn('texte', 'text', (c) => c.notNull())
    // Ids of the members it names.
    .addColumn('mentions', d.json)
    .addColumn('created_at', d.exactText, (c) => c.notNull())
    .execute()
  for (const column of ['fil_id', 'source_id', 'user_id']) await indexOn(db, 'fil_messages', [column])
}

async function corrections(db: AnyDb, d: Engine): Promise<void> {
  const table = aboutAct(db, 'corrections')
    .addColumn('id', d.id)
    // The version that the correction made.
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('champ', d.exactText, (c) => c.notNull())
    // {valeur, etat} of the field.
    .addColumn('avant', d.json, (c) => c.notNull())
    .addColumn('apres', d.json, (c) => c.notNull())
    .addColumn('poids', 'integer', (c) => c.notNull())
    .addColumn('motif', 'text')
    .addColumn('created_at', d.exactText, (c) => c.notNull())
    .addColumn('lue_at', d.exactText)
  // Who corrected, and whose act it was.
  await withPerson(withPerson(table, 'user_id'), 'pour_id').execute()
  await indexOn(db, 'corrections', ['pour_id', 'id'])
  await indexOn(db, 'corrections', ['source_id', 'releve_id'])
  await indexOn(db, 'corrections', ['user_id'])
  // How often acts of a person were opened by others, by month (« 2026-11 »).
  await db.schema
    .createTable('ouvertures')
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('mois', d.exactText, (c) => c.notNull())
    .addColumn('nombre', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('ouvertures_pk', ['user_id', 'mois'])
    .execute()
}

async function secondKeying(db: AnyDb, d: Engine): Promise<void> {
  await withPerson(aboutAct(db, 'secondes_saisies').addColumn('id', d.id), 'user_id')
    // Drawn with the submission; the rest is null until somebody types it.
    .addColumn('tiree_at', d.exactText, (c) => c.notNull())
    .addColumn('data', d.json)
    .addColumn('etats', d.json)
    .addColumn('created_at', d.exactText)
    .addColumn('arbitre_at', d.exactText)
    // Whose reading was kept, by field: 1, 2 or « autre ».
    .addColumn('arbitrage', d.json)
    .addUniqueConstraint('secondes_saisies_acte', ['source_id', 'releve_id'])
    .execute()
  await indexOn(db, 'secondes_saisies', ['user_id'])
}
