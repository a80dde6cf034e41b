import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

/** Some read a section and write nothing in it; a section that is open is read by everybody. What was there stays as it was. */
export async function up(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  const no = d.booleanLiteral(false)
  await db.schema
    .alterTable('section_membres')
    .addColumn('is_reader', d.boolean, (c) => c.notNull().defaultTo(no))
    .execute()
  await db.schema
    .alterTable('sections')
    .addColumn('ouverte', d.boolean, (c) => c.notNull().defaultTo(no))
    .execute()
}
