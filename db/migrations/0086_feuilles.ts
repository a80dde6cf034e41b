import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

/** Which sheet of a workbook an import reads, of which ones, and the line that names its columns. */
export async function up(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  await db.schema.alterTable('imports').addColumn('feuille', 'text').execute()
  await db.schema
    .alterTable('imports')
    .addColumn('feuilles', d.json, (c) => c.notNull().defaultTo('[]'))
    .execute()
  await db.schema.alterTable('imports').addColumn('ligne_entete', 'integer').execute()
}
