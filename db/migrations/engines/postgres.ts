import { sql } from 'kysely'
import type { AnyDb } from '../../../src/db/schema.ts'
import type { Engine } from './engine.ts'

/** The search table of postgres-search.md: one partition a decade, and one for what is before and after. */
const FIRST_DECADE = 155
const LAST_DECADE = 199

/** The partition of a decade (178 for 1780 to 1789). */
function partition(decade: number): string {
  if (decade < FIRST_DECADE) return 'releve_recherche_avant'
  return decade > LAST_DECADE ? 'releve_recherche_apres' : `releve_recherche_${decade}`
}

const DAY_MS = 86_400_000
/** The first day of a year as the search numbers days: 1 is 1 January 1500. */
const firstDay = (year: number): number => (Date.UTC(year, 0, 1) - Date.UTC(1500, 0, 1)) / DAY_MS + 1

async function createSearchTables(db: AnyDb): Promise<void> {
  await sql`create table releve_recherche (jour int not null, releve_id int not null, source_id int not null,
    tsv tsvector not null, primary key (jour, releve_id)) partition by range (jour)`.execute(db)
  const bound = (decade: number) => sql.lit(firstDay(decade * 10))
  const part = (decade: number) => sql.table(partition(decade))
  await sql`create table ${part(0)} partition of releve_recherche
    for values from (minvalue) to (${bound(FIRST_DECADE)})`.execute(db)
  for (let decade = FIRST_DECADE; decade <= LAST_DECADE; decade += 1) {
    await sql`create table ${part(decade)} partition of releve_recherche
      for values from (${bound(decade)}) to (${bound(decade + 1)})`.execute(db)
  }
  await sql`create table ${part(LAST_DECADE + 1)} partition of releve_recherche
    for values from (${bound(LAST_DECADE + 1)}) to (maxvalue)`.execute(db)
  await sql`create index releve_recherche_tsv on releve_recherche using gin (tsv)`.execute(db)
  await sql`create index releve_recherche_source on releve_recherche (source_id, jour, releve_id)`.execute(db)
}

/** Made anew: the bounds of the partitions belong to the day numbers of this version. */
async function clearSearchTables(db: AnyDb): Promise<void> {
  await sql`drop table releve_recherche`.execute(db)
  await createSearchTables(db)
}

/** The first day of a year as 0061 numbers days: 1 is 1 January of the year 1. */
const firstDayFromYear1 = (year: number): number => (Date.UTC(year, 0, 1) - Date.UTC(1500, 0, 1)) / DAY_MS + 547_499

/** The form of 0061: ids of 64 bits, days counted from the year 1. */
async function createSearchTables61(db: AnyDb, name: string): Promise<void> {
  const part = (end: string | number) => sql.table(`${name}_${end}`)
  const bound = (decade: number) => sql.lit(firstDayFromYear1(decade * 10))
  const table = sql.table(name)
  await sql`create table ${table} (jour int not null, releve_id bigint not null, source_id int not null,
    tsv tsvector not null, primary key (jour, releve_id)) partition by range (jour)`.execute(db)
  await sql`create table ${part('avant')} partition of ${table}
    for values from (minvalue) to (${bound(FIRST_DECADE)})`.execute(db)
  for (let decade = FIRST_DECADE; decade <= LAST_DECADE; decade += 1) {
    await sql`create table ${part(decade)} partition of ${table}
      for values from (${bound(decade)}) to (${bound(decade + 1)})`.execute(db)
  }
  await sql`create table ${part('apres')} partition of ${table}
    for values from (${bound(LAST_DECADE + 1)}) to (maxvalue)`.execute(db)
  await sql`create index ${sql.table(`${name}_tsv`)} on ${table} using gin (tsv)`.execute(db)
  await sql`create index ${sql.table(`${name}_source`)} on ${table} (source_id, jour, releve_id)`.execute(db)
}

/** What numbers the rows follows by itself. */
async function widenNamedRecords(db: AnyDb): Promise<void> {
  await sql`alter table rangs alter column releve_id type bigint, alter column apres type bigint`.execute(db)
  await sql`alter table origines_actes alter column releve_id type bigint`.execute(db)
  await sql`alter table saisies alter column dernier_id type bigint`.execute(db)
  await sql`alter table lot_lignes alter column cible_id type bigint`.execute(db)
}

async function widenRecordIds(db: AnyDb): Promise<void> {
  await sql`alter table releves alter column id type bigint`.execute(db)
  await sql`alter table releve_versions alter column id type bigint, alter column releve_id type bigint`.execute(db)
  await sql`alter table brouillons alter column releve_id type bigint`.execute(db)
}

/** `postgres-names.ts` of the dialects asks with this very expression, or the index is not used. */
const MOTS = sql`array_to_tsvector(string_to_array(
  trim(replace(replace(' ' || nom_tri || ' ', ' st ', ' saint '), ' ste ', ' sainte ')), ' '))`

async function createLieuxNames(db: AnyDb): Promise<void> {
  // Without fastupdate: what is just written is found as fast as the rest.
  await sql`create index lieux_noms on lieux using gin (${MOTS}) with (fastupdate = off)`.execute(db)
}

/** Ids of the places of a record (`{ id, nom_long }` among its values). Asked for by this very expression too. */
const QUOTED = sql`jsonb_path_query_array(data, '$.*.id')`

async function createPlaceQuotes(db: AnyDb): Promise<void> {
  // Without fastupdate: what is just written is found as fast as the rest.
  await sql`create index releves_lieux on releves using gin (${QUOTED} jsonb_path_ops) with (fastupdate = off)`.execute(
    db,
  )
}

async function guardJournal(db: AnyDb): Promise<void> {
  await sql`create function journal_fixe() returns trigger language plpgsql as $$ begin
    if tg_op = 'UPDATE' then
      if new.adresse is null and to_jsonb(new) - 'adresse' = to_jsonb(old) - 'adresse' then return new; end if;
    elsif tg_op = 'DELETE' then
      if old.at <= to_char((now() at time zone 'utc') - interval '180 days', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') then
        return old;
      end if;
    end if;
    raise exception 'the journal is append only';
  end $$`.execute(db)
  await sql`create trigger journal_fixe before update or delete on journal
    for each row execute function journal_fixe()`.execute(db)
  await sql`create trigger journal_entier before truncate on journal
    for each statement execute function journal_fixe()`.execute(db)
}

export const postgresEngine: Engine = {
  id: sql`integer generated by default as identity primary key`,
  json: sql`jsonb`,
  boolean: sql`boolean`,
  real: sql`double precision`,
  exactText: sql`text collate "C"`,
  booleanLiteral: (value) => (value ? sql`true` : sql`false`),
  generatedText: (expression) => sql`text collate "C" generated always as (${expression}) stored`,
  createSearchIndex: createSearchTables,
  clearSearchIndex: clearSearchTables,
  createLieuxNames,
  createPlaceQuotes,
  guardJournal,
  altersColumns: true,
  async remakeSearchIndex(db) {
    await sql`drop table releve_recherche`.execute(db)
    await createSearchTables61(db, 'releve_recherche')
  },
  createNextSearchIndex: (db) => createSearchTables61(db, 'releve_recherche_neuf'),
  widenRecordIds,
  widenNamedRecords,
}
