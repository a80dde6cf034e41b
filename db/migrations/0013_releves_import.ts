import { sql } from 'kysely'
import type { AnyDb } from '../../src/db/schema.ts'

export async function up(db: AnyDb): Promise<void> {
  // What an import created, so that it can be undone. No reference: imports are never deleted.
  await db.schema.alterTable('releves').addColumn('import_id', 'integer').execute()
  // Records typed by hand, nearly all, pay nothing for it.
  await db.schema
    .createIndex('releves_import')
    .on('releves')
    .columns(['import_id', 'id'])
    .where(sql.ref('import_id'), 'is not', null)
    .execute()
  // The deleted records of a source, newest first, whatever the number of versions that it has.
  await db.schema
    .createIndex('releve_versions_supprimes')
    .on('releve_versions')
    .columns(['source_id', 'id'])
    .where(sql.ref('operation'), '=', sql.lit('suppression'))
    .execute()
}
