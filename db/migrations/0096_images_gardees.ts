import type { AnyDb } from '../../src/db/schema.ts'

/** A deleted source keeps its photos as long as it may come back. */
export async function up(db: AnyDb): Promise<void> {
  await db.schema
    .createTable('images_gardees')
    .addColumn('suppression_id', 'integer', (c) => c.notNull().references('sources_supprimees.id').onDelete('cascade'))
    .addColumn('image_id', 'integer', (c) => c.notNull().references('images.id'))
    .addPrimaryKeyConstraint('images_gardees_pk', ['suppression_id', 'image_id'])
    .execute()
  await db.schema.createIndex('images_gardees_image').on('images_gardees').column('image_id').execute()
}
