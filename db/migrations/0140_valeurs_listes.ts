import { sql } from 'kysely'
import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

/** Sources listed beside a value, at most: about as many as there is room for in what saves add to them. */
const LISTED = 25

/**
 * A value says itself which sources hold it: « ,3,14, », as long as there are few. The index that told so had a line for each value of each
 * source, all over the site: of what an import had to write, those pages were a third.
 */
export async function up(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  await db.schema
    .alterTable('valeurs')
    .addColumn('sources', d.exactText, (c) => c.notNull().defaultTo(','))
    .execute()
  // In one pass: SQLite, which keeps no statistics, would look each value up among all those of its field.
  await sql`update valeurs set sources = l.sources from (
      select champ_id, cle, valeur, ',' || string_agg(cast(source_id as text), ',') || ',' as sources from (
        select champ_id, cle, valeur, source_id, row_number() over (partition by champ_id, cle, valeur order by source_id) as rang
        from valeurs_sources) as r
      where rang <= ${sql.lit(LISTED)} group by champ_id, cle, valeur) as l
    where valeurs.champ_id = l.champ_id and valeurs.cle = l.cle and valeurs.valeur = l.valeur`.execute(db)
  await db.schema.dropIndex('valeurs_sources_valeur').execute()
}
