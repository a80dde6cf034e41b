import { sql } from 'kysely'
import type { AnyDb } from '../../src/db/schema.ts'

/** Lines of one key in their order, however many: a file may have one line a million times. */
export async function up(db: AnyDb): Promise<void> {
  await db.schema.dropIndex('import_lignes_cle').execute()
  await db.schema
    .createIndex('import_lignes_cle')
    .on('import_lignes')
    .columns(['import_id', 'cle', 'ligne'])
    .where(sql.ref('cle'), 'is not', null)
    .execute()
}
