// Pairs of names leave few records: these are looked at themselves, in place of all branches of a choice in the index.
import { expect, test } from 'vitest'
import type { FoundKey, SearchExpr, SearchIndex, SearchQuery } from '../../src/db/dialect/search.ts'
import { withCloserLook } from '../../src/db/dialect/search-closer.ts'
import type { Db } from '../../src/db/schema.ts'

const leaf = (word: string, pairOf?: 'person' | 'couple'): SearchExpr => ({
  ...{ in: 'tout', words: [word], n: 10 },
  ...(pairOf && { pairOf }),
})
const PAIRS = [leaf('§qmartin§anne', 'person'), leaf('§qmartin§marie', 'person')]
const branch = (slot: string): SearchExpr => ({
  all: ['nmartin', 'panne', 'pmarie'].map((word) => leaf(`§${slot}${word}`)),
})
const BRANCHES: SearchExpr = { any: [branch('a'), branch('b')] }
const QUESTION: SearchExpr = { all: [...PAIRS, BRANCHES] }

/** So many records hold the pairs; every third of them has all three marks in one slot, the others apart. */
function site(n: number) {
  const asked: SearchQuery[] = []
  const all = Array.from({ length: n }, (_, at): FoundKey => ({ jour: at, releve_id: at + 1 }))
  const keys = async (_db: Db, query: SearchQuery) => {
    asked.push(query)
    const inOrder = query.order === 'desc' ? all.toReversed() : all
    const from = query.after ? inOrder.findIndex((key) => key.releve_id === query.after?.releve_id) + 1 : 0
    return inOrder.slice(from, from + query.limit)
  }
  const count = async (_db: Db, query: SearchQuery, cap: number) => (await keys(_db, { ...query, limit: cap })).length
  const index = withCloserLook({ keys, count } as unknown as SearchIndex)
  const together = new Set(['§bnmartin', '§bpanne', '§bpmarie'])
  const apart = new Set(['§anmartin', '§apanne', '§bpmarie'])
  const read: number[] = []
  const marksOf = async (ids: readonly number[]) => {
    read.push(...ids)
    return new Map(ids.map((id) => [id, id % 3 === 0 ? together : apart]))
  }
  const query = { expr: QUESTION, marksOf, sourceIds: undefined, fromJour: undefined, toJour: undefined } as const
  const ask = (more: Partial<SearchQuery> = {}): SearchQuery => ({
    ...{ ...query, order: 'asc', after: undefined, limit: 50 },
    ...more,
  })
  return { index, ask, asked, read, db: {} as Db }
}

const ids = (keys: readonly FoundKey[]) => keys.map((key) => key.releve_id)

test('where pairs leave few records, those are found that hold a whole branch, in the order asked for', async () => {
  const { index, ask, asked, db } = site(30)
  expect(ids(await index.keys(db, ask()))).toEqual([3, 6, 9, 12, 15, 18, 21, 24, 27, 30])
  expect(asked.map(({ expr }) => expr)).toEqual([{ all: PAIRS }])
  expect(ids(await index.keys(db, ask({ order: 'desc', limit: 2 })))).toEqual([30, 27])
  expect(ids(await index.keys(db, ask({ after: { jour: 20, releve_id: 21 } })))).toEqual([24, 27, 30])
  expect(ids(await index.keys(db, ask({ order: 'any', limit: 3 })))).toEqual([3, 6, 9])
  expect([await index.count(db, ask(), 1000), await index.count(db, ask(), 4)]).toEqual([10, 4])
})

test('no more records are read than a page needs, and none where pairs leave too many', async () => {
  const few = site(300)
  expect((await few.index.keys(few.db, few.ask({ limit: 20 }))).length).toBe(20)
  expect(few.read.length).toBe(100)
  const many = site(301)
  expect((await many.index.keys(many.db, many.ask())).length).toBe(50)
  expect(await many.index.count(many.db, many.ask(), 1000)).toBe(301)
  expect(many.read).toEqual([])
  expect(many.asked.at(-1)?.expr).toEqual(QUESTION)
})

test('a question that records themselves do not answer, or by one pair alone, is left to the index', async () => {
  const phrase: SearchExpr = { in: 'tout', words: ['martin', 'anne'], n: 10 }
  const questions: Partial<SearchQuery>[] = [
    { expr: { all: [...PAIRS, { any: [{ all: [leaf('§anmartin'), phrase] }, branch('b')] }] } },
    { expr: { all: [PAIRS[0] ?? BRANCHES, BRANCHES] } },
    { expr: { all: PAIRS } },
    { isFormer: true },
    { marksOf: undefined },
  ]
  for (const question of questions) {
    const { index, ask, asked, read, db } = site(30)
    expect(ids(await index.keys(db, ask(question))).length).toBe(30)
    expect([asked.length, read.length]).toEqual([1, 0])
  }
})

test('a beginning is found among the marks, and a record that is gone is not found', async () => {
  const { index, ask, db } = site(6)
  const beginning: SearchExpr = { in: 'tout', words: ['§bpmar'], n: 10, prefix: { terms: undefined } }
  const expr: SearchExpr = { all: [...PAIRS, { any: [{ all: [leaf('§bnmartin'), beginning] }] }] }
  expect(ids(await index.keys(db, ask({ expr })))).toEqual([3, 6])
  expect(await index.keys(db, ask({ marksOf: async () => new Map() }))).toEqual([])
})
