import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

export async function up(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  // What the fields of the policy « defaut » start with in the records of a source, by name of the field.
  await db.schema
    .alterTable('sources')
    .addColumn('defauts', d.json, (c) => c.notNull().defaultTo('{}'))
    .execute()
  await db.schema
    .alterTable('champs')
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
}
