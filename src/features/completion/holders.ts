// Which sources hold a value. A value says so itself, `valeurs.sources`, as long as they are few: an index by the values of all sources
// costs an import a third of its time. Where they are many, any source that is looked at soon holds it.
import { type Expression, type RawBuilder, sql } from 'kysely'
import { dialectOf } from '../../db/dialect/index.ts'
import type { Db } from '../../db/schema.ts'

/** Signs that a list may have before another number is added. */
const LONGEST_LIST = 150

/** A source as a list holds it alone. */
export const listed = (sourceId: number): string => `,${sourceId},`

/** Changes the row of a value that a source has now (`excluded.n` is 1), or has no more (-1). */
export const countedAndListed = sql`n = valeurs.n + excluded.n, sources = case
  when excluded.n < 0 then replace(valeurs.sources, excluded.sources, ',')
  when length(valeurs.sources) < ${sql.lit(LONGEST_LIST)} then valeurs.sources || substr(excluded.sources, 2)
  else valeurs.sources end`

const list = (table: string) => sql.ref<string>(`${table}.sources`)

/** Does the list of this row of `valeurs` name all its sources? */
export const isWhole = (table: string): RawBuilder<boolean> =>
  sql`${sql.ref(`${table}.n`)} = length(${list(table)}) - length(replace(${list(table)}, ',', '')) - 1`

/** The sources of the list of `table`, which comes before in a `from`: rows `l` with `value`. */
export const listedSources = (db: Db, table: string): RawBuilder<unknown> => dialectOf(db).sql.numbersIn(list(table))

/** The row of `valeurs_sources` for a value of `table` in a source. */
export const heldBy = (table: string, source: Expression<number>): RawBuilder<boolean> =>
  sql`v.champ_id = ${sql.ref(`${table}.champ_id`)} and v.source_id = ${source} and v.cle = ${sql.ref(`${table}.cle`)}
    and v.valeur = ${sql.ref(`${table}.valeur`)}`

interface Looked {
  champs: readonly number[]
  cles: readonly string[]
}

/** How often the sources of a section (null: those without one) hold the values of these fields and keys. */
export async function countedInSection(
  db: Db,
  sectionId: number | null,
  { champs, cles }: Looked,
): Promise<{ valeur: string; n: number }[]> {
  const { inList } = dialectOf(db).sql
  const looked = sql`${inList(sql.ref<number>('h.champ_id'), champs)} and ${inList(sql.ref<string>('h.cle'), cles)}`
  const inSection = sectionId === null ? sql`s.section_id is null` : sql`s.section_id = ${sectionId}`
  // SQLite keeps the order of a cross join; by itself it would begin with all that the section holds.
  const { rows } = await sql<{ valeur: string; n: number }>`select valeur, sum(n) as n from (
      select v.valeur, v.n from valeurs as h cross join ${listedSources(db, 'h')} cross join sources as s cross join valeurs_sources as v
        where ${looked} and ${isWhole('h')} and s.id = l.value and ${inSection} and ${heldBy('h', sql.ref('s.id'))}
      union all
      select v.valeur, v.n from valeurs as h cross join sources as s cross join valeurs_sources as v
        where ${looked} and not ${isWhole('h')} and ${inSection} and s.nb_releves > 0 and ${heldBy('h', sql.ref('s.id'))}
    ) as counted group by valeur`.execute(db)
  return rows
}
