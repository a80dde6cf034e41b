import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

/** Whoever wishes it is named beside what he or she transcribed; nobody is without having asked. */
export async function up(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  await db.schema
    .alterTable('users')
    .addColumn('contributeur_nomme', d.boolean, (c) => c.notNull().defaultTo(d.booleanLiteral(false)))
    .execute()
}
