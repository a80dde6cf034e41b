import { sql } from 'kysely'
import type { Db } from '../../schema.ts'
import { FIELD_GAP, MARK, type SearchEntry, type SearchKey } from '../search.ts'

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
export function tsvector(entry: SearchEntry): string {
  const parts = [`${MARK}s${entry.source_id}`, ...(entry.within ?? []), ...entry.marks].map(lexeme)
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

export async function index(trx: Db, entries: readonly SearchEntry[]): Promise<void> {
  if (entries.length === 0) return
  const column = <T>(of: (entry: SearchEntry) => T): T[] => entries.map(of)
  await sql`insert into releve_recherche (jour, releve_id, source_id, tsv)
    select jour, releve_id, source_id, tsv::tsvector
    from unnest(${column((e) => e.jour)}::int[], ${column((e) => e.releve_id)}::int[],
      ${column((e) => e.source_id)}::int[], ${column(tsvector)}::text[]) as e (jour, releve_id, source_id, tsv)`.execute(
    trx,
  )
}

const keysOf = (keys: readonly SearchKey[]) =>
  sql`select * from unnest(${keys.map((key) => key.jour)}::int[], ${keys.map((key) => key.releve_id)}::int[])`

export async function unindex(trx: Db, keys: readonly SearchKey[]): Promise<void> {
  await sql`delete from releve_recherche where (jour, releve_id) in (${keysOf(keys)})`.execute(trx)
}

export async function indexed(db: Db, keys: readonly SearchKey[]): Promise<Set<number>> {
  const { rows } = await sql<{ releve_id: number }>`select releve_id from releve_recherche
    where (jour, releve_id) in (${keysOf(keys)})`.execute(db)
  return new Set(rows.map((row) => row.releve_id))
}

/** Moves what was just written from the lists of pending entries, which every search reads whole, into the indexes. */
export async function settle(db: Db): Promise<void> {
  await sql`select gin_clean_pending_list(indexrelid::regclass) from pg_index
    join pg_class on pg_class.oid = indexrelid
    where indrelid in (select inhrelid from pg_inherits where inhparent = 'releve_recherche'::regclass)
      and relam = (select oid from pg_am where amname = 'gin')`.execute(db)
}
