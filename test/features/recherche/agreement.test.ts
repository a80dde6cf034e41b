import { expect, test } from 'vitest'
import { lookupOf } from '../../../src/features/lieux/queries/lookup.ts'
import { readSearchForm } from '../../../src/features/recherche/form.ts'
import { foundPage, searchFor } from '../../../src/features/recherche/queries/search.ts'
import { tallyOf } from '../../../src/features/recherche/queries/tally.ts'
import { type Answer, testApp } from '../../support/app.ts'
import { squeeze } from '../../support/html.ts'
import { Model, type ModelSource, type ModelWord } from './model.ts'
import { drawing, MEANINGS, modelCorpus } from './model-corpus.ts'
import { type Drawn, drawn } from './model-draws.ts'

const SEARCHES = 500
const MOST_MS = 1500
const PAGE = 50
/** One query in so many is asked of the whole page, the others of the search behind it. */
const BY_PAGE = 5
const idsOf = (answer: Answer): number[] =>
  answer.page.all('tbody th a').map((link) => Number(link.getAttribute('href')?.split('/').at(-1)))

/** Numbers beside the types of sources. */
const typesIn = (answer: Answer): number[] => {
  const facet = answer.page.all('.facette').find((one) => one.querySelector('h2')?.textContent === 'Type de source')
  return (facet?.querySelectorAll('.facette-nombre') ?? []).map((number) => Number(number.textContent))
}

/** How many of each type, most first; none where there is one type only. */
function typesOf(ids: readonly number[], typeOf: ReadonlyMap<number, number>): number[] {
  const counts = new Map<number, number>()
  for (const id of ids) counts.set(typeOf.get(id) ?? 0, (counts.get(typeOf.get(id) ?? 0) ?? 0) + 1)
  return counts.size > 1 ? [...counts.values()].sort((a, b) => b - a) : []
}

const totalIn = (answer: Answer): string =>
  answer.page.has('#recherche-compte') ? squeeze(answer.page.one('#recherche-compte').textContent) : '0 relevé'

/** Typed by nobody in good faith. What is asked in the model's terms; undefined where it is refused beside the box. */
const HOSTILE: [string, ModelWord[] | undefined][] = [
  ...[
    '"',
    "'",
    '*',
    '%',
    '_',
    '((((',
    '"'.repeat(499),
    '😀',
    '?????',
    'nom:',
    'nom:*',
    '\u0000',
    'a'.repeat(10_240),
  ].map((text): [string, undefined] => [text, undefined]),
  ['NEAR(martin', [{ mot: 'near' }, { mot: 'martin' }]],
  ['NEAR(martin jean, 5)', [{ mot: 'near' }, { mot: 'martin' }, { mot: 'jean' }, { mot: '5' }]],
  ['martin AND marie', [{ mot: 'martin' }, { mot: 'and' }, { mot: 'marie' }]],
  ['martin OR', [{ mot: 'martin' }, { mot: 'or' }]],
  ['NOT martin', [{ mot: 'not' }, { mot: 'martin' }]],
  ['martin <-> marie', [{ mot: 'martin' }, { mot: 'marie' }]],
  ['martin:*', [{ mot: 'martin' }]],
  ["martin' OR '1'='1", [{ mot: 'martin' }, { mot: 'or' }, { mot: '1' }]],
  ['martin; drop table releves', [{ mot: 'martin' }, { mot: 'drop' }, { mot: 'table' }, { mot: 'releves' }]],
  ['§s1', [{ mot: 's1' }]],
  ['§namartin', [{ mot: 'namartin' }]],
  ['s1 d178', [{ mot: 's1' }, { mot: 'd178' }]],
  ['"martin', [{ mot: 'martin' }]],
  ['mar"tin', [{ mot: 'mar' }, { mot: 'tin' }]],
  ['\u202emartin\u202c \u200fmarie\u200e', [{ mot: 'martin' }, { mot: 'marie' }]],
  ['Χρη\u0301στου', [{ mot: 'χρηστου' }]],
  ['N\u0303un\u0303ez', [{ mot: 'nunez' }]],
  ['a'.repeat(500), [{ mot: 'a'.repeat(64) }]],
  ['martin '.repeat(71), [{ mot: 'martin' }]],
]

async function searchedSite() {
  const t = await testApp()
  const draw = drawing(20_261_121)
  const corpus = { ...(await modelCorpus(t, draw, 420)), sections: [t.saintMalo.id, t.vannes.id] }
  const readers = [
    { user: t.admin, sees: () => true },
    { user: t.marie, sees: ({ section }: ModelSource) => section === t.saintMalo.id },
    { user: t.rene, sees: ({ section }: ModelSource) => section === t.saintMalo.id || section === null },
    { user: t.etienne, sees: ({ section }: ModelSource) => section === t.vannes.id },
  ]
  const typeOf = new Map(corpus.releves.map(({ id, source }) => [id, source.type]))
  const asking = await Promise.all(readers.map(async (reader) => ({ ...reader, visitor: await t.as(reader.user) })))
  return { t, draw, corpus, model: new Model(corpus.releves, MEANINGS), asking, typeOf }
}

type Site = Awaited<ReturnType<typeof searchedSite>>
type Asking = Site['asking'][number]

/** The page as it is shown to somebody, with the number that may come after it. */
async function byPage({ typeOf }: Site, { visitor }: Asking, typed: Drawn['typed'], expected: number[]) {
  const answer = await visitor.get(`/recherche?${new URLSearchParams(typed)}`)
  const later = answer.page.all('#recherche-compte a')[0]?.getAttribute('href')
  const told = later === undefined ? answer : await visitor.fragment(later)
  expect({ typed, status: answer.status, ids: idsOf(answer), n: totalIn(told), types: typesIn(told) }).toEqual({
    typed,
    status: 200,
    ids: expected.slice(0, PAGE),
    n: `${expected.length} relevé${expected.length > 1 ? 's' : ''}`,
    types: typesOf(expected, typeOf),
  })
}

/** The search behind the page: by a closer look at few records where the engine takes one, and by its index alone. */
async function behind({ t }: Site, { user }: Asking, typed: Drawn['typed'], expected: number[]) {
  const { criteria } = await readSearchForm(typed, lookupOf(t.db))
  if (!criteria) throw new Error(`refused: ${JSON.stringify(typed)}`)
  const search = await searchFor(t.db, { ...user, must_change_password: false }, criteria)
  for (const marksOf of [search.query.marksOf, undefined]) {
    const asked = { ...search, query: { ...search.query, marksOf } }
    const { keys } = await foundPage(t.db, asked, criteria, undefined)
    const ids = keys.map((key) => key.releve_id)
    const { n } = (await tallyOf(t.db, asked)).count
    expect({ typed, ids, n }).toEqual({ typed, ids: expected.slice(0, PAGE), n: expected.length })
  }
}

/** Ten seconds on a quiet machine. */
const WHILE = { timeout: 60_000 }

test('five hundred searches find on either engine what a plain filter over the same records finds', WHILE, async () => {
  const site = await searchedSite()
  const { t, draw, corpus, model, asking } = site
  const hostile: Drawn[] = HOSTILE.flatMap(([q, asked]) =>
    asked ? [{ query: { words: asked, names: [], role: null }, typed: { q } }] : [],
  )
  const others = Array.from({ length: SEARCHES - HOSTILE.length }, () => drawn(draw, corpus))
  const times: number[] = []
  let found = 0
  for (const [at, { query, typed }] of [...hostile, ...others].entries()) {
    const who = asking[at % asking.length] as Asking
    const expected = model.find(query, who.sees)
    found += Number(expected.length > 0)
    const start = performance.now()
    await (at < hostile.length || at % BY_PAGE === 0 ? byPage : behind)(site, who, typed, expected)
    times.push(performance.now() - start)
  }
  const admin = await t.as(t.admin)
  for (const [q] of HOSTILE.filter(([, asked]) => asked === undefined))
    expect([q.slice(0, 50), (await admin.get(`/recherche?q=${encodeURIComponent(q)}`)).status]).toEqual([
      q.slice(0, 50),
      422,
    ])
  // Enough of them find something for the others to mean something.
  expect(found).toBeGreaterThan(190)
  expect(Math.max(...times)).toBeLessThan(MOST_MS)
  expect(t.failures).toEqual([])
})
