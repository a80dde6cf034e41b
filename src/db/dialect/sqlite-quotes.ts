import { type RawBuilder, sql } from 'kysely'
import type { AnyDb } from '../schema.ts'

/** The places of a record (`{ id, nom_long }` among its values) as words: `l12 l7`. */
const quotesOf = (row: string) =>
  sql`select ${sql.ref(`${row}.id`)}, group_concat('l' || json_extract(v.value, '$.id'), ' ')
    from json_each(${sql.ref(`${row}.data`)}) v where v.type = 'object' and json_type(v.value, '$.id') = 'integer'
    having count(*) > 0`

/** Most records hold no place: their text is not read for one. */
const mayQuote = (row: string) => sql`instr(${sql.ref(`${row}.data`)}, '"nom_long"') > 0`

/**
 * An index beside `releves`, filled by triggers: whoever writes records need not know of it. Of full text, though it holds numbers:
 * it is no table apart, which a copy of the site would have to carry.
 */
export async function createPlaceQuotes(db: AnyDb): Promise<void> {
  await sql`create virtual table releve_lieux_fts using fts5(lieux, content='', contentless_delete=1, detail=none,
    tokenize='ascii')`.execute(db)
  await sql`insert into releve_lieux_fts (rowid, lieux)
    select r.id, group_concat('l' || json_extract(v.value, '$.id'), ' ') from releves r, json_each(r.data) v
    where ${mayQuote('r')} and v.type = 'object' and json_type(v.value, '$.id') = 'integer' group by r.id`.execute(db)
  const insert = sql`insert into releve_lieux_fts (rowid, lieux) ${quotesOf('new')}`
  const remove = sql`delete from releve_lieux_fts where rowid = old.id`
  await sql`create trigger releve_lieux_insert after insert on releves when ${mayQuote('new')} begin
    ${insert}; end`.execute(db)
  await sql`create trigger releve_lieux_update after update of data on releves
    when ${mayQuote('old')} or ${mayQuote('new')} begin ${remove}; ${insert}; end`.execute(db)
  await sql`create trigger releve_lieux_delete after delete on releves when ${mayQuote('old')} begin
    ${remove}; end`.execute(db)
}

export const placeQuotes = (lieuIds: readonly number[]): RawBuilder<{ lieu_id: number; releve_id: number }> =>
  sql`select l.value as lieu_id, q.rowid as releve_id from json_each(${JSON.stringify(lieuIds)}) l
    cross join releve_lieux_fts q where q.releve_lieux_fts match 'l' || l.value`
