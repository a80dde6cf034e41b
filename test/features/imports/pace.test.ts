import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Pace } from '../../../src/features/imports/rules/breath.ts'

const MOST = 1000

function busyFor(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

test('batches grow while they are quick, and shrink when they keep everybody waiting', async () => {
  // Until the loop has turned once, it does not know how busy it was.
  await setImmediate()
  const pace = new Pace(MOST)
  const batch = (work: () => unknown) =>
    pace.time(async () => {
      await work()
      return pace.size
    })
  // A busy machine may hold one up.
  for (let n = 0; n < 20 && pace.size < MOST; n += 1) await batch(() => undefined)
  expect(pace.size).toBe(MOST)
  await batch(() => busyFor(150))
  expect(pace.size).toBeLessThan(MOST / 2)
  const small = pace.size
  await batch(() => busyFor(150))
  expect(pace.size).toBeLessThanOrEqual(small)
  expect(pace.size).toBeGreaterThan(0)
})

test('waiting for the database keeps nobody from this process, and a last short batch says nothing', async () => {
  await setImmediate()
  const pace = new Pace(MOST)
  const waiting = async () => {
    await sleep(100)
    return pace.size
  }
  for (let n = 0; n < 20 && pace.size < MOST; n += 1) await pace.time(waiting)
  expect(pace.size).toBe(MOST)
  await pace.time(async () => {
    busyFor(100)
    return 10
  })
  expect(pace.size).toBe(MOST)
})
