import { expect, test } from 'vitest'
import { agoInWords, daysSince, sinceInWords, spanInWords } from '../../src/lib/ages.ts'

const NOW = new Date('2026-11-21T10:00:00.000Z')

test('days are those of the calendar in Paris', () => {
  expect(daysSince('2026-11-20T22:59:00.000Z', NOW)).toBe(1)
  expect(daysSince('2026-11-20T23:01:00.000Z', NOW)).toBe(0)
  expect(daysSince('2026-11-22T10:00:00.000Z', NOW)).toBe(0)
})

test('a span is told in the largest unit of which there are two', () => {
  const told = [0, 1, 2, 13, 14, 60, 61, 700, 731].map(spanInWords)
  expect(told).toEqual(
    ['0 jour', '1 jour', '2 jours', '13 jours', '2 semaines', '8 semaines', '2 mois', '22 mois', '2 ans'].map((text) =>
      text.replace(' ', '\u00a0'),
    ),
  )
})

test('an age is a word where there is one', () => {
  const at = (day: string) => `2026-11-${day}T10:00:00.000Z`
  expect(['21', '20', '19'].map((day) => agoInWords(at(day), NOW))).toEqual([
    'aujourd’hui',
    'hier',
    'il y a 2\u00a0jours',
  ])
  expect(['21', '20', '19'].map((day) => sinceInWords(at(day), NOW))).toEqual([
    'depuis aujourd’hui',
    'depuis hier',
    'depuis 2\u00a0jours',
  ])
})
