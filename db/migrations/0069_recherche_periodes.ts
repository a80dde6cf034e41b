import type { AnyDb } from '../../src/db/schema.ts'

/**
 * Entries of the search index have marks of the years that a date reaches after its first one: `178?`, « an II ». A task writes them
 * for the few records of before that have such a date; until then these are found in their first year alone, as they were.
 */
export async function up(db: AnyDb): Promise<void> {
  const releve = await db.selectFrom('releves').select('id').limit(1).executeTakeFirst()
  if (!releve) return
  const now = new Date().toISOString()
  const task = { kind: 'recherche_periodes', payload: '{}', pas_avant: now, created_at: now }
  await db.insertInto('taches').values(task).execute()
}
