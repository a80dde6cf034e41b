import { dialectOf, type SearchEntry } from '../../db/dialect/index.ts'
import type { Db } from '../../db/schema.ts'

const CHUNK = 500

const bySearchKey = (a: SearchEntry, b: SearchEntry): number => a.jour - b.jour || a.releve_id - b.releve_id

/** New words of the dictionary that prefix search reads; sorted, so that two transactions never wait for each other. */
async function addWords(trx: Db, entries: readonly SearchEntry[]): Promise<void> {
  const all = new Set(entries.flatMap(({ nom, prenom, texte }) => [...nom, ...prenom, ...texte]))
  const sorted = [...all].sort()
  for (let at = 0; at < sorted.length; at += CHUNK) {
    await trx
      .insertInto('mots')
      .values(sorted.slice(at, at + CHUNK).map((terme) => ({ terme, n: 1 })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/** Puts records in the search index, in the order of their keys: SQLite flushes its buffer each time a key goes down. */
export async function addToIndex(trx: Db, entries: readonly SearchEntry[]): Promise<void> {
  const dialect = dialectOf(trx)
  await addWords(trx, entries)
  for (const entry of [...entries].sort(bySearchKey)) await dialect.indexReleve(trx, entry)
}
