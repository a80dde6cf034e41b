import { expect, test } from 'vitest'
import { DigestCounts } from '../../src/lib/digests.ts'

test('each text comes out as often as it was put in, however many there are', () => {
  const counts = new DigestCounts()
  for (let n = 0; n < 5000; n += 1) for (let again = 0; again <= n % 3; again += 1) counts.add(`acte ${n}`)
  const taken = (n: number) => {
    let times = 0
    while (counts.take(`acte ${n}`)) times += 1
    return times
  }
  const wrong = Array.from({ length: 5000 }, (_, n) => n).filter((n) => taken(n) !== (n % 3) + 1)
  expect(wrong).toEqual([])
  expect(counts.take('acte 7')).toBe(false)
  expect(counts.take('acte 5000')).toBe(false)
  counts.add('acte 7')
  expect([counts.take('acte 7'), counts.take('acte 7')]).toEqual([true, false])
})
