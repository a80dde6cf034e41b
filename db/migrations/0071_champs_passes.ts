import type { AnyDb } from '../../src/db/schema.ts'

/** Fields that somebody always passes while entering records of a source; browsers kept them before, each for itself. */
export async function up(db: AnyDb): Promise<void> {
  await db.schema
    .createTable('champs_passes')
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('source_id', 'integer', (c) => c.notNull().references('sources.id').onDelete('cascade'))
    .addColumn('champ_id', 'integer', (c) => c.notNull().references('champs.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('champs_passes_pk', ['user_id', 'source_id', 'champ_id'])
    .execute()
  for (const column of ['source_id', 'champ_id'])
    await db.schema.createIndex(`champs_passes_${column}`).on('champs_passes').column(column).execute()
}
