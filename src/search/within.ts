// The words of the index that tell in which section and places the source of a record is. Searches may look records up by them;
// whether a record is found is decided by the sources themselves.
//
// A source says two things of them. `mots_ecrits`: each entry that is written has these. `mots_surs`, always among them: all its
// entries have these, so that a search by one misses none. They tell of the index, not of the source, which may be elsewhere by now:
// then `wordsWanted` differs, and a task writes the entries anew (releves/tasks/rewrite-words.ts).
import { sql } from 'kysely'
import { dialectOf, MARK } from '../db/dialect/index.ts'
import type { Db, Trx } from '../db/schema.ts'

const SECTION = `${MARK}t`
const PLACE = `${MARK}u`

export const sectionWord = (id: number): string => `${SECTION}${id}`
/** For a place and whatever is below it. */
export const placeWord = (id: number): string => `${PLACE}${id}`

/** As a source has them in a column: a blank before each word. */
const columnOf = (words: Iterable<string>): string => [...words].map((word) => ` ${word}`).join('')
const wordsOf = (column: string): string[] => column.split(' ').filter(Boolean)
/** Words that both columns have. */
function inBoth(one: string, other: string): string {
  const others = new Set(wordsOf(other))
  return columnOf(wordsOf(one).filter((word) => others.has(word)))
}

/** The words that the entries of a source ought to have, `lieux` being its place. */
const wordsWanted = sql<string>`coalesce(${sql.lit(` ${SECTION}`)} || cast(sources.section_id as text), '')
  || coalesce(replace(rtrim(lieux.chemin, '/'), '/', ${sql.lit(` ${PLACE}`)}), '')`

const withPlaces = (db: Db) => db.selectFrom('sources').leftJoin('lieux', 'lieux.id', 'sources.lieu_id')

/** Sources whose entries are not yet as they ought to be. */
export const outOfDate = (db: Db) =>
  withPlaces(db).where((eb) =>
    eb.or([eb('mots_ecrits', '<>', wordsWanted), eb('mots_surs', '<>', eb.ref('mots_ecrits'))]),
  )

/** The words that the entries of these sources are written with. Whoever asks holds the sources, or the lock of the places. */
export async function wordsWritten(trx: Db, sources: readonly number[]): Promise<Map<number, string[]>> {
  const rows = await trx
    .selectFrom('sources')
    .select(['id', 'mots_ecrits'])
    .where((eb) => dialectOf(trx).sql.inList(eb.ref('id'), [...new Set(sources)]))
    .execute()
  return new Map(rows.map(({ id, mots_ecrits }) => [id, wordsOf(mots_ecrits)]))
}

/**
 * From here on the entries of a source are written with the words of today; the transaction holds it. Those that are in the index
 * are sure of the words that they had before and have still, of all of them where `isWhole`. `isNew`: those of before were others.
 */
export async function writeWords(trx: Trx, id: number, isWhole: boolean): Promise<{ words: string[]; isNew: boolean }> {
  const { wanted, mots_ecrits, mots_surs } = await withPlaces(trx)
    .select(['mots_ecrits', 'mots_surs', wordsWanted.as('wanted')])
    .where('sources.id', '=', id)
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('sources')
    .set({ mots_ecrits: wanted, mots_surs: isWhole ? wanted : inBoth(mots_surs, wanted) })
    .where('id', '=', id)
    .execute()
  return { words: wordsOf(wanted), isNew: wanted !== mots_ecrits }
}

/** All entries of a source have its words now. */
export const settleWords = (trx: Trx, id: number) =>
  trx
    .updateTable('sources')
    .set((eb) => ({ mots_surs: eb.ref('mots_ecrits') }))
    .where('id', '=', id)
    .execute()
