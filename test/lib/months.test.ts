import { expect, test } from 'vitest'
import { formatMonth, lastMonths, monthOf, shortMonth } from '../../src/lib/months.ts'

test('the last months go over the end of a year, whatever day it is', () => {
  expect(lastMonths(new Date('2026-03-31T23:59:59.999Z'), 6)).toEqual([
    '2025-10',
    '2025-11',
    '2025-12',
    '2026-01',
    '2026-02',
    '2026-03',
  ])
})

test('a month is named in full and in short', () => {
  expect(monthOf('2026-02-28T23:59:59.999Z')).toBe('2026-02')
  expect([formatMonth('2026-02'), shortMonth('2026-02'), shortMonth('2026-05')]).toEqual([
    'février 2026',
    'févr.',
    'mai',
  ])
})
