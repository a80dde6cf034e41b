// Dates that reach over several years: found by each of them, counted in each decade, in their order whatever the page.
import { describe, expect, test } from 'vitest'
import { markReachHandlers } from '../../../src/features/releves/tasks/mark-reach.ts'
import { enqueue } from '../../../src/features/taches/actions.ts'
import { runTasks } from '../../../src/features/taches/loop.ts'
import { type DateValue, readDate } from '../../../src/lib/dates.ts'
import { yearBlocks } from '../../../src/search/reach.ts'
import type { Answer } from '../../support/app.ts'
import { type TestApp, testApp } from '../../support/app.ts'

const idsIn = ({ page }: Answer): number[] =>
  page.all('tbody th a').map((link) => Number(link.getAttribute('href')?.split('/').at(-1)))

const date = (typed: string): DateValue => {
  const reading = readDate(typed, typed.includes('an ') ? 'republicain' : 'gregorien')
  if (!reading.ok) throw new Error(reading.message)
  return reading.value
}

const DATES = ['1750', '12/08/1783', '1780-1785', 'avant 1750', 'après 1790', 'vers 1780', '17??', '1791', 'an III', '']

async function acts(dates: readonly string[] = DATES) {
  const t = await testApp()
  const source = await t.make.source()
  const ids = new Map<number, string>()
  for (const one of dates)
    ids.set(await t.make.releve(source, { nom: 'Martin', ...(one && { date_evenement: date(one) }) }), one)
  const admin = await t.as(t.admin)
  const texts = (answer: Answer) => idsIn(answer).map((id) => ids.get(id))
  const found = async (asked: Record<string, string>) =>
    texts(await admin.get(`/recherche?${new URLSearchParams(asked)}`))
  return { t, source, admin, found, texts }
}

describe('a filter by years', () => {
  test.each([
    [{ annee_debut: '1783', annee_fin: '1784' }, ['17??', '1780-1785', '12/08/1783']],
    [{ annee_debut: '1784', annee_fin: '1784' }, ['17??', '1780-1785']],
    [{ annee_debut: '1740', annee_fin: '1749' }, ['avant 1750', '17??']],
    [{ annee_fin: '1600' }, ['avant 1750']],
    [{ annee_fin: '1699' }, ['avant 1750']],
    [{ annee_debut: '1795', annee_fin: '1795' }, ['17??', 'après 1790', 'an III']],
    [{ annee_debut: '1850' }, ['après 1790']],
    [{ annee_debut: '1781', annee_fin: '1781' }, ['17??', '1780-1785']],
    [{ annee_debut: '1780', annee_fin: '1780' }, ['17??', '1780-1785', 'vers 1780']],
    [{ annee_debut: '1750', annee_fin: '1750' }, ['17??', '1750']],
  ])('%j finds %j', async (asked, expected) => {
    const { found } = await acts()
    expect(await found(asked)).toEqual(expected)
    expect(await found({ ...asked, q: 'martin' })).toEqual(expected)
    expect(await found({ ...asked, tri: 'date-desc' })).toEqual(expected.toReversed())
  })

  test('asks nothing more of an archive that has no such date', async () => {
    const { t, found } = await acts(['1750', '12/08/1783'])
    expect(await t.db.selectFrom('mots').select('terme').where('terme', '=', '§zw').execute()).toEqual([])
    expect(await found({ annee_debut: '1783' })).toEqual(['12/08/1783'])
  })

  test('turns its pages over both parts, forwards and backwards', { timeout: 60_000 }, async () => {
    const many = Array.from({ length: 70 }, (_one, n) => `${1700 + n}-1800`)
    const days = Array.from({ length: 60 }, (_one, n) => `01/01/${1780 + (n % 20)}`)
    const { admin, texts } = await acts([...many, ...days])
    for (const tri of ['date', 'date-desc']) {
      const pages: Answer[] = []
      let next: string | null | undefined = `/recherche?annee_debut=1775&tri=${tri}`
      while (next) {
        const answer: Answer = await admin.get(next)
        pages.push(answer)
        next = answer.page.all('a[rel="next"]')[0]?.getAttribute('href')
      }
      const all = pages.flatMap(texts)
      expect([all.length, new Set(all.slice(0, 70)).size, pages.length]).toEqual([130, tri === 'date' ? 70 : 30, 3])
      const back = pages.at(-1)?.page.all('a[rel="prev"]')[0]?.getAttribute('href') ?? ''
      expect(texts(await admin.get(back))).toEqual(texts(pages[1] as Answer))
    }
  })
})

/** Decades with their numbers and links. */
const decadesOf = ({ page }: Answer) =>
  page.all('.facette li').flatMap((item) => {
    const [label = '', n = ''] = item.textContent.trim().split(/\s+/)
    return /^\d+–\d+$/.test(label) ? [{ label, n, href: item.querySelector('a')?.getAttribute('href') ?? '' }] : []
  })

test('each decade of the facets says as many as it finds', async () => {
  const { admin, texts } = await acts()
  for (const years of ['', '&annee_debut=1783', '&annee_debut=1745&annee_fin=1784', '&annee_fin=1792']) {
    const decades = decadesOf(await admin.get(`/recherche?q=martin${years}`))
    expect(decades.length).toBeGreaterThan(1)
    for (const { label, n, href } of decades)
      expect([label, String(texts(await admin.get(href)).length)]).toEqual([label, n])
  }
})

test('what the export has is what the page has', async () => {
  const { admin } = await acts()
  const { text } = await admin.get('/recherche/export/csv?annee_debut=1783&annee_fin=1784')
  expect(text.split('\r\n').slice(1, -1)).toHaveLength(3)
  expect(text).toContain('1780-1785')
})

test('a record follows its date', async () => {
  const { t, source, found } = await acts(['1700'])
  const id = await t.make.releve(source, { date_evenement: date('1780-1785') })
  const marie = await t.as(t.admin)
  const change = (valeur: string, version: number) =>
    marie.post(`/releves/${id}`, {
      ...{ 'data[date_evenement][valeur]': valeur, 'data[date_evenement][calendrier]': 'gregorien' },
      ...{ 'data[nom]': 'Martin', version },
    })
  expect(await found({ annee_debut: '1784' })).toHaveLength(1)
  await change('1780', 1)
  expect(await found({ annee_debut: '1784' })).toEqual([])
  await change('après 1750', 2)
  expect(await found({ annee_debut: '1784' })).toHaveLength(1)
})

/** Makes the index as it was before dates had marks of their years. */
async function withoutMarks({ db }: TestApp): Promise<void> {
  await db.deleteFrom('mots').where('terme', '=', '§zw').execute()
  await db.deleteFrom('mots').where('terme', 'like', '§w%').execute()
}

test('records of before get their marks from a task, without a word said twice', async () => {
  const { t, found } = await acts()
  const counts = () => t.db.selectFrom('mots').select(['terme', 'n']).orderBy('terme').execute()
  const before = await counts()
  await withoutMarks(t)
  expect(await found({ annee_debut: '1784', annee_fin: '1784' })).toEqual([])
  for (const payload of [{}, { apres: 0 }]) await enqueue(t.db, { kind: 'recherche_periodes', payload }, t.deps.clock())
  await runTasks(t.deps, markReachHandlers)
  expect(await found({ annee_debut: '1784', annee_fin: '1784' })).toEqual(['17??', '1780-1785'])
  expect((await counts()).map(({ terme }) => terme)).toEqual(before.map(({ terme }) => terme))
  const decades = await t.db
    .selectFrom('source_decennies')
    .select((eb) => eb.fn.sum<number>('n').as('n'))
    .execute()
  expect(Number(decades[0]?.n)).toBe(DATES.length)
  expect(t.failures).toEqual([])
})

test('years are told in blocks, each once', () => {
  expect(yearBlocks(1701, 1799)).toEqual([
    ...Array.from({ length: 9 }, (_one, n) => `170${n + 1}`),
    ...Array.from({ length: 9 }, (_one, n) => `17${n + 1}`),
  ])
  expect(yearBlocks(1, 1749).slice(0, 10)).toEqual([
    '0001',
    '0002',
    '0003',
    '0004',
    '0005',
    '0006',
    '0007',
    '0008',
    '0009',
    '001',
  ])
  for (const [from, to] of [
    [1, 9999],
    [999, 1000],
    [1780, 1780],
    [1234, 5678],
  ] as const) {
    const blocks = yearBlocks(from, to)
    const held = (year: number) => blocks.filter((block) => String(year).padStart(4, '0').startsWith(block)).length
    for (let year = 0; year <= 9999; year += 1)
      expect([year, held(year)]).toEqual([year, Number(year >= from && year <= to)])
    expect(blocks.length).toBeLessThan(60)
  }
})
