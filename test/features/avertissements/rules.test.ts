// Each rule by examples: what it points at, and what it must leave alone.
import { expect, test } from 'vitest'
import { editedOnce, editsOf } from '../../../src/features/avertissements/rules/near.ts'
import { outOfOrder, stepsOf } from '../../../src/features/avertissements/rules/orders.ts'
import { actDoubts } from '../../../src/features/releves/rules/doubts.ts'
import { champsOf } from '../../../src/features/types-sources/queries.ts'
import { readAge } from '../../../src/lib/age-texts.ts'
import { readDate } from '../../../src/lib/dates.ts'
import { testApp } from '../../support/app.ts'

const on = (text: string, calendrier: 'gregorien' | 'julien' | 'republicain' = 'gregorien') => {
  const reading = readDate(text, calendrier)
  if (!reading.ok) throw new Error(reading.message)
  return reading.value
}

test('days and ages that cannot be together, and those that may', async () => {
  const t = await testApp()
  const fieldsOf = async (key: string) => champsOf(t.db, (await t.make.readyType(key)).id)
  const [wedding, burial] = [await fieldsOf('mariages_paroissiaux'), await fieldsOf('sepultures')]
  const said = (champs: typeof wedding, data: Record<string, unknown>) =>
    actDoubts(champs, { nom: 'MARTIN', date_evenement: on('03/05/1780'), ...data }).map(({ genre }) => genre)
  expect({
    onze: said(wedding, { age_epouse: '11 ans' }),
    douze: said(wedding, { age_epouse: '12 ans', date_naissance_epoux: on('vers 1760') }),
    ne_en_1770: said(wedding, { date_naissance_epoux: on('1770') }),
    ne_apres: said(wedding, { date_naissance_epoux: on('04/05/1780') }),
    meme_mois: said(wedding, { date_naissance: on('05/1780') }),
    deces_apres: said(burial, { date_deces: on('05/05/1780') }),
    deces_vers: said(burial, { date_deces: on('1780') }),
    julien: said(burial, { date_deces: on('22/04/1780', 'julien') }),
    republicain: said(burial, {
      date_evenement: on('14 thermidor an II', 'republicain'),
      date_deces: on('31/07/1794'),
    }),
    age: said(burial, { age: '40 ans', date_naissance: on('1760') }),
    age_rond: said(burial, { age: 'environ 60 ans', date_naissance: on('1725') }),
    enfant: said(burial, { age: '3 mois', date_naissance: on('02/02/1780') }),
  }).toEqual({
    onze: ['mariage_12'],
    douze: [],
    ne_en_1770: ['mariage_12'],
    ne_apres: ['naissance_apres'],
    meme_mois: [],
    deces_apres: ['deces_apres'],
    deces_vers: [],
    julien: [],
    republicain: [],
    age: ['age_naissance'],
    age_rond: [],
    enfant: [],
  })
})

test('numbers of acts: left out, twice, out of order, and a new year', () => {
  const steps = (...numbers: number[]) => stepsOf(numbers).map(({ at, as, lost }) => [at, as, lost])
  expect(steps(1, 2, 3, 1, 2, 3)).toEqual([])
  expect(steps(31, 32, 35, 36)).toEqual([[2, 'gap', 2]])
  expect(steps(31, 32, 32, 33)).toEqual([[2, 'double', 0]])
  expect(steps(31, 32, 43, 34, 35)).toEqual([[2, 'odd', 0]])
  expect(steps(7, 8, 2, 3, 4)).toEqual([[2, 'gap', 1]])
})

test('the fewest that are out of order', () => {
  expect(outOfOrder([1, 2, 9, 3, 3, 4])).toEqual([2])
  expect(outOfOrder([1, 5, 2, 6])).toHaveLength(1)
  expect(outOfOrder([])).toEqual([])
})

test('one letter aside', () => {
  const pairs = ['legof legoff', 'martin matrin', 'hamon hanon', 'roux rouxel', 'jean jean']
  expect(pairs.map((pair) => editedOnce(...(pair.split(' ') as [string, string])))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
  expect(editsOf('hamon')).toEqual(expect.arrayContaining(['hanon', 'hamn', 'hmaon', 'hamoun']))
  expect(editsOf('hamon').every((other) => editedOnce('hamon', other))).toBe(true)
})

test('ages as registers tell them', () => {
  expect(['60', '3 mois', 'environ 60 ans', '2 ans 6 mois', 'majeur'].map(readAge)).toEqual([
    { years: 60, isAbout: false },
    { years: 0.25, isAbout: false },
    { years: 60, isAbout: true },
    { years: 2.5, isAbout: false },
    null,
  ])
})
