import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../schema.ts'
import { FIELD_GAP, MARK, type SearchEntry, type SearchIndex, type SearchKey } from '../search.ts'
import { FORMER, FORMER_SERVES, type Form, TODAYS } from '../search-former.ts'

/** The index in service, and the one that is filled beside it. */
export const IN_SERVICE = 'releve_recherche'
export const NEXT = 'releve_recherche_neuf'

/** The search table of postgres-search.md: one partition a decade, and one for what is before and after. */
export const FIRST_DECADE = 155
export const LAST_DECADE = 199

/** The partition of a decade (178 for 1780 to 1789). */
export function partition(decade: number): string {
  if (decade < FIRST_DECADE) return 'releve_recherche_avant'
  return decade > LAST_DECADE ? 'releve_recherche_apres' : `releve_recherche_${decade}`
}

/** Folded letters and digits, and our own mark: nothing to escape. */
export const lexeme = (word: string): string => `'${word}'`

export const sourceLexeme = (id: number): string => lexeme(`${MARK}s${id}`)

/** tsvector keeps positions up to 16383; beyond, words are found but take no part in phrases. */
const LAST_POSITION = 16_383

/** The words of an entry: surnames have the weight A, first names B, other texts none. */
export function tsvector(entry: SearchEntry, { isFormer }: Form = TODAYS): string {
  const marks = isFormer ? entry.roles() : entry.marks
  const parts = [`${MARK}s${entry.source_id}`, ...(entry.within ?? []), ...marks].map(lexeme)
  let position = 1
  const add = (list: string[], weight: string) => {
    for (const word of list) {
      if (word !== FIELD_GAP) parts.push(`${lexeme(word)}:${Math.min(position, LAST_POSITION)}${weight}`)
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

/** The entries as rows of a table. */
export function rowsOf(entries: readonly SearchEntry[], form: Form) {
  const column = <T>(of: (entry: SearchEntry) => T): T[] => entries.map(of)
  return sql`select jour, releve_id, source_id, tsv::tsvector
    from unnest(${column((e) => form.toTable(e.jour))}::int[], ${column((e) => e.releve_id)}::bigint[],
      ${column((e) => e.source_id)}::int[], ${column((e) => tsvector(e, form))}::text[])
      as e (jour, releve_id, source_id, tsv)`
}

export const COLUMNS = sql`(jour, releve_id, source_id, tsv)`
const FORMER_IS_THERE = sql<boolean>`exists (select from mots where terme = ${sql.lit(FORMER_SERVES)})`

/**
 * Those who write find out by the statement that writes whether an index of before serves: the table is locked before the
 * statement looks, and stays so to the end of the transaction, so that no new index takes its place meanwhile. Nothing was written
 * where the answer is yes.
 */
async function unlessFormer(trx: Db, written: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ former: boolean }>`with ecrit as (${written})
    select ${FORMER_IS_THERE} as former`.execute(trx)
  return rows[0]?.former === true
}

export async function index(trx: Db, entries: readonly SearchEntry[]): Promise<void> {
  if (entries.length === 0) return
  const isFormer = await unlessFormer(
    trx,
    sql`insert into releve_recherche ${COLUMNS} ${rowsOf(entries, TODAYS)} where not ${FORMER_IS_THERE}`,
  )
  if (!isFormer) return
  await sql`insert into releve_recherche ${COLUMNS} ${rowsOf(entries, FORMER)}`.execute(trx)
  await sql`insert into releve_recherche_neuf ${COLUMNS} ${rowsOf(entries, TODAYS)}`.execute(trx)
}

const keysOf = (keys: readonly SearchKey[], form: Form) =>
  sql`select * from unnest(${keys.map((key) => form.toTable(key.jour))}::int[],
    ${keys.map((key) => key.releve_id)}::bigint[])`

export async function unindex(trx: Db, keys: readonly SearchKey[]): Promise<void> {
  const isIn = (form: Form) => sql`(jour, releve_id) in (${keysOf(keys, form)})`
  const isFormer = await unlessFormer(
    trx,
    sql`delete from releve_recherche where ${isIn(TODAYS)} and not ${FORMER_IS_THERE}`,
  )
  if (!isFormer) return
  await sql`delete from releve_recherche where ${isIn(FORMER)}`.execute(trx)
  await sql`delete from releve_recherche_neuf where ${isIn(TODAYS)}`.execute(trx)
}

export async function idsIn(db: Db, table: string, keys: readonly SearchKey[], form: Form): Promise<Set<number>> {
  const { rows } = await sql<{ releve_id: number }>`select releve_id from ${sql.table(table)}
    where (jour, releve_id) in (${keysOf(keys, form)})`.execute(db)
  return new Set(rows.map((row) => row.releve_id))
}

/** One statement asks too, of the table that it has locked. */
export async function indexed(db: Db, keys: readonly SearchKey[]): Promise<Set<number>> {
  const jours = (form: Form) => sql`${keys.map((key) => form.toTable(key.jour))}::int[]`
  const { rows } = await sql<{ releve_id: number }>`select releve_id from releve_recherche
    where (jour, releve_id) in (select case when ${FORMER_IS_THERE} then former else jour end, id
      from unnest(${jours(TODAYS)}, ${jours(FORMER)}, ${keys.map((key) => key.releve_id)}::bigint[])
        as k (jour, former, id))`.execute(db)
  return new Set(rows.map((row) => row.releve_id))
}

export async function lacking(
  db: Db,
  { source, words, after, limit }: Parameters<SearchIndex['lacking']>[1],
): Promise<SearchKey[]> {
  if (words.length === 0) return []
  const match = `${sourceLexeme(source)} & !(${words.map(lexeme).join(' & ')})`
  const isAfter = after ? sql`and (jour + 0, releve_id) > (${after.jour}, ${after.releve_id})` : sql``
  // Plus nothing: by the index of words, not by the key in its order.
  const { rows } = await sql<SearchKey>`select jour, releve_id from releve_recherche
    where tsv @@ ${match}::tsquery ${isAfter} order by jour + 0, releve_id limit ${sql.lit(limit)}`.execute(db)
  return rows
}

export const settle = (db: Db): Promise<void> => clean(db, IN_SERVICE)

/** Moves what was just written from the lists of pending entries, which every search reads whole, into the indexes. */
export async function clean(db: Db, table: string): Promise<void> {
  await sql`select gin_clean_pending_list(indexrelid::regclass) from pg_index
    join pg_class on pg_class.oid = indexrelid
    where indrelid in (select inhrelid from pg_inherits where inhparent = ${table}::regclass)
      and relam = (select oid from pg_am where amname = 'gin')`.execute(db)
}
