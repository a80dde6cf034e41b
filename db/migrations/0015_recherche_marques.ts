import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

/**
 * The index says who bears a name, and numbers its days from 1: 1 January 1500 is no longer « no date ». It is filled again by
 * a task, as it takes minutes for millions of records.
 */
export async function up(db: AnyDb): Promise<void> {
  await db.schema.createIndex('source_decennies_decennie').on('source_decennies').columns(['decennie', 'n']).execute()
  const releve = await db.selectFrom('releves').select('id').limit(1).executeTakeFirst()
  // An index without records was made by 0005 just now, as it has to be: making it again takes PostgreSQL half a second.
  if (!releve) return
  await engineOf(db).clearSearchIndex(db)
  await db.deleteFrom('mots').execute()
  await db.deleteFrom('source_decennies').execute()
  const now = new Date().toISOString()
  const task = { kind: 'recherche_index', payload: '{}', pas_avant: now, created_at: now }
  await db.insertInto('taches').values(task).execute()
}
