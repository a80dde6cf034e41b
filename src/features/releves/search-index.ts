import { dialectOf, type SearchEntry } from '../../db/dialect/index.ts'
import type { Db } from '../../db/schema.ts'

const CHUNK = 500

const bySearchKey = (a: SearchEntry, b: SearchEntry): number => a.jour - b.jour || a.releve_id - b.releve_id

/** Words kept as known at most; a file of a million lines has fewer. */
const MAX_KNOWN = 200_000

/** New words of the dictionary that prefix search reads; sorted, so that two transactions never wait for each other. */
async function addWords(trx: Db, entries: readonly SearchEntry[], known: Set<string>): Promise<void> {
  const all = new Set(entries.flatMap(({ nom, prenom, texte }) => [...nom, ...prenom, ...texte]))
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

/**
 * Puts records in the search index, in the order of their keys: SQLite flushes its buffer each time a key goes down.
 * `known`: words that are in the dictionary (none ever leaves it), for whoever writes batch after batch; this one's are added
 * to it, so that it must be thrown away where the transaction is rolled back.
 */
export async function addToIndex(
  trx: Db,
  entries: readonly SearchEntry[],
  known: Set<string> = new Set(),
): Promise<void> {
  const dialect = dialectOf(trx)
  await addWords(trx, entries, known)
  for (const entry of [...entries].sort(bySearchKey)) await dialect.indexReleve(trx, entry)
}
