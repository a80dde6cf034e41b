import { expect, test } from 'vitest'
import { createTypeFromModel, modelByKey } from '../../../src/features/types-sources/actions/models.ts'
import { type Answer, testApp } from '../../support/app.ts'
import { corpus } from './corpus.ts'

/** Ids of the records shown, in their order. */
const idsOf = (answer: Answer): number[] =>
  answer.page.all('tbody th a').map((link) => Number(link.getAttribute('href')?.split('/').at(-1)))

const ALL_MARTIN = [3, 2, 1, 8, 6]
/** Without the godfather in a note. */
const ALL_BEARERS = [2, 1, 8, 6]
const SHORT = (word: string) =>
  `« ${word} » est trop court : écrivez au moins deux lettres avec l’étoile ou le point d’interrogation.`
const REFUSED = 'Écrivez au moins un mot : un nom, un prénom, une profession…'

/** Query → ids found in order (the same on both engines), or the sentence beside the field of a 422. */
const QUERIES: [string, number[] | string][] = [
  ['martin', ALL_MARTIN],
  ['MARTIN', ALL_MARTIN],
  ['marie martin', [1, 8]],
  ['mart*', [3, 2, 1, 8, 5, 6]],
  ['ma*', [3, 7, 2, 1, 8, 5, 6, 10]],
  ['m*', SHORT('m*')],
  ['martin a*', SHORT('a*')],
  ['m?', SHORT('m?')],
  ['*martin', ALL_MARTIN],
  ['*art?n', ALL_MARTIN],
  ['ma?tin', ALL_MARTIN],
  ['?????', REFUSED],
  ['martin:*', ALL_MARTIN],
  ['"martin"', ALL_MARTIN],
  ['couple:"martin + x × y"', 'Un couple se cherche par deux noms au plus : « martin + x + y » en a 3.'],
  ['"', REFUSED],
  ["'", REFUSED],
  ['*', REFUSED],
  ['* '.repeat(200), REFUSED],
  ['%', REFUSED],
  ['_', REFUSED],
  ['((((', REFUSED],
  ['('.repeat(400), REFUSED],
  ['"'.repeat(499), REFUSED],
  ['& "', REFUSED],
  ['😀', REFUSED],
  ['😀 martin', ALL_MARTIN],
  ['(martin', ALL_MARTIN],
  ['martin)', ALL_MARTIN],
  ['-martin', ALL_MARTIN],
  ['+martin', ALL_MARTIN],
  ['^martin', ALL_MARTIN],
  ['!martin', ALL_MARTIN],
  ['martin--', ALL_MARTIN],
  ['martin%', ALL_MARTIN],
  ['\\martin', ALL_MARTIN],
  ['martin\\', ALL_MARTIN],
  ["'martin'", ALL_MARTIN],
  ["'martin' & 'marie'", [1, 8]],
  ['martin <-> marie', [1, 8]],
  ['martin | goff', [3]],
  ['NEAR(', [9]],
  ['NEAR(martin, 5)', []],
  ['AND', [9]],
  ['-a AND', []],
  ['OR NOT', []],
  ['martin AND marie', []],
  ['martin OR goff', []],
  ['martin NOT jean', []],
  ['nom:martin', ALL_BEARERS],
  ['nom :\u00a0martin', ALL_BEARERS],
  ['nom:', REFUSED],
  ['nom:*', REFUSED],
  ['nom:"', REFUSED],
  ['nom:nom:nom:martin', []],
  ['mot:martin', []],
  ['{nom prenom}: martin', []],
  ['martin^2', []],
  ['m_rtin', []],
  ["martin' OR '1'='1", []],
  ['martin; drop table releves', []],
  ['~s1', []],
  ['s1', []],
  ['d178', []],
  ['znmartin', []],
  ['zpmarie', []],
  ['namartin', []],
  ['§namartin', []],
  ['§s1', []],
  ['œillet', [4]],
  ['ŒILLET', [4]],
  ['lho\u0302telier', [6]],
  ['ELOISE', [3]],
  ["o'brien", [7]],
  ['O’BRIEN', [7]],
  ['d argentre', [7]],
  ['yves-marie', [7]],
  ['\u202emartin\u202c', ALL_MARTIN],
  ['\u200fmartin', ALL_MARTIN],
  ['\ufeffmartin', ALL_MARTIN],
  ['martin\tmarie', [1, 8]],
  ['martin\nmarie', [1, 8]],
  ['<b>gras</b>', [9]],
  ['<script>alert(1)</script>', []],
  ['cité', [9]],
  ['李', []],
  ['12/08/1787', [1, 8]],
  ['a'.repeat(64), []],
  ['a'.repeat(500), []],
  ['a'.repeat(10_240), 'Ce texte est trop long : 500 caractères au plus.'],
  ['martin\u0000', 'Ce texte contient un caractère interdit (caractère de contrôle).'],
  ['\u0000', 'Ce texte contient un caractère interdit (caractère de contrôle).'],
  ['\u001b[31mmartin', 'Ce texte contient un caractère interdit (caractère de contrôle).'],
  [`martin ${'mar* '.repeat(80)}`, ALL_MARTIN],
  [Array.from({ length: 80 }, (_, i) => `mo${i}*`).join(' '), []],
]

test('hostile queries are text like any other: the same answer on both engines, never an internal error', async () => {
  const t = await testApp()
  await corpus(t)
  const admin = await t.as(t.admin)
  for (const [query, expected] of QUERIES) {
    const answer = await admin.get(`/recherche?q=${encodeURIComponent(query)}`)
    const found = answer.status === 422 ? answer.page.error('q') : idsOf(answer)
    expect({ query, status: answer.status, found }).toEqual({
      query,
      status: typeof expected === 'string' ? 422 : 200,
      found: expected,
    })
    expect(answer.page.one('main input[name=q]').getAttribute('value')).toBe(query)
  }
  expect(t.failures).toEqual([])
})

test('malformed query strings answer too', async () => {
  const t = await testApp()
  await corpus(t)
  const admin = await t.as(t.admin)
  const strings = [
    'q=%',
    'q=%ED%A0%80',
    'q=%FF%FE',
    'q=martin&q=marie',
    'q[]=martin',
    '__proto__=1&constructor=2&q=martin',
    'q=martin&apres=x',
    'q=martin&apres=999999999-1',
    'q=martin&apres=1-99999999999',
    'q=martin&apres=-1--1',
    'q=martin&page=-1&par_page=1e9',
    'type=abc',
    'type=0',
    'type=99999999999',
    'type=2147483647',
    'lieu=0',
    'lieu=-1',
    'lieu=1e3',
    'lieu=2147483647',
    'lieu=x&texte:lieu=%00',
    'texte:lieu=%22%25_%27',
    'annee_debut=9999',
    'annee_debut=-5',
    'annee_debut=1e3',
    'annee_debut=1700&annee_fin=abc',
    'annee_debut=1800&annee_fin=1700',
    'annee_fin=1499',
    'chercher=lieu&texte:lieu=zzz',
    'chercher[]=lieu',
  ]
  const statuses = new Map<string, number>()
  for (const query of strings) statuses.set(query, (await admin.get(`/recherche?${query}`)).status)
  expect([...statuses].filter(([, status]) => status !== 200 && status !== 422)).toEqual([])
  expect(statuses.get('type=abc')).toBe(422)
  expect(statuses.get('lieu=2147483647')).toBe(422)
  expect(statuses.get('annee_debut=1800&annee_fin=1700')).toBe(422)
  expect(statuses.get('annee_fin=1499')).toBe(200)
  expect(statuses.get('chercher=lieu&texte:lieu=zzz')).toBe(200)
  expect(t.failures).toEqual([])
})

test('many patterns of many names at once are searched as far as an engine goes, never an internal error', async () => {
  const t = await testApp()
  const model = modelByKey('mariages_paroissiaux')
  if (!model) throw new Error('no model')
  const type = await t.db.transaction().execute((trx) => createTypeFromModel(trx, model))
  const source = await t.make.source({ type: { id: type, nom: 'Mariages' } })
  const champs = await t.db.selectFrom('champs').select('nom').where('nom', 'like', 'prenom%').execute()
  await t.make.releve(source, { nom: 'CARIOU', ...Object.fromEntries(champs.map(({ nom }) => [nom, 'Aab'])) })
  const names = Array.from({ length: 250 }, (_, n) => `unprenomfortlongab${n}`)
  const marks = ['0', ...'abcdefg'].flatMap((role) => names.map((name) => ({ terme: `§p${role}${name}`, n: 1 })))
  await t.db.insertInto('mots').values(marks).execute()
  const admin = await t.as(t.admin)
  const prenom = Array.from({ length: 66 }, () => 'ab').join(' ')
  const answer = await admin.get(`/recherche?${new URLSearchParams({ prenom, prenom2: prenom, mode: 'contient' })}`)
  expect(answer.status).toBe(200)
  expect(idsOf(answer)).toHaveLength(1)
  expect(answer.page.text.includes('Seuls les 20 premiers mots ont été cherchés.')).toBe(true)
  expect(t.failures).toEqual([])
}, 60_000)
