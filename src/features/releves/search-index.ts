import { dialectOf, FIELD_GAP, type SearchEntry, type SearchKey } from '../../db/dialect/index.ts'
import type { Db } from '../../db/schema.ts'
import { nameKeys } from './search-keys.ts'
import { anybodys, type NameKind } from './search-marks.ts'
import type { RecordEntry } from './search-text.ts'

const CHUNK = 500
/** Words and names kept as known at most; a file of a million lines has fewer. */
const MAX_KNOWN = 200_000
/**
 * One record in so many is counted in the dictionary, for as many: how common a word is only chooses between plans. Counted at
 * each save, the rows of the commonest words would be waited for by everybody.
 */
const SAMPLED = 16

const byKey = (a: SearchKey, b: SearchKey): number => a.jour - b.jour || a.releve_id - b.releve_id

/** What an entry puts in the dictionary: every word once, marked ones too, and those of names whoever bears them. */
export function dictionaryWords({ nom, prenom, texte, marques }: SearchEntry): Set<string> {
  const all = new Set([...nom, ...prenom, ...texte, ...marques])
  all.delete(FIELD_GAP)
  for (const mark of marques) {
    const anybody = anybodys(mark)
    if (anybody !== undefined) all.add(anybody)
  }
  return all
}

/** New words of the dictionary; sorted, so that two transactions never wait for each other. */
async function addWords(trx: Db, entries: readonly SearchEntry[], known: Set<string>): Promise<void> {
  const all = new Set(entries.flatMap((entry) => [...dictionaryWords(entry)]))
  const sorted = [...all].filter((word) => !known.has(word)).sort()
  for (let at = 0; at < sorted.length; at += CHUNK) {
    await trx
      .insertInto('mots')
      .values(sorted.slice(at, at + CHUNK).map((terme) => ({ terme, n: 1 })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  if (known.size < MAX_KNOWN) for (const word of sorted) known.add(word)
}

/** What the names of these entries sound like. */
async function addKeys(trx: Db, entries: readonly RecordEntry[], known: Set<string>): Promise<void> {
  const rows = new Map<string, { genre: NameKind; cle: string; terme: string }>()
  for (const { kind, texte } of entries.flatMap((entry) => entry.noms)) {
    const name = `${kind} ${texte}`
    if (known.has(name)) continue
    if (known.size < MAX_KNOWN) known.add(name)
    for (const { cle, terme } of nameKeys(kind, texte)) rows.set(`${kind} ${cle} ${terme}`, { genre: kind, cle, terme })
  }
  const sorted = [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
  for (let at = 0; at < sorted.length; at += CHUNK) {
    await trx
      .insertInto('noms_cles')
      .values(sorted.slice(at, at + CHUNK))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

async function countWords(trx: Db, entries: readonly SearchEntry[]): Promise<void> {
  const counts = new Map<string, number>()
  for (const entry of entries) {
    if (entry.releve_id % SAMPLED !== 0) continue
    for (const word of dictionaryWords(entry)) counts.set(word, (counts.get(word) ?? 0) + SAMPLED)
  }
  const rows = [...counts].map(([terme, n]) => ({ terme, n })).sort((a, b) => (a.terme < b.terme ? -1 : 1))
  for (let at = 0; at < rows.length; at += CHUNK) {
    await trx
      .insertInto('mots')
      .values(rows.slice(at, at + CHUNK))
      .onConflict((conflict) =>
        conflict.column('terme').doUpdateSet((eb) => ({ n: eb('mots.n', '+', eb.ref('excluded.n')) })),
      )
      .execute()
  }
}

type Counted = Pick<SearchEntry, 'source_id' | 'decennie'>

/** Which decades a source has records of. A pair missing here would hide records. */
async function countDecades(trx: Db, entries: readonly Counted[], sign: 1 | -1): Promise<void> {
  const counts = new Map<string, { source_id: number; decennie: number; n: number }>()
  for (const { source_id, decennie } of entries) {
    const key = `${source_id} ${decennie}`
    counts.set(key, { source_id, decennie, n: (counts.get(key)?.n ?? 0) + sign })
  }
  const rows = [...counts.values()].sort((a, b) => a.source_id - b.source_id || a.decennie - b.decennie)
  for (let at = 0; at < rows.length; at += CHUNK) {
    await trx
      .insertInto('source_decennies')
      .values(rows.slice(at, at + CHUNK))
      .onConflict((conflict) =>
        conflict
          .columns(['source_id', 'decennie'])
          .doUpdateSet((eb) => ({ n: eb('source_decennies.n', '+', eb.ref('excluded.n')) })),
      )
      .execute()
  }
}

/**
 * Puts records in the search index, in the order of their keys: SQLite flushes its buffer each time a key goes down.
 * `known`: words and names that are in the dictionaries (none ever leaves them), for whoever writes batch after batch; this one's
 * are added to it, so that it must be thrown away where the transaction is rolled back.
 */
export async function addToIndex(
  trx: Db,
  entries: readonly RecordEntry[],
  known: Set<string> = new Set(),
): Promise<void> {
  await addWords(trx, entries, known)
  await addKeys(trx, entries, known)
  await countWords(trx, entries)
  await countDecades(trx, entries, 1)
  await dialectOf(trx).indexReleves(trx, entries.toSorted(byKey))
}

/** Takes records out of the index, where they stood under these keys (`searchPlace`): it keeps no copy to look them up in. */
export async function removeFromIndex(trx: Db, places: readonly (SearchKey & Counted)[]): Promise<void> {
  await countDecades(trx, places, -1)
  await dialectOf(trx).unindexReleves(trx, places)
}
