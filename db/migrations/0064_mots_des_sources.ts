import { sql } from 'kysely'
import type { AnyDb } from '../../src/db/schema.ts'

/**
 * The words of section and places that the index entries of a source are written with, and those that all of them are sure to have.
 * What is written from now on has them; a task writes them into the rest.
 */
export async function up(db: AnyDb): Promise<void> {
  for (const column of ['mots_ecrits', 'mots_surs'])
    await db.schema
      .alterTable('sources')
      .addColumn(column, 'text', (c) => c.notNull().defaultTo(''))
      .execute()
  await sql`update sources set mots_ecrits = coalesce(' §t' || cast(section_id as text), '') || coalesce(
    (select replace(rtrim(lieux.chemin, '/'), '/', ' §u') from lieux where lieux.id = sources.lieu_id), '')`.execute(db)
}
