// The index of before serves until the new one takes its place: both find the same, and nobody is held up meanwhile.
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dialectOf, type SearchKey, type SearchQuery } from '../../src/db/dialect/index.ts'
import type { Db } from '../../src/db/schema.ts'
import { daySinceYear1 } from '../../src/lib/calendar.ts'
import { searchEntry } from '../../src/search/entry.ts'
import { addToIndex, addToNextIndex, removeFromIndex } from '../../src/search/index-writer.ts'
import { KnownWords } from '../../src/search/known-words.ts'
import { corpus, jour } from '../features/recherche/corpus.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { isPostgres } from '../support/db.ts'
import { differences, entriesOf, toFormerIndex } from '../support/former-index.ts'
import { asking, idsWith } from '../support/search.ts'

const YEARS = ['1481', '1499-12-31', '1500-01-01', '1549-12-31', '1550', '1780', '1789-12-31', '1790', '1999', '2000']

/** Records around all edges of days, the new index as the migration left it. */
async function site(): Promise<TestApp & { sources: number[] }> {
  const t = await testApp()
  const c = await corpus(t)
  const sources = [c.pleurtuitB, c.pleurtuitM, c.vannesM]
  for (const [at, valeur] of [...YEARS, ...YEARS].entries())
    await t.make.releve(sources[at % 3] ?? c.vannesM, {
      nom: at % 2 === 0 ? 'Martin' : 'Kersaint',
      date_evenement: jour.gregorien(valeur),
    })
  await toFormerIndex(t.db)
  return { ...t, sources: sources.map(({ id }) => id) }
}

async function fillNext(db: Db): Promise<void> {
  const entries = await entriesOf(db)
  await db.transaction().execute((trx) => addToNextIndex(trx, entries, new KnownWords()))
}

const next = (db: Db) => dialectOf(db).search.next

const day = daySinceYear1

test('both find the same records from 1500 on, in the same order, page after page', async () => {
  const t = await site()
  const many = Array.from({ length: 40 }, (_, i) => i + 1)
  const asked: [string, Partial<SearchQuery>][] = [
    ['all', {}],
    ['dated', { fromJour: day('1500-01-01') }],
    ['the first day', { fromJour: day('1500-01-01'), toJour: day('1500-01-01') }],
    ['some years', { fromJour: day('1550-01-01'), toJour: day('1789-12-31') }],
    ['a source', { sourceIds: t.sources.slice(0, 1) }],
    ['many sources', { sourceIds: many }],
    ['many sources, some years', { sourceIds: many, fromJour: day('1549-01-01'), toJour: day('1999-12-31') }],
  ]
  const { search } = dialectOf(t.db)
  const pages = async (query: SearchQuery) => {
    const found: number[] = []
    let after: SearchKey | undefined
    do {
      const page: SearchKey[] = await search.keys(t.db, { ...query, after, limit: 9 })
      found.push(...page.map(({ releve_id }) => releve_id))
      after = page.length === 9 ? page.at(-1) : undefined
    } while (after)
    return found
  }
  const all = async () => {
    const found: Record<string, unknown> = {}
    for (const [name, more] of asked)
      for (const words of [[], ['martin']])
        for (const order of ['asc', 'desc'] as const) {
          const query = asking(words, { ...more, order, limit: 50 })
          const ids = (await search.keys(t.db, query)).map(({ releve_id }) => releve_id)
          expect([name, await pages(query)]).toEqual([name, ids])
          // Those of before 1500 have no order in the index of before.
          const told = more.fromJour === undefined ? ids.toSorted((a, b) => a - b) : ids
          found[`${name} ${words} ${order}`] = [told, await search.count(t.db, query, 50)]
        }
    return found
  }
  const before = await all()
  // A date before 1500 cannot be asked for yet.
  expect(await pages(asking([], { fromJour: 1, toJour: day('1499-12-31') }))).toEqual([])
  await fillNext(t.db)
  expect(await next(t.db).takePlace(t.db)).toBe(true)
  expect(await all()).toEqual(before)
  await expect(search.keys(t.db, asking(['martin'], { isFormer: true }))).rejects.toThrow('remplacé par un nouveau')
  expect(await pages(asking([], { fromJour: 1, toJour: day('1499-12-31') }))).toHaveLength(4)
  expect(await differences(t.db)).toEqual([])
})

const NEW = { nom: 'Ecrivain', date_evenement: jour.gregorien('1785-01-01') }

test.runIf(isPostgres)(
  'a writer in its transaction is waited for, one that comes meanwhile writes what stays',
  async () => {
    const t = await site()
    await fillNext(t.db)
    const entryOf = async (nom: string) => {
      const id = await t.make.releve({ id: t.sources[0] ?? 0 }, { ...NEW, nom })
      const [entry] = (await entriesOf(t.db)).filter(({ releve_id }) => releve_id === id)
      if (!entry) throw new Error('no entry')
      await t.db.transaction().execute((trx) => removeFromIndex(trx, [entry]))
      return entry
    }
    const [early, late] = [await entryOf('Premier'), await entryOf('Second')]
    let taken: Promise<boolean> | undefined
    let coming: Promise<void> | undefined
    await t.db.transaction().execute(async (trx) => {
      await addToIndex(trx, [early])
      expect(await next(t.db).takePlace(t.db)).toBe(false)
      taken = next(t.db).takePlace(t.db)
      await pause(100)
      coming = t.db.transaction().execute((other) => addToIndex(other, [late]))
      await pause(200)
    })
    expect(await taken).toBe(true)
    await coming
    expect([await idsWith(t.db, 'premier'), await idsWith(t.db, 'second')]).toEqual([
      [early.releve_id],
      [late.releve_id],
    ])
    expect(await differences(t.db)).toEqual([])
  },
)

test.runIf(isPostgres)(
  'somebody who reads for long holds nobody up for two seconds',
  async () => {
    const t = await site()
    await fillNext(t.db)
    let isOver = false
    let longest = 0
    const timed = async (work: () => Promise<unknown>) => {
      while (!isOver) {
        const begun = performance.now()
        await work()
        longest = Math.max(longest, performance.now() - begun)
        await pause(5)
      }
    }
    let n = 0
    const write = () => {
      n += 1
      const releve = { id: 1_000_000 + n, source_id: t.sources[0] ?? 0, data: { nom: 'Ecrivain' }, lectures: null }
      return t.db.transaction().execute((trx) => dialectOf(trx).search.index(trx, [searchEntry([], releve)]))
    }
    await t.db.transaction().execute(async (trx) => {
      await sql`select count(*) from releve_recherche_178`.execute(trx)
      const others = [timed(() => idsWith(t.db, 'martin')), timed(write)]
      for (let tries = 0; tries < 3; tries += 1) {
        expect(await next(t.db).takePlace(t.db)).toBe(false)
        await pause(100)
      }
      isOver = true
      await Promise.all(others)
    })
    expect(longest).toBeLessThan(2000)
    expect(await next(t.db).takePlace(t.db)).toBe(true)
    expect(await idsWith(t.db, 'martin')).not.toEqual([])
  },
  30_000,
)

test.skipIf(isPostgres)('a record whose id SQLite cannot sort by is refused', async () => {
  const t = await testApp()
  const source = await t.make.source()
  const last = await t.make.releve(source, NEW)
  await sql`update sqlite_sequence set seq = ${2 ** 28 - 2} where name = 'releves'`.execute(t.db)
  expect(await idsWith(t.db, 'ecrivain')).toEqual([last])
  expect(await t.make.releve(source, NEW)).toBe(2 ** 28 - 1)
  expect(await idsWith(t.db, 'ecrivain')).toEqual([last, 2 ** 28 - 1])
  await expect(t.make.releve(source, NEW)).rejects.toThrow(/268\s435\s455/)
})

test.runIf(isPostgres)('ids of PostgreSQL go beyond 32 bits', async () => {
  const t = await testApp()
  const source = await t.make.source()
  const last = 2 ** 31 - 2
  await sql`select setval(pg_get_serial_sequence('releves', 'id'), ${last}::bigint)`.execute(t.db)
  const ids = [await t.make.releve(source, NEW), await t.make.releve(source, NEW)]
  expect(ids).toEqual([last + 1, last + 2])
  expect(await idsWith(t.db, 'ecrivain')).toEqual(ids)
})
