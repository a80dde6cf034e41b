import { expect, test } from 'vitest'
import {
  gapText,
  merged,
  readGaps,
  readSpans,
  spansText,
  storedYears,
} from '../../../src/features/sources/rules/years.ts'

test.each([
  ['', ''],
  ['1760', '1760'],
  ['1780 ; 1760-1778', '1760-1778, 1780'],
  ['1760 à 1778\n1779–1781', '1760-1781'],
  ['1760/1765, 1763-1770', '1760-1770'],
])('years typed as %j are %j', (typed, text) => {
  const read = readSpans(typed)
  expect(read.ok && spansText(read.value)).toBe(text)
})

test.each([
  ['176x', 'n’est pas une année'],
  ['1760-1778 environ', 'n’est pas une année'],
  ['0', 'n’est pas une année'],
  ['1780-1760', 'la dernière année précède'],
  ['17601', 'n’est pas une année'],
])('%j is no years', (typed, message) => {
  expect(readSpans(typed)).toMatchObject({ ok: false, message: expect.stringContaining(message) })
})

test('gaps are read a line each, with their reason whatever stands between', () => {
  const read = readGaps('1780 (brûlé)\n\n1770-1773 registre manquant\n1775 : feuillets rongés')
  expect(read.ok && read.value.map(gapText)).toEqual([
    '1770-1773 registre manquant',
    '1775 feuillets rongés',
    '1780 brûlé',
  ])
  expect(readGaps('perdu')).toMatchObject({ ok: false, message: expect.stringContaining('commencez par les années') })
  expect(readGaps('1770-1773\n1772')).toEqual({ ok: false, message: 'L’année 1772 est dans deux lacunes.' })
  expect(readGaps(`1770 ${'x'.repeat(201)}`)).toMatchObject({ ok: false })
})

test('spans that touch are one, and all the years of a source say nothing', () => {
  const spans: [number, number][] = [
    [1780, 1790],
    [1760, 1779],
  ]
  expect(merged(spans)).toEqual([[1760, 1790]])
  const years = { annee_debut: null, annee_fin: null, lacunes: [] }
  expect(storedYears({ ...years, annees: merged(spans) })).toMatchObject({
    annee_debut: 1760,
    annee_fin: 1790,
    annees: null,
  })
  expect(
    storedYears({
      ...years,
      annees: [
        [1760, 1762],
        [1770, 1770],
      ],
    }),
  ).toMatchObject({ annee_debut: 1760, annee_fin: 1770 })
})
