import { beforeEach, expect, test, vi } from 'vitest'
import { dialectOf, type SearchQuery } from '../../../src/db/dialect/index.ts'
import type { Expected, Way } from '../../../src/db/dialect/postgres/search-ways.ts'
import type { Decade } from '../../../src/db/dialect/search-decades.ts'
import { lookupOf } from '../../../src/features/lieux/queries/lookup.ts'
import { readSearchForm } from '../../../src/features/recherche/form.ts'
import { searchFor } from '../../../src/features/recherche/queries/search.ts'
import { sectionWord } from '../../../src/search/within.ts'
import { testApp } from '../../support/app.ts'
import { isPostgres } from '../../support/db.ts'
import { fewOf } from '../../support/thorough.ts'
import { drawing, modelCorpus } from './model-corpus.ts'
import { type Drawn, drawn } from './model-draws.ts'

/** Takes the n-th of all ways, the cheapest where it is undefined. */
let nth: number | undefined
const taken = new Set<Way>()
/** Whatever it is, it takes so long that two halves of the decades are asked at once. */
const MICROSECONDS = 4000

vi.mock(import('../../../src/db/dialect/postgres/search-ways.ts'), async (actual) => {
  const module = await actual()
  const { LOOKUPS, wayFor } = module
  const waysOf = ({ sources }: Decade, { wanted, within }: Expected): Way[] => [
    'walk',
    ...(sources ? (['sources'] as const) : []),
    ...LOOKUPS.filter((lookup) => wanted[lookup]).flatMap((lookup): Way[] => [
      lookup,
      ...(sources ? [`${lookup} and sources` as const] : []),
      ...(sources && within ? [`${lookup} within` as const] : []),
    ]),
  ]
  return {
    ...module,
    wayFor(decade: Decade, expected: Expected): [Way, number] {
      if (nth === undefined) return wayFor(decade, expected)
      const ways = waysOf(decade, expected)
      const way = ways[nth % ways.length] ?? 'walk'
      taken.add(way)
      return [way, MICROSECONDS]
    },
  }
})

beforeEach(() => {
  nth = undefined
  taken.clear()
})

const MOST_WAYS = 14
const SEARCHES = fewOf(50, 120)
const LIMIT = 50

/** Many surnames, with many first names or alike, which no draw has. */
const MANY_NAMES: Drawn['typed'][] = [
  { nom: 'ar', prenom: 'an', mode: 'contient' },
  { nom: 'an', prenom: 'ar', mode: 'contient' },
  { nom: 'le', prenom: 'an', mode: 'contient', role: 'mere' },
  { nom: 'mar', prenom: 'je', mode: 'debut', role: 'pere' },
  { nom: 'mar', prenom: 'ma', mode: 'debut' },
]

test.runIf(isPostgres)('every way to read a decade finds the same records', { timeout: 60_000 }, async () => {
  const t = await testApp()
  const draw = drawing(20_261_124)
  const corpus = { ...(await modelCorpus(t, draw, 200)), sections: [t.saintMalo.id, t.vannes.id] }
  const found = async (query: SearchQuery) =>
    (await dialectOf(t.db).search.keys(t.db, { ...query, limit: LIMIT })).map((key) => key.releve_id)
  const counted = (query: SearchQuery, cap: number) => dialectOf(t.db).search.count(t.db, query, cap)
  for (let n = 0; n < SEARCHES; n += 1) {
    const typed = MANY_NAMES[n] ?? drawn(draw, corpus).typed
    const { criteria } = await readSearchForm(typed, lookupOf(t.db))
    if (!criteria) throw new Error(`refused: ${JSON.stringify(typed)}`)
    const reader = n % 2 === 0 ? t.admin : t.marie
    const search = await searchFor(t.db, { ...reader, must_change_password: false }, criteria)
    const within = search.query.sourceIds && { words: [[sectionWord(t.saintMalo.id)]], wide: 1 }
    const query = { ...search.query, within }
    const expected = await found(query)
    for (nth = 0; nth < MOST_WAYS; nth += 1)
      expect({ typed, nth, ids: await found(query) }).toEqual({ typed, nth, ids: expected })
    // Where matches abound, halves are counted up to their share and no further.
    nth = n % MOST_WAYS
    for (const cap of [2, 9, LIMIT])
      expect({ typed, cap, n: await counted(query, cap) }).toEqual({ typed, cap, n: Math.min(cap, expected.length) })
    nth = undefined
  }
  expect([...taken].sort()).toEqual([
    'held words',
    'held words and sources',
    'held words within',
    'names',
    'names and sources',
    'names within',
    'plain words',
    'plain words and sources',
    'plain words within',
    'sources',
    'walk',
    'words',
    'words and sources',
    'words within',
  ])
})
