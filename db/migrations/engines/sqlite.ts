import { sql } from 'kysely'
import type { AnyDb } from '../../../src/db/schema.ts'
import type { Engine } from './engine.ts'

async function createSearchTable(db: AnyDb): Promise<void> {
  // Contentless: the application writes it in the transaction of the record, a trigger would halve the rate (search.md, finding 7).
  // Words come folded and split: `ascii` takes them as they are, letters newer than the tables of unicode61 too.
  await sql`create virtual table releves_fts using fts5(nom, prenom, texte, f, content='', contentless_delete=1,
    tokenize='ascii')`.execute(db)
}

async function clearSearchTable(db: AnyDb): Promise<void> {
  await sql`insert into releves_fts (releves_fts) values ('delete-all')`.execute(db)
}

async function createNextSearchIndex(db: AnyDb): Promise<void> {
  await sql`create virtual table releves_fts_neuf using fts5(nom, prenom, texte, f, content='', contentless_delete=1,
    tokenize='ascii')`.execute(db)
}

const words = (row: string) =>
  sql`trim(replace(replace(' ' || ${sql.ref(`${row}.nom_tri`)} || ' ', ' st ', ' saint '), ' ste ', ' sainte '))`

/** An index of full text beside `lieux`, filled by triggers: whoever writes places need not know of it. */
async function createLieuxNames(db: AnyDb): Promise<void> {
  await sql`create virtual table lieux_noms using fts5(mots, content='', contentless_delete=1, tokenize='ascii')`.execute(
    db,
  )
  await sql`insert into lieux_noms (rowid, mots) select id, ${words('lieux')} from lieux`.execute(db)
  await sql`create trigger lieux_noms_insert after insert on lieux begin
    insert into lieux_noms (rowid, mots) values (new.id, ${words('new')}); end`.execute(db)
  await sql`create trigger lieux_noms_update after update of nom_tri on lieux when old.nom_tri <> new.nom_tri begin
    delete from lieux_noms where rowid = old.id;
    insert into lieux_noms (rowid, mots) values (new.id, ${words('new')}); end`.execute(db)
  await sql`create trigger lieux_noms_delete after delete on lieux begin
    delete from lieux_noms where rowid = old.id; end`.execute(db)
}

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
async function createPlaceQuotes(db: AnyDb): Promise<void> {
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

async function guardJournal(db: AnyDb): Promise<void> {
  await sql`create trigger journal_fixe before update on journal
    when new.adresse is not null or old.id is not new.id or old.at is not new.at or old.user_id is not new.user_id
      or old.action is not new.action or old.resultat is not new.resultat or old.objet is not new.objet
      or old.objet_id is not new.objet_id or old.detail is not new.detail or old.requete is not new.requete
    begin select raise(abort, 'the journal is append only'); end`.execute(db)
  await sql`create trigger journal_garde before delete on journal
    when old.at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-180 days')
    begin select raise(abort, 'the journal is append only'); end`.execute(db)
}

export const sqliteEngine: Engine = {
  // autoincrement: the id of a deleted record is never given again, its history may bring it back.
  id: sql`integer primary key autoincrement`,
  json: sql`text`,
  boolean: sql`integer`,
  real: sql`real`,
  exactText: sql`text`,
  booleanLiteral: (value) => (value ? sql`1` : sql`0`),
  generatedText: (expression) => sql`text generated always as (${expression}) virtual`,
  createSearchIndex: createSearchTable,
  clearSearchIndex: clearSearchTable,
  createLieuxNames,
  createPlaceQuotes,
  guardJournal,
  altersColumns: false,
  // Days and words are of the rows, the table is as it was.
  remakeSearchIndex: clearSearchTable,
  createNextSearchIndex,
  // An integer has as many as it needs.
  widenRecordIds: async () => {},
  widenNamedRecords: async () => {},
}
