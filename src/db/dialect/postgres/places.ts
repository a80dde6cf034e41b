import { sql } from 'kysely'
import type { PlaceIndex } from '../dialect.ts'

// Each index is used where a query has its very expression.
const MOTS = sql`array_to_tsvector(string_to_array(
  trim(replace(replace(' ' || nom_tri || ' ', ' st ', ' saint '), ' ste ', ' sainte ')), ' '))`
/** Ids of the places of a record (`{ id, nom_long }` among its values). */
const QUOTED = sql`jsonb_path_query_array(data, '$.*.id')`

export const postgresPlaces: PlaceIndex = {
  named(terms) {
    const query = terms.map(({ word, isPrefix }) => `'${word}'${isPrefix ? ':*' : ''}`).join(' | ')
    return sql`select id from lieux where ${MOTS} @@ ${query}::tsquery`
  },
  quotes: (lieuIds) => sql`select l.id as lieu_id, releves.id as releve_id from unnest(${lieuIds}::int[]) l(id)
    join releves on ${QUOTED} @> jsonb_build_array(l.id)`,
}
