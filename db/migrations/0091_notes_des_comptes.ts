import type { AnyDb } from '../../src/db/schema.ts'

/** Administrators keep in it what an account brought along from another site: its credits, its comment, its rights there. */
export async function up(db: AnyDb): Promise<void> {
  await db.schema.alterTable('users').addColumn('note', 'text').execute()
}
