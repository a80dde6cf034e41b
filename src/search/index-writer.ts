import { dialectOf, earlier, type SearchEntry, type SearchKey } from '../db/dialect/index.ts'
import { addCounts, insertMissing } from '../db/rows.ts'
import type { Db } from '../db/schema.ts'
import { compareText } from '../lib/text.ts'
import type { RecordEntry } from './entry.ts'
import { dictionaryWords, type KeyRow, KnownWords, keepKnown, type NewWords, newWords } from './known-words.ts'
import { anybodys } from './marks.ts'
import { wordsWritten } from './within.ts'

/**
 * One record in so many is counted in the dictionary, for as many: how common a word is only chooses between plans. Counted at
 * each save, the rows of the commonest words would be waited for by everybody.
 */
export const SAMPLED = 16
/** So many words make the counts of several batches worth writing: the common ones among them are in each batch. */
const COUNTED_AT_ONCE = 5000

/** Both dictionaries get what they lack; sorted, so that two transactions never wait for each other. */
async function addNew(trx: Db, { parts, words, names }: NewWords, known: KnownWords): Promise<void> {
  const lacking = words.filter((word) => !known.words.has(word)).sort()
  await insertMissing(
    trx,
    'mots',
    lacking.map((terme) => ({ terme, n: 1 })),
  )
  keepKnown(known.words, lacking)
  const rows = new Map<string, KeyRow>()
  for (const name of names)
    if (!known.names[name.genre].has(name.text))
      for (const row of name.rows) rows.set(`${row.genre} ${row.cle} ${row.terme}`, row)
  const sorted = [...rows].sort(([a], [b]) => compareText(a, b)).map(([, row]) => row)
  await insertMissing(trx, 'noms_cles', sorted)
  for (const { genre, text } of names) keepKnown(known.names[genre], [text])
  for (const part of parts) part.knownTo = known
}

interface Counting {
  /** -1 takes out. */
  sign?: 1 | -1
  /** Words of an entry that are counted already. */
  butNot?: (entry: RecordEntry) => Set<string>
}

/** Adds the words of one entry in so many to the counts. */
function countWords(
  entries: readonly RecordEntry[],
  counts: Map<string, number>,
  { sign = 1, butNot }: Counting = {},
): void {
  for (const entry of entries) {
    if (entry.releve_id % SAMPLED !== 0) continue
    const known = butNot?.(entry)
    for (const word of dictionaryWords(entry))
      if (!known?.has(word)) counts.set(word, (counts.get(word) ?? 0) + sign * SAMPLED)
  }
}

/**
 * For records whose words change without a version, before `addToIndex` counts what they say from now on: takes what they said
 * out of the counts. The words stay in the dictionary, as those of deleted records do.
 */
export const uncountWords = (entries: readonly RecordEntry[], { counts }: KnownWords): void =>
  countWords(entries, counts, { sign: -1 })

async function writeCounts(db: Db, counts: Map<string, number>): Promise<void> {
  const changed = [...counts].filter(([, n]) => n !== 0)
  const rows = changed.map(([terme, n]) => ({ terme, n })).sort((a, b) => compareText(a.terme, b.terme))
  counts.clear()
  await addCounts(db, 'mots', rows)
  const fewer = rows.filter(({ n }) => n < 0).map(({ terme }) => terme)
  if (fewer.length === 0) return
  // A word of the dictionary counts for one at least, whatever was counted when.
  await db
    .updateTable('mots')
    .set({ n: 1 })
    .where((eb) => dialectOf(db).sql.inList(eb.ref('terme'), fewer))
    .where('n', '<', 1)
    .execute()
}

/** Where a record stands in the index, and what it is counted under. */
type Counted = SearchKey & Pick<SearchEntry, 'source_id' | 'decennie'>

/**
 * Rows of `decennies` for each decade, by the source: with one row alone all who write records of a decade would wait for each
 * other until they commit; those who write in one source do so already. Their sum is read once a minute.
 */
const PARTS = 16

/** Sums of the counts of each key, without those that come to nothing; in the order of the keys, so that nobody waits crosswise. */
function summed<R extends { decennie: number; n: number }>(rows: readonly R[], other: (row: R) => number): R[] {
  const sums = new Map<string, R>()
  for (const row of rows) {
    const key = `${row.decennie} ${other(row)}`
    sums.set(key, { ...row, n: (sums.get(key)?.n ?? 0) + row.n })
  }
  const all = [...sums.values()].filter(({ n }) => n !== 0)
  return all.sort((a, b) => other(a) - other(b) || a.decennie - b.decennie)
}

/** The entries with the words of their sources, in the order of their keys: SQLite flushes its buffer each time one goes down. */
async function wholeEntries(trx: Db, entries: readonly SearchEntry[]): Promise<SearchEntry[]> {
  const within = await wordsWritten(
    trx,
    entries.map((entry) => entry.source_id),
  )
  return entries.map((entry) => ({ ...entry, within: within.get(entry.source_id) })).sort(earlier)
}

/**
 * Which decades a source has records of, and how many records a decade has. A pair missing in the first would hide records. Once for
 * what goes and what comes: a record that stays in its decade writes nothing.
 */
async function countDecades(trx: Db, gone: readonly Counted[], come: readonly Counted[]): Promise<void> {
  const counted = (list: readonly Counted[], n: number) =>
    list.map(({ source_id, decennie }) => ({ source_id, decennie, n }))
  const rows = summed([...counted(gone, -1), ...counted(come, 1)], ({ source_id }) => source_id)
  await addCounts(trx, 'source_decennies', rows)
  const parts = rows.map(({ source_id, decennie, n }) => ({ decennie, part: source_id % PARTS, n }))
  await addCounts(
    trx,
    'decennies',
    summed(parts, ({ part }) => part),
  )
}

async function writeDictionary(trx: Db, entries: readonly RecordEntry[], { known, made }: Dictionary) {
  const dictionary = known ?? new KnownWords()
  await addNew(trx, made ?? newWords(entries, dictionary), dictionary)
  countWords(entries, dictionary.counts)
  if (known === undefined || known.counts.size >= COUNTED_AT_ONCE) await writeCounts(trx, dictionary.counts)
}

/** `made`: the new words of these very entries, gathered before their transaction. */
export interface Dictionary {
  known?: KnownWords | undefined
  made?: NewWords | undefined
}

/** Writes entries anew whose source has other words now: the records say what they said. */
export async function rewriteIndex(trx: Db, entries: readonly SearchEntry[]): Promise<void> {
  const { search } = dialectOf(trx)
  await search.unindex(trx, entries)
  await search.index(trx, await wholeEntries(trx, entries))
}

/**
 * Takes records out of the index, where they stood under these keys (`searchKey`: it keeps no copy to look them up in), and puts
 * these in. What they bring is added to `known`, so that it must be thrown away where the transaction is rolled back; who gives it
 * ends with `settleIndex`.
 */
export async function changeIndex(
  trx: Db,
  keys: readonly Counted[],
  entries: readonly RecordEntry[],
  dictionary: Dictionary = {},
): Promise<void> {
  const { search } = dialectOf(trx)
  if (entries.length > 0) await writeDictionary(trx, entries, dictionary)
  await countDecades(trx, keys, entries)
  if (keys.length > 0) await search.unindex(trx, keys)
  if (entries.length > 0) await search.index(trx, await wholeEntries(trx, entries))
}

export const addToIndex = (trx: Db, entries: readonly RecordEntry[], known?: KnownWords): Promise<void> =>
  changeIndex(trx, [], entries, { known })

export const removeFromIndex = (trx: Db, keys: readonly Counted[]): Promise<void> => changeIndex(trx, keys, [])

/** The words that the index of before gave the dictionary as well: they are there, and counted. */
function formerWords({ nom, prenom, texte, ...entry }: RecordEntry): Set<string> {
  const roles = entry.roles()
  return new Set([...nom, ...prenom, ...texte, ...roles, ...roles.flatMap((mark) => anybodys(mark) ?? [])])
}

/**
 * Puts records in the index that is filled beside the one in service, where they are: the decades have them, and the dictionary gets
 * what the index of before did not give it.
 */
export async function addToNextIndex(trx: Db, entries: readonly RecordEntry[], known: KnownWords): Promise<void> {
  await addNew(trx, newWords(entries, known), known)
  countWords(entries, known.counts, { butNot: formerWords })
  if (known.counts.size >= COUNTED_AT_ONCE) await writeCounts(trx, known.counts)
  await dialectOf(trx).search.next.index(trx, await wholeEntries(trx, entries))
}

/** After the last of `written` records: what was put off while they were written. Killed before, a few words count for less. */
export async function settleIndex(db: Db, written: number, { counts }: KnownWords): Promise<void> {
  await writeCounts(db, counts)
  await dialectOf(db).search.settle(db, written)
}

/** After the last record that `addToNextIndex` was given. */
export async function settleNextIndex(db: Db, { counts }: KnownWords): Promise<void> {
  await writeCounts(db, counts)
  await dialectOf(db).search.next.settle(db)
}
