import { type RawBuilder, sql } from 'kysely'

/** Ids of the places of a record (`{ id, nom_long }` among its values). The index is used where a query has this very expression. */
const QUOTED = sql`jsonb_path_query_array(data, '$.*.id')`

export const placeQuotes = (lieuIds: readonly number[]): RawBuilder<{ lieu_id: number; releve_id: number }> =>
  sql`select l.id as lieu_id, releves.id as releve_id from unnest(${lieuIds}::int[]) l(id)
    join releves on ${QUOTED} @> jsonb_build_array(l.id)`
