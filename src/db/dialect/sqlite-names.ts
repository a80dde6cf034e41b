import { type RawBuilder, sql } from 'kysely'
import type { AnyDb } from '../schema.ts'
import type { SearchTerm } from './dialect.ts'

const words = (row: string) =>
  sql`trim(replace(replace(' ' || ${sql.ref(`${row}.nom_tri`)} || ' ', ' st ', ' saint '), ' ste ', ' sainte '))`

/** An index of full text beside `lieux`, filled by triggers: whoever writes places need not know of it. */
export async function createLieuxNames(db: AnyDb): Promise<void> {
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

export function lieuxNamed(terms: readonly SearchTerm[]): RawBuilder<{ id: number }> {
  const match = terms.map(({ word, isPrefix }) => `"${word}"${isPrefix ? ' *' : ''}`).join(' OR ')
  return sql`select rowid as id from lieux_noms where lieux_noms match ${match}`
}
