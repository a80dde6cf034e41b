import { type RawBuilder, sql } from 'kysely'

export const placeQuotes = (lieuIds: readonly number[]): RawBuilder<{ lieu_id: number; releve_id: number }> =>
  sql`select l.value as lieu_id, q.rowid as releve_id from json_each(${JSON.stringify(lieuIds)}) l
    cross join releve_lieux_fts q where q.releve_lieux_fts match 'l' || l.value`
