import { sql } from 'kysely'
import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

const COUNTS = ['nb_lignes', 'a_creer', 'a_modifier', 'inchangees', 'refusees', 'creees', 'modifiees']
const POSITIONS = ['avancement', 'total', 'position_rang', 'position_ligne', 'retirees', 'restaurees', 'conservees']

async function createImports(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  let table = db.schema
    .createTable('imports')
    .addColumn('id', d.id)
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('cible_id', 'integer')
    .addColumn('user_id', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('etat', 'text', (c) => c.notNull())
    .addColumn('nom_fichier', 'text', (c) => c.notNull())
    .addColumn('fichier', 'text')
    .addColumn('taille', 'integer', (c) => c.notNull())
    .addColumn('empreinte', d.exactText, (c) => c.notNull())
    .addColumn('encodage', 'text', (c) => c.notNull())
    .addColumn('colonnes_ignorees', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('erreur', 'text')
    .addColumn('curseur', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('created_at', d.exactText, (c) => c.notNull())
    .addColumn('fini_at', d.exactText)
  for (const name of [...COUNTS, ...POSITIONS])
    table = table.addColumn(name, 'integer', (c) => c.notNull().defaultTo(0))
  await table.execute()
  await db.schema.createIndex('imports_user').on('imports').columns(['user_id', 'id']).execute()
  await db.schema.createIndex('imports_empreinte').on('imports').column('empreinte').execute()
}

export async function up(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  await createImports(db)
  // Lines of a file between its dry run and the end of the time in which the import can be undone.
  await db.schema
    .createTable('import_lignes')
    .addColumn('import_id', 'integer', (c) => c.notNull().references('imports.id').onDelete('cascade'))
    .addColumn('ligne', 'integer', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('rang', 'integer')
    .addColumn('cle', d.exactText)
    .addColumn('renvoi', d.exactText)
    .addColumn('contenu', d.json)
    .addColumn('avant', d.json)
    .addPrimaryKeyConstraint('import_lignes_pk', ['import_id', 'ligne'])
    .execute()
  await db.schema
    .createIndex('import_lignes_rang')
    .on('import_lignes')
    .columns(['import_id', 'rang', 'ligne'])
    .execute()
  // Kinds whose lines name nothing pay nothing for these two.
  await db.schema
    .createIndex('import_lignes_cle')
    .on('import_lignes')
    .columns(['import_id', 'cle'])
    .where(sql.ref('cle'), 'is not', null)
    .execute()
  await db.schema
    .createIndex('import_lignes_renvoi')
    .on('import_lignes')
    .columns(['import_id', 'renvoi', 'rang'])
    .where(sql.ref('renvoi'), 'is not', null)
    .execute()

  await db.schema
    .createTable('import_messages')
    .addColumn('id', d.id)
    .addColumn('import_id', 'integer', (c) => c.notNull().references('imports.id').onDelete('cascade'))
    .addColumn('phase', 'text', (c) => c.notNull())
    .addColumn('ligne', 'integer')
    .addColumn('message', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('import_messages_import')
    .on('import_messages')
    .columns(['import_id', 'phase', 'ligne', 'id'])
    .execute()

  // What an import created, so that it can be undone. No reference: the mark outlives nothing, imports are never deleted.
  await db.schema.alterTable('lieux').addColumn('import_id', 'integer').execute()
}
