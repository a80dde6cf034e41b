import { expect, test } from 'vitest'
import {
  composed,
  dayOf,
  fold,
  formatDay,
  formatInstant,
  plural,
  sortKey,
  startOfDay,
  tableInstant,
  words,
} from '../../src/lib/text.ts'

test.each([
  ['Lefèvre', 'lefevre'],
  ['ŒUVRE', 'oeuvre'],
  ['Ætius', 'aetius'],
  ['e\u0301té', 'ete'],
  ['Straße', 'strasse'],
  ['ſaint', 'saint'],
  ['Ǽ ẞ ŒÉ', 'ae ss oee'],
  ['ΑΣ, ΣΑ', 'ας, σα'],
])('%s folds to %s', (text, folded) => {
  expect(fold(text)).toBe(folded)
})

test('words are cut on everything that is neither letter nor figure', () => {
  expect(words('L’HÔTELLIER, Jean-Baptiste (1787)')).toEqual(['l', 'hotellier', 'jean', 'baptiste', '1787'])
  expect(sortKey("  Saint-Malo  d'Armor ")).toBe('saint malo d armor')
})

test('counts and dates are written as in French', () => {
  expect([plural(0, 'relevé', 'relevés'), plural(1, 'relevé', 'relevés'), plural(1200, 'relevé', 'relevés')]).toEqual([
    '0\u00a0relevé',
    '1\u00a0relevé',
    '1\u202f200\u00a0relevés',
  ])
  expect(formatDay('2026-01-01T10:00:00.000Z')).toBe('1er janvier 2026')
  expect(formatInstant('2026-07-31T22:30:00.000Z')).toBe('1er août 2026 à 0:30')
  expect(tableInstant('2026-07-31T22:30:00.000Z')).toBe('01/08/2026\u00a000:30')
})

test.each([
  ['2026-08-12', '2026-08-11T22:00:00.000Z'],
  ['2026-11-21', '2026-11-20T23:00:00.000Z'],
  // The days on which the clock changes, and those after them.
  ['2026-03-29', '2026-03-28T23:00:00.000Z'],
  ['2026-03-30', '2026-03-29T22:00:00.000Z'],
  ['2026-10-25', '2026-10-24T22:00:00.000Z'],
  ['2026-10-26', '2026-10-25T23:00:00.000Z'],
  ['2026-02-30', undefined],
  ['12/08/2026', undefined],
  ['', undefined],
])('the day « %s » begins in Paris at %s', (day, instant) => {
  expect(startOfDay(day)).toBe(instant)
})

test.each([
  ['2026-08-11T21:59:59.999Z', '2026-08-11'],
  ['2026-08-11T22:00:00.000Z', '2026-08-12'],
  ['2026-08-11T22:30:00.500Z', '2026-08-12'],
  ['2026-11-20T22:59:59.999Z', '2026-11-20'],
  ['2026-11-20T23:00:00.001Z', '2026-11-21'],
  // The hours around a change of the clock.
  ['2026-10-24T22:00:00.000Z', '2026-10-25'],
  ['2026-10-25T00:59:59.999Z', '2026-10-25'],
  ['2026-10-25T22:59:59.999Z', '2026-10-25'],
  ['2026-10-25T23:00:00.000Z', '2026-10-26'],
])('%s is of %s in Paris', (instant, day) => {
  expect(dayOf(instant)).toBe(day)
})

test('a text is composed as Unicode says, whatever it is made of', () => {
  const signs = Array.from({ length: 0x3400 }, (_, n) => String.fromCharCode(n))
  const marks = ['', '\u0300', '\u0301', '\u0327', '\u0338']
  for (const sign of signs)
    for (const mark of marks) expect(composed(`a${sign}${mark}`)).toBe(`a${sign}${mark}`.normalize('NFC'))
})
