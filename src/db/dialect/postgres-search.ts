import { type RawBuilder, sql } from 'kysely'
import type { AnyDb, Db } from '../schema.ts'
import { type SearchEntry, type SearchKey, type SearchQuery, type SearchTerm, searchTerms } from './dialect.ts'

/**
 * The search table of postgres-search.md: one partition a decade, queried as one branch a decade in which the sources wanted
 * have records. Without that reduction the same queries were measured up to a hundred times slower.
 */
const FIRST_DECADE = 155
const LAST_DECADE = 199
const DAY = 86_400_000

const jourOfYear = (year: number): number => Math.round((Date.UTC(year, 0, 1) - Date.UTC(1500, 0, 1)) / DAY)

function partition(decade: number): string {
  if (decade < FIRST_DECADE) return 'releve_recherche_avant'
  return decade > LAST_DECADE ? 'releve_recherche_apres' : `releve_recherche_${decade}`
}

export async function createSearchTables(db: AnyDb): Promise<void> {
  await sql`create table releve_recherche (jour int not null, releve_id int not null, source_id int not null,
    tsv tsvector not null, primary key (jour, releve_id)) partition by range (jour)`.execute(db)
  const bound = (decade: number) => sql.lit(jourOfYear(decade * 10))
  const part = (decade: number) => sql.table(partition(decade))
  await sql`create table ${part(0)} partition of releve_recherche for values from (minvalue) to (${bound(FIRST_DECADE)})`.execute(
    db,
  )
  for (let decade = FIRST_DECADE; decade <= LAST_DECADE; decade += 1) {
    await sql`create table ${part(decade)} partition of releve_recherche for values from (${bound(decade)}) to (${bound(decade + 1)})`.execute(
      db,
    )
  }
  await sql`create table ${part(LAST_DECADE + 1)} partition of releve_recherche for values from (${bound(LAST_DECADE + 1)}) to (maxvalue)`.execute(
    db,
  )
  await sql`create index releve_recherche_tsv on releve_recherche using gin (tsv)`.execute(db)
}

const lexeme = (word: string): string => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
/** tsvector keeps positions up to 16383; beyond, words are found but take no part in phrases. */
const LAST_POSITION = 16_383

function tsvector(entry: SearchEntry): string {
  const parts = [lexeme(`~s${entry.source_id}`)]
  let position = 1
  const add = (list: string[], weight: string) => {
    for (const word of list) {
      parts.push(`${lexeme(word)}:${Math.min(position, LAST_POSITION)}${weight}`)
      position += 1
    }
    // A gap, so that no phrase runs from one column into the next.
    position += 1
  }
  add(entry.nom, 'A')
  add(entry.prenom, 'B')
  add(entry.texte, '')
  return parts.join(' ')
}

export async function insertSearchRow(trx: Db, entry: SearchEntry): Promise<void> {
  await sql`insert into releve_recherche (jour, releve_id, source_id, tsv)
    values (${entry.jour}, ${entry.releve_id}, ${entry.source_id}, ${tsvector(entry)}::tsvector)`.execute(trx)
  await sql`insert into source_decennies (source_id, decennie, n) values (${entry.source_id}, ${entry.decennie}, 1)
    on conflict (source_id, decennie) do update set n = source_decennies.n + 1`.execute(trx)
}

export async function deleteSearchRow(trx: Db, entry: SearchEntry): Promise<void> {
  await sql`delete from releve_recherche where jour = ${entry.jour} and releve_id = ${entry.releve_id}`.execute(trx)
  await sql`update source_decennies set n = n - 1 where source_id = ${entry.source_id} and decennie = ${entry.decennie}`.execute(
    trx,
  )
}

function tsquery(terms: SearchTerm[]): string {
  return terms.map(({ word, isPrefix }) => (isPrefix ? `${lexeme(word)}:*` : lexeme(word))).join(' & ')
}

/** Decades in which the sources wanted have records, each with those sources; several decades may share a partition. */
async function branches(db: Db, query: SearchQuery): Promise<Map<string, Set<number>>> {
  const decadeOf = (jour: number) => Math.floor(new Date(Date.UTC(1500, 0, 1 + jour)).getUTCFullYear() / 10)
  let q = db.selectFrom('source_decennies').select(['decennie', 'source_id']).where('n', '>', 0).orderBy('decennie')
  if (query.sourceIds) q = q.where(sql<boolean>`source_id = any(${query.sourceIds})`)
  const from = Math.max(query.after?.jour ?? 0, query.fromJour ?? 0)
  // Day 0 stands for « no date », kept under decade 0.
  if (from > 0) q = q.where('decennie', '>=', decadeOf(from))
  if (query.toJour !== undefined) q = q.where('decennie', '<=', decadeOf(query.toJour))
  const found = new Map<string, Set<number>>()
  for (const row of await q.execute()) {
    const name = partition(row.decennie)
    const sources = found.get(name) ?? new Set()
    found.set(name, sources.add(row.source_id))
  }
  return found
}

function conditions(query: SearchQuery, sources: Set<number>): RawBuilder<unknown> {
  const list = [sql`true`]
  const terms = searchTerms(query)
  if (terms.length > 0) list.push(sql`tsv @@ ${tsquery(terms)}::tsquery`)
  else if (query.words.length > 0) list.push(sql`false`)
  if (query.sourceIds) list.push(sql`source_id = any(${[...sources]})`)
  if (query.fromJour !== undefined) list.push(sql`jour >= ${query.fromJour}`)
  if (query.toJour !== undefined) list.push(sql`jour <= ${query.toJour}`)
  if (query.after) list.push(sql`(jour, releve_id) > (${query.after.jour}, ${query.after.releve_id})`)
  return sql.join(list, sql` and `)
}

/** One bounded, ordered sub-select a decade; the outer order makes the promise that UNION ALL alone does not. */
export async function searchRows(db: Db, query: SearchQuery): Promise<SearchKey[]> {
  const parts = [...(await branches(db, query))].map(
    ([name, sources]) => sql`(select jour, releve_id from ${sql.table(name)} where ${conditions(query, sources)}
      order by jour, releve_id limit ${sql.lit(query.limit)})`,
  )
  const rows: SearchKey[] = []
  for (const part of parts) {
    // Decades come in order: those after a full page are never asked.
    rows.push(...(await sql<SearchKey>`${part}`.execute(db)).rows)
    if (rows.length >= query.limit) break
  }
  return rows.slice(0, query.limit)
}

export async function countRows(db: Db, query: SearchQuery, cap: number): Promise<number> {
  let n = 0
  for (const [name, sources] of await branches(db, query)) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from (select 1 from ${sql.table(name)}
      where ${conditions(query, sources)} limit ${sql.lit(cap - n)}) x`.execute(db)
    n += rows[0]?.n ?? 0
    if (n >= cap) break
  }
  return n
}
