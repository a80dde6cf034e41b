import { expect, test } from 'vitest'
import { capturedTotal, upperBound } from '../../../src/features/revue/rules/estimates.ts'
import { judgedBy, planFor } from '../../../src/features/revue/rules/sampling.ts'
import { draw, stratumOf } from '../../../src/lib/drawing.ts'

test('the plan of a lot is the row of its size', () => {
  const sizes = [1, 90, 91, 150, 151, 412, 501, 1_200, 3_200, 10_000, 30_001, 1_000_000]
  expect(sizes.map((size) => judgedBy(size, 'normal'))).toEqual([
    { taille: 1, accepte: 1 },
    { taille: 90, accepte: 2 },
    { taille: 20, accepte: 1 },
    { taille: 20, accepte: 1 },
    { taille: 32, accepte: 2 },
    { taille: 50, accepte: 3 },
    { taille: 80, accepte: 5 },
    { taille: 80, accepte: 5 },
    { taille: 125, accepte: 7 },
    { taille: 200, accepte: 10 },
    { taille: 315, accepte: 14 },
    { taille: 500, accepte: 21 },
  ])
})

test('a sample is halved or doubled, and accepts what a sample of that size does', () => {
  expect(judgedBy(412, 'reduit')).toEqual({ taille: 25, accepte: 1 })
  expect(judgedBy(412, 'double')).toEqual({ taille: 100, accepte: 5 })
  expect(judgedBy(100, 'reduit')).toEqual({ taille: 10, accepte: 0 })
  expect(judgedBy(60, 'reduit')).toEqual({ taille: 60, accepte: 1 })
})

test('five accepted sources halve, one refused doubles, the worst record of a source decides', () => {
  const five = Array.from({ length: 5 }, () => 'accepte' as const)
  expect(planFor([])).toBe('normal')
  expect(planFor([five.slice(1)])).toBe('normal')
  expect(planFor([five])).toBe('reduit')
  expect(planFor([five, []])).toBe('normal')
  expect(planFor([['refuse', ...five]])).toBe('double')
  expect(planFor([five, ['refuse']])).toBe('double')
  expect(planFor([['accepte', 'refuse', ...five]])).toBe('normal')
})

const acts = (n: number) =>
  Array.from({ length: n }, (_, i) => ({ id: i + 1, strate: `${1780 + 10 * (i % 3)} · ${i % 7 === 0 ? 4 : 5}` }))

test('a draw is the same for the same seed, whatever the order, and another for another', () => {
  const first = draw(acts(412), 50, 'graine')
  expect(first.map(({ id }) => id).slice(0, 6)).toEqual([396, 368, 224, 2, 79, 21])
  expect(draw(acts(412).reverse(), 50, 'graine')).toEqual(first)
  expect(draw(acts(412), 50, 'autre')).not.toEqual(first)
  expect(first).toHaveLength(50)
  expect(new Set(first.map(({ id }) => id)).size).toBe(50)
  expect(first.map(({ rang }) => rang)).toEqual(Array.from({ length: 50 }, (_, i) => i + 1))
})

test('each decade and person has a share, by how many acts there are', () => {
  const counted = new Map<string, number>()
  for (const { strate } of draw(acts(420), 42, 'graine')) counted.set(strate, (counted.get(strate) ?? 0) + 1)
  expect(Object.fromEntries(counted)).toEqual({
    ...{ '1780 · 4': 2, '1790 · 4': 2, '1800 · 4': 2 },
    ...{ '1780 · 5': 12, '1790 · 5': 12, '1800 · 5': 12 },
  })
  const small = [...acts(300), { id: 1000, strate: '1900 · 9' }]
  expect(draw(small, 30, 'x').filter(({ strate }) => strate === '1900 · 9')).toHaveLength(1)
  expect(draw(acts(10), 50, 'x')).toHaveLength(10)
  expect(draw([], 50, 'x')).toEqual([])
  expect(draw(acts(40), 2, 'x')).toHaveLength(2)
})

test('an act is drawn in equal measure, whichever it is', () => {
  const times = new Map<number, number>()
  for (let seed = 0; seed < 400; seed += 1)
    for (const { id } of draw(
      acts(100).map(({ id }) => ({ id, strate: 'a' })),
      20,
      `s${seed}`,
    ))
      times.set(id, (times.get(id) ?? 0) + 1)
  const counts = [...times.values()]
  expect(counts).toHaveLength(100)
  // Eighty are expected of each, with a deviation of eight.
  expect(Math.min(...counts)).toBeGreaterThan(48)
  expect(Math.max(...counts)).toBeLessThan(112)
})

test('a stratum is a decade and a person', () => {
  expect(stratumOf({ date_evenement: '1787-08-12', created_by: 3 })).toBe('1780 · 3')
  expect(stratumOf({ date_evenement: null, created_by: null })).toBe('? · ?')
})

test('the bound is that of the paper', () => {
  const percent = (errors: number, read: number) => Math.round(upperBound(errors, read) * 1000) / 10
  expect([percent(0, 50), percent(3, 125)]).toEqual([5.8, 6.1])
  expect([percent(0, 0), percent(4, 4), percent(0, 90)]).toEqual([100, 100, 3.3])
  expect(upperBound(21, 500)).toBeGreaterThan(21 / 500)
})

test('two readers tell how many errors there are, once they have five in common', () => {
  expect(capturedTotal(12, 10, 6)).toBe(20)
  expect(capturedTotal(12, 10, 4)).toBeUndefined()
})
