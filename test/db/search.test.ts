import { PostgresQueryCompiler, sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { engineOf } from '../../db/migrations/engines/index.ts'
import {
  allOf,
  anyOf,
  dialectOf,
  estimate,
  NEVER,
  type SearchExpr,
  type SearchKey,
  type SearchQuery,
} from '../../src/db/dialect/index.ts'
import type { Db } from '../../src/db/schema.ts'
import { tallyOf } from '../../src/features/recherche/queries/tally.ts'
import { daySinceYear1, decadeOfDay } from '../../src/lib/calendar.ts'
import { words } from '../../src/lib/text.ts'
import type { RecordEntry } from '../../src/search/entry.ts'
import { noWords } from '../../src/search/field-words.ts'
import { addToIndex, removeFromIndex, settleIndex } from '../../src/search/index-writer.ts'
import { KnownWords } from '../../src/search/known-words.ts'
import { isPostgres, testDb } from '../support/db.ts'
import { asking, word } from '../support/search.ts'

interface Act {
  id: number
  source: number
  iso: string | null
  nom: string
  prenom?: string
  texte?: string
}

/** Undated, before 1500, before the first partition, around the turns of decades, after the last partition. */
const ACTS: Act[] = [
  { id: 1, source: 1, iso: null, nom: 'Martin', prenom: 'Marie' },
  { id: 2, source: 2, iso: null, nom: 'Martin', prenom: 'Jean' },
  { id: 3, source: 1, iso: '1481-05-02', nom: 'Martin', prenom: 'Guillemette' },
  { id: 4, source: 1, iso: '1500-01-01', nom: 'Martin', prenom: 'Yves' },
  { id: 5, source: 1, iso: '1500-01-02', nom: 'Martin', prenom: 'Alain' },
  { id: 6, source: 2, iso: '1549-12-31', nom: 'Martin', prenom: 'Perrine' },
  { id: 7, source: 1, iso: '1550-01-01', nom: 'Martin', prenom: 'Perrine' },
  { id: 8, source: 3, iso: '1789-12-31', nom: 'Le Goff', prenom: 'Marie Anne', texte: 'parrain Jean Martin' },
  { id: 9, source: 1, iso: '1790-01-01', nom: 'Martin', prenom: 'Marie' },
  { id: 10, source: 2, iso: '1790-01-01', nom: 'Martin', prenom: 'Marie' },
  { id: 11, source: 3, iso: '1794-08-01', nom: 'Œillet', prenom: 'Éloïse', texte: 'enfant de l’hôpital' },
  { id: 12, source: 1, iso: '1999-12-31', nom: 'Martineau', prenom: 'Marc' },
  { id: 13, source: 2, iso: '2000-01-01', nom: 'Martin', prenom: 'Marc' },
  { id: 14, source: 1, iso: '2024-06-01', nom: 'Martin', prenom: 'Marion' },
]

function entryOf({ id, source, iso, nom, prenom = '', texte = '' }: Act): RecordEntry {
  const roles = words(nom).map((one) => `§na${one}`)
  return {
    releve_id: id,
    source_id: source,
    jour: daySinceYear1(iso),
    decennie: decadeOfDay(daySinceYear1(iso)),
    nom: words(nom),
    prenom: words(prenom),
    texte: words(texte),
    marks: words(nom).map((one) => `§na${one}`),
    roles: () => roles,
    parts: [{ ...noWords('texte'), words: words(`${nom} ${prenom} ${texte}`), roles }],
  }
}

/** The records themselves: SQLite looks up the sources of rare words in them. */
async function storeRecords(db: Db, acts: Act[]): Promise<void> {
  const now = '2026-01-01T00:00:00.000Z'
  await db.insertInto('types_sources').values({ id: 1, nom: 'T', nom_key: 't' }).execute()
  const source = { type_source_id: 1, status: 'en_cours', created_at: now, updated_at: now } as const
  for (const id of [1, 2, 3]) {
    await db
      .insertInto('sources')
      .values({ id, titre: `S${id}`, titre_tri: `s${id}`, ...source })
      .execute()
  }
  const rows = acts.map((act) => ({ id: act.id, source_id: act.source, data: '{}', etats: '{}' }))
  await db
    .insertInto('releves')
    .values(rows.map((row) => ({ ...row, created_at: now, updated_at: now })))
    .execute()
}

type Asked = Partial<SearchQuery> & { words?: string[] }

async function searchable(acts: Act[] = ACTS) {
  const { db, close } = await testDb()
  onTestFinished(close)
  const d = dialectOf(db)
  await storeRecords(db, acts)
  await db.transaction().execute((trx) => addToIndex(trx, acts.map(entryOf)))
  const query = ({ words: asked = [], ...more }: Asked) => asking(asked, { limit: 50, ...more })
  return {
    db,
    d,
    keys: (asked: Asked) => d.search.keys(db, query(asked)),
    ids: async (asked: Asked) => (await d.search.keys(db, query(asked))).map((key) => key.releve_id),
    count: (asked: Asked, cap = 1000) => d.search.count(db, query(asked), cap),
  }
}

const jour = daySinceYear1

/** Segments of the index of SQLite. */
async function segments(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ n: number }>`select count(distinct segid) as n from releves_fts_idx`.execute(db)
  return rows[0]?.n
}

describe('searchKeys', () => {
  test.each<[string, Asked, number[]]>([
    ['one word, in the order of dates', { words: ['martin'] }, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 14]],
    ['all words wanted', { words: ['martin', 'marie'] }, [1, 8, 9, 10]],
    ['a word of any other field', { words: ['parrain'] }, [8]],
    ['a word nobody bears', { words: ['martin', 'dupont'] }, []],
    ['folded letters', { words: ['oeillet', 'eloise', 'hopital'] }, [11]],
    ['a prefix', { words: ['marti*'] }, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14]],
    ['a prefix and a word', { words: ['mar*', 'marc'] }, [12, 13]],
    ['a prefix of nothing', { words: ['zz*'] }, []],
    ['no words: everything', {}, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]],
    ['sources', { words: ['martin'], sourceIds: [2] }, [2, 6, 10, 13]],
    ['several sources, no words', { sourceIds: [2, 3] }, [2, 6, 8, 10, 11, 13]],
    ['no source at all', { words: ['martin'], sourceIds: [] }, []],
    ['a source without records', { sourceIds: [99] }, []],
    ['one day', { words: ['marie'], fromJour: jour('1790-01-01'), toJour: jour('1790-01-01') }, [9, 10]],
    ['up to the eve', { words: ['marie'], toJour: jour('1789-12-31') }, [1, 8]],
    ['from the eve', { words: ['marie'], fromJour: jour('1789-12-31') }, [8, 9, 10]],
    ['across decades', { fromJour: jour('1549-12-31'), toJour: jour('1550-01-01') }, [6, 7]],
    ['after 2000', { fromJour: jour('2000-01-01') }, [13, 14]],
    ['dated, the first days of all', { fromJour: 1, toJour: jour('1549-12-31') }, [3, 4, 5, 6]],
    ['the very first day', { fromJour: jour('1500-01-01'), toJour: jour('1500-01-01') }, [4]],
    ['day 0: no date', { toJour: 0 }, [1, 2]],
    ['before 1500', { fromJour: 1, toJour: jour('1499-12-31') }, [3]],
    ['bounds the wrong way round', { fromJour: jour('1800-01-01'), toJour: jour('1700-01-01') }, []],
    ['a limit', { words: ['martin'], limit: 3 }, [1, 2, 3]],
    ['a limit over decades', { words: ['martin'], fromJour: jour('1549-01-01'), limit: 2 }, [6, 7]],
  ])('%s', async (_name, query, expected) => {
    const t = await searchable()
    expect(await t.ids(query)).toEqual(expected)
    expect(await t.count(query)).toBe(query.limit ? await t.count({ ...query, limit: 1000 }) : expected.length)
  })

  test.each([1, 2, 3, 5])('pages of %i, one after the other, give every match once', async (limit) => {
    const t = await searchable()
    for (const query of [{ words: ['martin'] }, {}, { sourceIds: [1, 2] }, { words: ['mar*'], fromJour: 1 }]) {
      const all = await t.keys({ ...query, limit: 1000 })
      const paged: SearchKey[] = []
      for (let after: SearchKey | undefined; ; after = paged.at(-1)) {
        const page = await t.keys({ ...query, after, limit })
        if (page.length === 0) break
        paged.push(...page)
      }
      expect(paged).toEqual(all)
    }
  })

  test.each([1, 2, 3, 5])('latest first, and back from any row: pages of %i', async (limit) => {
    const t = await searchable()
    const queries: Asked[] = [
      { words: ['martin'] },
      {},
      { sourceIds: [1, 2] },
      { fromJour: 1, toJour: jour('1999-12-31') },
    ]
    for (const query of queries) {
      const all = await t.keys({ ...query, limit: 1000 })
      const back: SearchKey[] = []
      for (let after: SearchKey | undefined; ; after = back.at(-1)) {
        const page = await t.keys({ ...query, order: 'desc', after, limit })
        if (page.length === 0) break
        back.push(...page)
      }
      expect(back).toEqual(all.toReversed())
      for (const [at, after] of all.entries())
        expect(await t.keys({ ...query, order: 'desc', after, limit })).toEqual(
          all.slice(Math.max(0, at - limit), at).toReversed(),
        )
    }
  })

  test('in any order all are found once, or as many as are wanted', async () => {
    const t = await searchable()
    for (const query of [{ words: ['martin'] }, {}, { sourceIds: [1, 2] }, { words: ['mar*'], fromJour: 1 }]) {
      const all = await t.ids({ ...query, limit: 1000 })
      const any = await t.ids({ ...query, order: 'any', limit: 1000 })
      expect(any.sort((a, b) => a - b)).toEqual(all.toSorted((a, b) => a - b))
      const some = await t.ids({ ...query, order: 'any', limit: 3 })
      expect([some.length, new Set(some).size, some.every((id) => all.includes(id))]).toEqual([3, 3, true])
    }
  })

  test('keys carry the day, so that the next page is asked from it', async () => {
    const t = await searchable()
    expect(await t.keys({ words: ['marion'] })).toMatchObject([{ jour: jour('2024-06-01'), releve_id: 14 }])
  })

  test('the order of words asked, and a word asked twice, change nothing', async () => {
    const t = await searchable()
    expect(await t.ids({ words: ['marie', 'martin'] })).toEqual(await t.ids({ words: ['martin', 'marie', 'marie'] }))
  })

  test('the marks of sources and decades in the index are no words', async () => {
    const t = await searchable()
    for (const one of ['s1', 'd179', 'namartin', 'martin1']) expect(await t.ids({ words: [one] })).toEqual([])
    expect(await t.ids({ words: ['§namartineau'] })).toEqual([12])
  })

  test('a set of more sources than tokens are made for', async () => {
    const t = await searchable()
    const sourceIds = Array.from({ length: 700 }, (_, i) => i + 2)
    expect(await t.ids({ words: ['martin'], sourceIds })).toEqual([2, 6, 8, 10, 13])
    expect(await t.ids({ sourceIds, fromJour: jour('1789-12-31'), limit: 3 })).toEqual([8, 10, 11])
    expect(await t.count({ words: ['martin'], sourceIds })).toBe(5)
    expect(await t.count({ words: ['martin'], sourceIds }, 2)).toBe(2)
  })

  test('records without a date and those of before 1500 are found once, however the days are parted', async () => {
    const named = (id: number, iso: string | null, nom: string) => ({ id, source: 1, iso, nom })
    const undated = Array.from({ length: 30 }, (_, i) => named(i + 1, null, i < 3 ? 'Martin' : 'Dupont'))
    const t = await searchable([...undated, named(31, '1481-05-02', 'Martin'), named(32, '1492-05-02', 'Martin')])
    // Thought to be common: the decade without dates is taken for enough by itself.
    const query = {
      ...asking([], { limit: 10, sourceIds: Array.from({ length: 30 }, (_, i) => i + 1) }),
      expr: { in: 'tout' as const, words: ['martin'], n: 5000 },
    }
    for (const order of ['asc', 'desc'] as const) {
      const found = (await t.d.search.keys(t.db, { ...query, order })).map((key) => key.releve_id)
      expect(found.sort((a, b) => a - b)).toEqual([1, 2, 3, 31, 32])
    }
    expect(await t.d.search.count(t.db, query, 10)).toBe(5)
  })

  test('letters of any script are words', async () => {
    const t = await searchable([
      { id: 1, source: 1, iso: '1700-01-01', nom: 'Μαρία', prenom: '𞤀𞤣' },
      { id: 2, source: 1, iso: '1701-01-01', nom: 'Мария', prenom: '李' },
    ])
    expect(await t.ids({ words: words('ΜΑΡΊΑ') })).toEqual([1])
    expect(await t.ids({ words: words('МАРИЯ') })).toEqual([2])
    expect(await t.ids({ words: words('李') })).toEqual([2])
    expect(await t.ids({ words: words('𞤀𞤣') })).toEqual([1])
    expect(await t.ids({ words: ['мари*'] })).toEqual([2])
  })
})

test.runIf(isPostgres)(
  'a rare word is looked up among records without a date, each of which is not read for it',
  async () => {
    const undated = Array.from({ length: 400 }, (_, i) => ({ id: i + 1, source: 1, iso: null, nom: 'Martin' }))
    const t = await searchable([...undated, { id: 401, source: 1, iso: null, nom: 'Kersaint' }])
    const asked: string[] = []
    const listening = t.db.withPlugin({
      transformQuery({ node, queryId }) {
        asked.push(new PostgresQueryCompiler().compileQuery(node, queryId).sql)
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    })
    expect(await t.d.search.keys(listening, asking(['kersaint'], { limit: 50 }))).toMatchObject([{ releve_id: 401 }])
    const [undatedPart] = asked.flatMap((text) => /from "releve_recherche_avant" where [^)]*/.exec(text) ?? [])
    expect(undatedPart).toContain('tsv @@')
  },
)

describe('search.count', () => {
  test('counts no further than asked', async () => {
    const t = await searchable()
    expect(await t.count({ words: ['martin'] }, 5)).toBe(5)
    expect(await t.count({ words: ['martin'] }, 12)).toBe(12)
    expect(await t.count({}, 3)).toBe(3)
  })
})

describe('tallyOf', () => {
  const tallied = async (query: Asked) => {
    const t = await searchable()
    const { spread } = await tallyOf(t.db, { query: asking(query.words ?? [], { limit: 50, ...query }) })
    const sorted = (counts: Map<number, number>) => [...counts].sort(([a], [b]) => a - b)
    return spread && { sources: sorted(spread.sources), decades: sorted(spread.decades) }
  }

  test.each<[string, Asked]>([
    ['of a word', { words: ['martin'] }],
    ['of sources', { words: ['martin'], sourceIds: [1, 2, 3] }],
    [
      'of more sources than tokens are made for',
      { words: ['martin'], sourceIds: Array.from({ length: 700 }, (_, i) => i + 1) },
    ],
    ['latest first', { words: ['martin'], order: 'desc' }],
  ])('every match by its source and its decade: %s', async (_name, query) => {
    expect(await tallied(query)).toEqual({
      sources: [
        [1, 7],
        [2, 4],
        [3, 1],
      ],
      // Without date, before 1500, the eve of a decade, its first day…
      decades: [
        [0, 2],
        [148, 1],
        [150, 2],
        [154, 1],
        [155, 1],
        [178, 1],
        [179, 2],
        [200, 1],
        [202, 1],
      ],
    })
  })

  test('within bounds; of nothing', async () => {
    expect(await tallied({ fromJour: jour('1789-12-31'), toJour: jour('1790-01-01'), sourceIds: [1, 3] })).toEqual({
      sources: [
        [1, 1],
        [3, 1],
      ],
      decades: [
        [178, 1],
        [179, 1],
      ],
    })
    for (const query of [{ words: ['dupont'] }, { sourceIds: [] }, { words: ['martin'], sourceIds: [99] }])
      expect(await tallied(query)).toEqual({ sources: [], decades: [] })
  })
})

describe('addToIndex, removeFromIndex', () => {
  test('an entry taken out is found no more, its neighbours still are', async () => {
    const t = await searchable()
    const gone = ACTS.filter(({ id }) => [1, 9, 14].includes(id)).map(entryOf)
    await t.db.transaction().execute((trx) => removeFromIndex(trx, gone))
    expect(await t.ids({ words: ['martin', 'marie'] })).toEqual([8, 10])
    expect(await t.ids({ words: ['mari*'] })).toEqual([8, 10])
    expect(await t.count({})).toBe(11)
    expect(await t.d.search.indexed(t.db, ACTS.map(entryOf))).toEqual(new Set([2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13]))
  })

  test('an entry that changes its date and words moves', async () => {
    const t = await searchable()
    const before = { id: 9, source: 1, iso: '1790-01-01', nom: 'Martin', prenom: 'Marie' }
    const after = { ...before, iso: '1650-03-04', nom: 'Kersaint' }
    await t.db.transaction().execute(async (trx) => {
      await removeFromIndex(trx, [entryOf(before)])
      await addToIndex(trx, [entryOf(after)])
    })
    expect(await t.ids({ words: ['kersaint'] })).toEqual([9])
    expect(await t.ids({ words: ['marie'] })).toEqual([1, 9, 8, 10])
    expect(await t.ids({ sourceIds: [1], fromJour: jour('1600-01-01'), toJour: jour('1699-12-31') })).toEqual([9])
  })

  test('nothing is kept of a transaction that fails', async () => {
    const t = await searchable()
    const failing = t.db.transaction().execute(async (trx) => {
      await addToIndex(trx, [entryOf({ id: 20, source: 1, iso: '1700-01-01', nom: 'Fantôme' })])
      throw new Error('on purpose')
    })
    await expect(failing).rejects.toThrow('on purpose')
    expect(await t.ids({ words: ['fantome'] })).toEqual([])
    expect(await t.count({ fromJour: 1 })).toBe(12)
  })

  test('very long entries are kept whole', async () => {
    const texte = Array.from({ length: 2000 }, (_, i) => `mot${i}`).join(' ')
    const t = await searchable([{ id: 1, source: 1, iso: '1700-01-01', nom: 'x'.repeat(64), texte }])
    expect(await t.ids({ words: ['mot0', 'mot1999', 'x'.repeat(64)] })).toEqual([1])
  })

  test('everything may be taken out, and put in again', async () => {
    const t = await searchable()
    await engineOf(t.db).remakeSearchIndex(t.db)
    expect(await t.ids({ words: ['martin'] })).toEqual([])
    await t.d.search.index(t.db, ACTS.filter(({ id }) => id < 4).map(entryOf))
    await t.d.search.settle(t.db, 3)
    expect(await t.ids({ words: ['martin'] })).toEqual([1, 2, 3])
  })

  test.skipIf(isPostgres)('entries put in together are one segment of SQLite, however many', async () => {
    const many = Array.from({ length: 450 }, (_, i) => ({ id: i + 1, source: 1, iso: '1700-01-01', nom: 'Martin' }))
    const t = await searchable(many)
    expect(await segments(t.db)).toBe(1)
    expect(await t.count({ words: ['martin'] })).toBe(450)
  })

  test.skipIf(isPostgres)(
    'after many entries the segments of SQLite are merged, after a few they are left',
    async () => {
      const t = await searchable()
      await engineOf(t.db).remakeSearchIndex(t.db)
      for (const act of ACTS) await t.d.search.index(t.db, [entryOf(act)])
      const before = await segments(t.db)
      expect(before).toBeGreaterThan(1)
      await t.d.search.settle(t.db, 1)
      expect(await segments(t.db)).toBe(before)
      const found = await t.ids({ words: ['martin'] })
      await t.d.search.settle(t.db, ACTS.length)
      expect(await segments(t.db)).toBe(1)
      expect(await t.ids({ words: ['martin'] })).toEqual(found)
    },
  )

  test('one record in sixteen tells how common a word is', async () => {
    const acts = Array.from({ length: 64 }, (_, i) => ({ id: i + 1, source: 1, iso: '1700-01-01', nom: 'Commun' }))
    const t = await searchable([...acts, { id: 100, source: 1, iso: '1700-01-01', nom: 'Rare' }])
    const words = await t.db.selectFrom('mots').selectAll().orderBy('terme').execute()
    expect(words).toEqual([
      { terme: 'commun', n: 65 },
      { terme: 'rare', n: 1 },
      { terme: '§n0commun', n: 65 },
      { terme: '§n0rare', n: 1 },
      { terme: '§nacommun', n: 65 },
      { terme: '§narare', n: 1 },
    ])
  })

  test('who writes batch after batch counts the words of all of them when they are written', async () => {
    const t = await searchable()
    const known = new KnownWords()
    for (const id of [32, 33, 48]) {
      const entry = entryOf({ id, source: 1, iso: '1700-01-01', nom: 'Commun' })
      await t.db.transaction().execute((trx) => addToIndex(trx, [entry], known))
    }
    const common = async () => (await t.db.selectFrom('mots').select('n').where('terme', '=', 'commun').execute())[0]?.n
    expect([await common(), await t.ids({ words: ['commun'] })]).toEqual([1, [32, 33, 48]])
    await settleIndex(t.db, 3, known)
    expect(await common()).toBe(33)
    await settleIndex(t.db, 0, known)
    expect(await common()).toBe(33)
  })
})

describe('expressions', () => {
  const nom = (...list: string[]): SearchExpr => ({ in: 'nom', words: list, n: 1 })
  const prenom = (...list: string[]): SearchExpr => ({ in: 'prenom', words: list, n: 1 })
  const texte = (...list: string[]): SearchExpr => ({ in: 'tout', words: list, n: 1 })
  const begins = (where: 'nom' | 'tout', begin: string, terms?: string[]): SearchExpr => ({
    in: where,
    words: [begin],
    n: 1,
    prefix: { terms },
  })

  test.each<[string, SearchExpr, number[]]>([
    ['surnames alone', nom('martin'), [1, 2, 3, 4, 5, 6, 7, 9, 10, 13, 14]],
    ['first names alone', prenom('martin'), []],
    ['a surname in two words, side by side', nom('le', 'goff'), [8]],
    ['not the other way round', nom('goff', 'le'), []],
    ['side by side, but in another field', prenom('jean', 'martin'), []],
    ['side by side in a text', texte('parrain', 'jean', 'martin'), [8]],
    ['never from one field into the next', texte('goff', 'marie'), []],
    ['one of them', anyOf([nom('oeillet'), prenom('marion')]), [11, 14]],
    ['one of them, and more', anyOf([nom('oeillet'), prenom('marc'), NEVER]), [11, 12, 13]],
    ['both', allOf([nom('martin'), prenom('marc')]) ?? NEVER, [13]],
    ['a pair or another', anyOf([allOf([nom('martineau'), prenom('marc')]) ?? NEVER, prenom('anne')]), [8, 12]],
    ['never', NEVER, []],
    ['with never', allOf([nom('martin'), NEVER]) ?? NEVER, []],
    ['a beginning among surnames', begins('nom', 'martine'), [12]],
    ['a beginning, its words known', begins('nom', 'martine', ['martineau']), [12]],
    ['a mark', texte('§namartineau'), [12]],
    ['a beginning of marks', begins('tout', '§naoe'), [11]],
  ])('%s', async (_name, expr, expected) => {
    const t = await searchable()
    expect(await t.ids({ expr })).toEqual(expected)
    expect(await t.count({ expr })).toBe(expected.length)
    expect(await t.ids({ expr, sourceIds: [1, 2, 3] })).toEqual(expected)
    expect(await t.ids({ expr, order: 'desc' })).toEqual(expected.toReversed())
  })

  test('as many as the rarest part allows', () => {
    const n = (count: number): SearchExpr => ({ in: 'tout', words: ['x'], n: count })
    expect(estimate(allOf([n(5), n(900)]) ?? NEVER)).toBe(5)
    expect(estimate(anyOf([n(5), n(900)]))).toBe(905)
    expect(estimate(NEVER)).toBe(0)
    expect(allOf([])).toBeUndefined()
  })

  test('the plan may change with how common words are said to be, the records found may not', async () => {
    const t = await searchable()
    for (const n of [1, 100, 10_000, 1_000_000]) {
      const expr: SearchExpr = { in: 'tout', words: ['martin'], n }
      const sourceIds = [2, 3]
      expect(await t.ids({ expr, sourceIds })).toEqual([2, 6, 8, 10, 13])
      expect(await t.ids({ expr, sourceIds, fromJour: 1, limit: 2 })).toEqual([6, 8])
      expect(await t.ids({ expr, sourceIds, order: 'desc', limit: 2 })).toEqual([13, 10])
      expect(await t.count({ expr, sourceIds })).toBe(5)
    }
  })
})

describe('whatever the words are made of', () => {
  test.each(['*', '"', '(((', ' ', '', 'a b', "a'b", 'a"b', 'a\\', ':*', '&', '!a', 'é*', '§§x', 'x§'])(
    '%j never reaches the syntax of an engine',
    async (sign) => {
      const t = await searchable()
      const expr: SearchExpr = { in: 'tout', words: [sign], n: 1 }
      await expect(t.ids({ expr })).rejects.toThrow('not a word of the index')
      await expect(t.count({ expr: { all: [word('martin'), expr] } })).rejects.toThrow('not a word of the index')
    },
  )

  test.each(['near', 'and', 'or', 'not'])('%j is only a word', async (one) => {
    const t = await searchable()
    expect(await t.ids({ words: [one] })).toEqual([])
    expect(await t.ids({ words: ['marion', one] })).toEqual([])
  })
})
