import { type RawBuilder, sql } from 'kysely'
import type { AnyDb } from '../schema.ts'

/** The places of a record (`{ id, nom_long }` among its values), each once. */
const quotesOf = (row: string) =>
  sql`select distinct json_extract(v.value, '$.id') as lieu_id, ${sql.ref(`${row}.id`)} as releve_id
    from json_each(${sql.ref(`${row}.data`)}) v where v.type = 'object' and json_type(v.value, '$.id') = 'integer'`

/** Most records hold no place: their text is not read for one. */
const mayQuote = (row: string) => sql`instr(${sql.ref(`${row}.data`)}, '"nom_long"') > 0`

/** A table beside `releves`, filled by triggers: whoever writes records need not know of it. */
export async function createPlaceQuotes(db: AnyDb): Promise<void> {
  await sql`create table releve_lieux (lieu_id integer not null, releve_id integer not null,
    primary key (lieu_id, releve_id)) without rowid`.execute(db)
  await sql`insert into releve_lieux (lieu_id, releve_id)
    select q.lieu_id, q.releve_id from (
      select distinct json_extract(v.value, '$.id') as lieu_id, r.id as releve_id from releves r, json_each(r.data) v
      where ${mayQuote('r')} and v.type = 'object' and json_type(v.value, '$.id') = 'integer') q
    order by q.lieu_id, q.releve_id`.execute(db)
  const insert = sql`insert into releve_lieux (lieu_id, releve_id) ${quotesOf('new')}`
  const remove = sql`delete from releve_lieux where (lieu_id, releve_id) in (${quotesOf('old')})`
  await sql`create trigger releve_lieux_insert after insert on releves when ${mayQuote('new')} begin
    ${insert}; end`.execute(db)
  await sql`create trigger releve_lieux_update after update of data on releves
    when ${mayQuote('old')} or ${mayQuote('new')} begin ${remove}; ${insert}; end`.execute(db)
  await sql`create trigger releve_lieux_delete after delete on releves when ${mayQuote('old')} begin
    ${remove}; end`.execute(db)
}

export const placeQuotes = (lieuIds: readonly number[]): RawBuilder<{ lieu_id: number; releve_id: number }> =>
  sql`select lieu_id, releve_id from releve_lieux where lieu_id in (select value from json_each(${JSON.stringify(lieuIds)}))`
