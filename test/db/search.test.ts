import { describe, expect, onTestFinished, test } from 'vitest'
import { type SearchEntry, type SearchKey, type SearchQuery, searchTerms } from '../../src/db/dialect/dialect.ts'
import { dialectOf } from '../../src/db/dialect/index.ts'
import type { Db } from '../../src/db/schema.ts'
import { jourDepuis1500 } from '../../src/lib/calendrier.ts'
import { words } from '../../src/lib/text.ts'
import { testDb } from '../support/db.ts'

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

function entryOf({ id, source, iso, nom, prenom = '', texte = '' }: Act): SearchEntry {
  return {
    releve_id: id,
    source_id: source,
    jour: jourDepuis1500(iso),
    decennie: iso === null ? 0 : Math.floor(Number(iso.slice(0, 4)) / 10),
    nom: words(nom),
    prenom: words(prenom),
    texte: words(texte),
  }
}

async function addWords(db: Db, entries: SearchEntry[]): Promise<void> {
  const all = new Set(entries.flatMap((entry) => [...entry.nom, ...entry.prenom, ...entry.texte]))
  await db
    .insertInto('mots')
    .values([...all].map((terme) => ({ terme, n: 1 })))
    .execute()
}

/** The records themselves: SQLite tests a wide set of sources on them. */
async function storeRecords(db: Db): Promise<void> {
  const now = '2026-01-01T00:00:00.000Z'
  await db.insertInto('types_sources').values({ id: 1, nom: 'T', nom_key: 't' }).execute()
  const source = { type_source_id: 1, status: 'en_cours', created_at: now, updated_at: now } as const
  for (const id of [1, 2, 3]) {
    await db
      .insertInto('sources')
      .values({ id, titre: `S${id}`, titre_tri: `s${id}`, ...source })
      .execute()
  }
  const rows = ACTS.map((act) => ({ id: act.id, source_id: act.source, data: '{}', etats: '{}' }))
  await db
    .insertInto('releves')
    .values(rows.map((row) => ({ ...row, created_at: now, updated_at: now })))
    .execute()
}

async function searchable(acts: Act[] = ACTS) {
  const { db, close } = await testDb()
  onTestFinished(close)
  const d = dialectOf(db)
  const entries = acts.map(entryOf)
  await db.transaction().execute(async (trx) => {
    for (const entry of entries) await d.indexReleve(trx, entry)
    await addWords(trx, entries)
  })
  const asked = (query: Partial<SearchQuery>): SearchQuery => ({
    words: [],
    sourceIds: undefined,
    fromJour: undefined,
    toJour: undefined,
    after: undefined,
    limit: 50,
    ...query,
  })
  return {
    db,
    d,
    keys: (query: Partial<SearchQuery>) => d.searchKeys(db, asked(query)),
    ids: async (query: Partial<SearchQuery>) => (await d.searchKeys(db, asked(query))).map((key) => key.releve_id),
    count: (query: Partial<SearchQuery>, cap = 1000) => d.countMatches(db, asked(query), cap),
  }
}

const jour = jourDepuis1500

describe('searchKeys', () => {
  test.each<[string, Partial<SearchQuery>, number[]]>([
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
    ['dated, the first days of all', { fromJour: 1, toJour: jour('1549-12-31') }, [5, 6]],
    ['day 0: no date, or before 1500', { toJour: 0 }, [1, 2, 3, 4]],
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

  test('keys carry the day, so that the next page is asked from it', async () => {
    const t = await searchable()
    expect(await t.keys({ words: ['marion'] })).toEqual([{ jour: jour('2024-06-01'), releve_id: 14 }])
  })

  test('the order of words asked, and a word asked twice, change nothing', async () => {
    const t = await searchable()
    expect(await t.ids({ words: ['marie', 'martin'] })).toEqual(await t.ids({ words: ['martin', 'marie', 'marie'] }))
  })

  test('the marks of sources and decades in the index are no words', async () => {
    const t = await searchable()
    for (const word of ['s1', 'd179', 'znmartin', 'zpmarie', '~s1']) expect(await t.ids({ words: [word] })).toEqual([])
  })

  test('a set of more sources than tokens are made for', async () => {
    const t = await searchable()
    await storeRecords(t.db)
    const sourceIds = Array.from({ length: 700 }, (_, i) => i + 2)
    expect(await t.ids({ words: ['martin'], sourceIds })).toEqual([2, 6, 8, 10, 13])
    expect(await t.ids({ sourceIds, fromJour: jour('1789-12-31'), limit: 3 })).toEqual([8, 10, 11])
    expect(await t.count({ words: ['martin'], sourceIds })).toBe(5)
    expect(await t.count({ words: ['martin'], sourceIds }, 2)).toBe(2)
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

describe('countMatches', () => {
  test('counts no further than asked', async () => {
    const t = await searchable()
    expect(await t.count({ words: ['martin'] }, 5)).toBe(5)
    expect(await t.count({ words: ['martin'] }, 12)).toBe(12)
    expect(await t.count({}, 3)).toBe(3)
  })
})

describe('indexReleve, unindexReleve', () => {
  test('an entry taken out is found no more, its neighbours still are', async () => {
    const t = await searchable()
    for (const id of [1, 9, 14]) {
      const act = ACTS.find((one) => one.id === id)
      if (act) await t.db.transaction().execute((trx) => t.d.unindexReleve(trx, entryOf(act)))
    }
    expect(await t.ids({ words: ['martin', 'marie'] })).toEqual([8, 10])
    expect(await t.ids({ words: ['mari*'] })).toEqual([8, 10])
    expect(await t.count({})).toBe(11)
  })

  test('an entry that changes its date and words moves', async () => {
    const t = await searchable()
    const before = { id: 9, source: 1, iso: '1790-01-01', nom: 'Martin', prenom: 'Marie' }
    const after = { ...before, iso: '1650-03-04', nom: 'Kersaint' }
    await t.db.transaction().execute(async (trx) => {
      await t.d.unindexReleve(trx, entryOf(before))
      await t.d.indexReleve(trx, entryOf(after))
      await trx.insertInto('mots').values({ terme: 'kersaint', n: 1 }).execute()
    })
    expect(await t.ids({ words: ['kersaint'] })).toEqual([9])
    expect(await t.ids({ words: ['marie'] })).toEqual([1, 9, 8, 10])
    expect(await t.ids({ sourceIds: [1], fromJour: jour('1600-01-01'), toJour: jour('1699-12-31') })).toEqual([9])
  })

  test('nothing is kept of a transaction that fails', async () => {
    const t = await searchable()
    const failing = t.db.transaction().execute(async (trx) => {
      await t.d.indexReleve(trx, entryOf({ id: 20, source: 1, iso: '1700-01-01', nom: 'Fantôme' }))
      throw new Error('on purpose')
    })
    await expect(failing).rejects.toThrow('on purpose')
    expect(await t.ids({ words: ['fantome'] })).toEqual([])
    expect(await t.count({ fromJour: 1 })).toBe(10)
  })

  test('very long entries are kept whole', async () => {
    const texte = Array.from({ length: 2000 }, (_, i) => `mot${i}`).join(' ')
    const t = await searchable([{ id: 1, source: 1, iso: '1700-01-01', nom: 'x'.repeat(64), texte }])
    expect(await t.ids({ words: ['mot0', 'mot1999', 'x'.repeat(64)] })).toEqual([1])
  })
})

describe('whatever the words are made of', () => {
  test('no sign is left that means something to an engine', () => {
    const query: SearchQuery = { words: ['~s1', "a'b*", '*', 'MAR*', '"', 'nom:x'], limit: 1 } as SearchQuery
    expect(searchTerms(query)).toEqual([
      { word: 's1', isPrefix: false },
      { word: 'a', isPrefix: false },
      { word: 'b', isPrefix: true },
      { word: 'mar', isPrefix: true },
      { word: 'nom', isPrefix: false },
      { word: 'x', isPrefix: false },
    ])
  })

  test.each(['*', '"', '(((', ' '])('%j alone finds nothing, not everything', async (word) => {
    const t = await searchable()
    expect(await t.ids({ words: [word] })).toEqual([])
    expect(await t.count({ words: [word] })).toBe(0)
  })

  const strange = [
    '"',
    "'",
    '\\',
    "a'b",
    'a"b',
    'a\\',
    ':*',
    '&',
    '|',
    '!a',
    '(',
    'near',
    'and',
    'or',
    'not',
    '*',
    '',
    ' ',
  ]
  test.each(strange)('%j is only text', async (word) => {
    const t = await searchable()
    // Beside another word it asks for nothing more than the letters in it, which no record has here.
    const letters = words(word).length > 0
    expect(await t.ids({ words: ['marion', word] })).toEqual(letters ? [] : [14])
    expect(await t.ids({ words: ['marion', `${word}x*`] })).toEqual([])
  })
})
