import type { AnyDb } from '../../src/db/schema.ts'

/** Communes are loaded by an import: nobody takes up the task that loaded them, and a load cut short is asked for again. */
export async function up(db: AnyDb): Promise<void> {
  await db.deleteFrom('taches').where('kind', '=', 'lieux_communes').execute()
}
