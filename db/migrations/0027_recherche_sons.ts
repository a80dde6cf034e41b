import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

/**
 * Names by what they sound like, and the dictionary of names whoever bears them: both come with the records, so that the index is
 * filled again by its task.
 */
export async function up(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  await db.schema
    .createTable('noms_cles')
    .addColumn('genre', 'text', (c) => c.notNull())
    .addColumn('cle', d.exactText, (c) => c.notNull())
    .addColumn('terme', d.exactText, (c) => c.notNull())
    .addPrimaryKeyConstraint('noms_cles_pk', ['genre', 'cle', 'terme'])
    .execute()
  const releve = await db.selectFrom('releves').select('id').limit(1).executeTakeFirst()
  if (!releve) return
  await d.clearSearchIndex(db)
  await db.deleteFrom('mots').execute()
  await db.deleteFrom('source_decennies').execute()
  const now = new Date().toISOString()
  const task = { kind: 'recherche_index', payload: '{}', pas_avant: now, created_at: now }
  await db.insertInto('taches').values(task).execute()
}
