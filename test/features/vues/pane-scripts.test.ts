// The pane of the desk calculates in the browser (static/js/volet-*.js): held against what it promises and what the server reads.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { viewNumber } from '../../../src/features/vues/rules/view-number.ts'

const script = (name: string) => import(join(import.meta.dirname, `../../../static/js/${name}`))
const { numberIn, withNumber } = (await script('volet-numeros.js')) as {
  numberIn: (text: string) => number | null
  withNumber: (text: string, number: number) => string
}
type Pair = [number, number]
const { markOf, pointOf, scrollOf, sizeOf, turned, unturned, ZOOMS } = (await script('volet-cadre.js')) as {
  markOf: (turn: number, y: number) => number | null
  pointOf: (size: Pair, box: Pair, scroll: Pair) => Pair
  scrollOf: (size: Pair, box: Pair, point: Pair) => Pair
  sizeOf: (box: number, zoom: number, turn: number, ratio: number) => Pair
  turned: (turn: number, point: Pair) => Pair
  unturned: (turn: number, point: Pair) => Pair
  ZOOMS: number[]
}

interface Learner {
  length: number
  learn(n: number, y: number): void
}
const { Step } = (await script('volet-pas.js')) as { Step: new () => Learner }

test.each<[string, [number, number][], number]>([
  ['one act alone tells nothing', [[1, 0.1]], 0],
  [
    'two acts of a view',
    [
      [1, 0.1],
      [1, 0.22],
    ],
    0.12,
  ],
  [
    'one act of another size does not move it',
    [
      [1, 0.1],
      [1, 0.2],
      [1, 0.3],
      [1, 0.72],
    ],
    0.1,
  ],
  [
    'the way to the top of the next view is no step',
    [
      [1, 0.7],
      [1, 0.9],
      [2, 0.1],
      [2, 0.3],
    ],
    0.2,
  ],
  [
    'nor is the way back up',
    [
      [1, 0.5],
      [1, 0.2],
      [1, 0.4],
    ],
    0.2,
  ],
  ['the last five count', [[1, 0], [1, 0.4], ...[0.5, 0.6, 0.7, 0.8, 0.9].map((y): [number, number] => [1, y])], 0.1],
])('a step learnt: %s', (_what, acts, length) => {
  const step = new Step()
  for (const [n, y] of acts) step.learn(n, y)
  expect(step.length).toBeCloseTo(length, 5)
})

test.each([
  ['45', 45],
  ['045', 45],
  ['vue 45 gauche', 45],
  ['45/120', 45],
  ['f° 12', 12],
  ['12-13', null],
  ['2E 3/45', null],
  ['', null],
  ['gauche', null],
])('« %s » says view %j, here and on the server', (text, number) => {
  expect(numberIn(text)).toBe(number)
  expect(viewNumber(text)).toBe(number ?? undefined)
})

test.each([
  ['', 7, '7'],
  ['45', 46, '46'],
  ['099', 100, '100'],
  ['009', 10, '010'],
  ['45 droite', 46, '46 gauche'],
  ['45 V', 46, '46 R'],
  ['45 droite', 45, '45 droite'],
  ['vue 45/120', 46, 'vue 46/120'],
])('« %s » becomes, of view %i, « %s »', (text, number, written) => {
  expect(withNumber(text, number)).toBe(written)
})

test('a point comes back from every turn, and from the scroll that shows it', () => {
  for (const turn of [0, 90, 180, 270])
    for (const zoom of ZOOMS) {
      const point: Pair = [0.31, 0.62]
      const back = unturned(turn, turned(turn, point))
      const size = sizeOf(1000, zoom, turn, 1.4)
      const box: Pair = [Math.min(1000, size[0]), 300]
      const seen = unturned(turn, pointOf(size, box, scrollOf(size, box, turned(turn, point))))
      for (const axis of [0, 1] as const) {
        expect(back[axis]).toBeCloseTo(point[axis])
        if (zoom >= 1)
          expect(seen[axis]).toBeCloseTo(turn % 180 === 0 || size[0] > box[0] ? point[axis] : (seen[axis] ?? 0))
      }
    }
})

test('a page on its side is as wide as the box too, and its ruler tells of no height', () => {
  expect(sizeOf(1000, 1, 0, 1.4)).toEqual([1000, 1400])
  expect(sizeOf(1400, 1, 90, 1.4)).toEqual([1400, 1000])
  expect([0, 90, 180, 270].map((turn) => markOf(turn, 0.25))).toEqual([0.25, null, 0.75, null])
})
