// Asking the index itself, beside the search page.
import { allOf, dialectOf, type SearchExpr, type SearchQuery } from '../../src/db/dialect/index.ts'
import type { Db } from '../../src/db/schema.ts'

/** A word of any text; with a last `*` a beginning. */
export const word = (typed: string): SearchExpr => {
  const leaf = { in: 'tout', words: [typed.replace(/\*$/, '')], n: 1 } as const
  return { ...leaf, words: [...leaf.words], ...(typed.endsWith('*') && { prefix: { terms: undefined } }) }
}

/** All these words, in the order of dates. */
export const asking = (words: readonly string[], more: Partial<SearchQuery> = {}): SearchQuery => ({
  expr: allOf(words.map(word)),
  sourceIds: undefined,
  fromJour: undefined,
  toJour: undefined,
  order: 'asc',
  after: undefined,
  limit: 500,
  ...more,
})

/** Ids of the records with all these words. */
export const idsWith = async (db: Db, ...words: string[]): Promise<number[]> =>
  (await dialectOf(db).search.keys(db, asking(words))).map((key) => key.releve_id)
