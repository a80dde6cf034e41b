import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

/** The columns of the table that one types in are chosen beside those of the lists; none for the columns by default. */
export async function up(db: AnyDb): Promise<void> {
  await db.schema
    .alterTable('colonnes_choisies')
    .addColumn('tableau', engineOf(db).json, (c) => c.notNull().defaultTo('[]'))
    .execute()
}
