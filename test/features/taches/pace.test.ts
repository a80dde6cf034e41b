import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Pace } from '../../../src/features/taches/pace.ts'

const MOST = 1000
const TURN_MS = 20

test('batches grow while they are quick, and shrink when they keep others from writing', async () => {
  const pace = new Pace({ most: MOST, turnMs: () => TURN_MS })
  const batch = (work: () => unknown) =>
    pace.time(async (begun) => {
      begun()
      await work()
      return pace.size
    })
  // A busy machine may hold one up.
  for (let n = 0; n < 20 && pace.size < MOST; n += 1) await batch(() => undefined)
  expect(pace.size).toBe(MOST)
  await batch(() => sleep(100))
  expect(pace.size).toBeLessThanOrEqual(200)
  const small = pace.size
  await batch(() => sleep(100))
  expect(pace.size).toBeLessThanOrEqual(small / 4)
  expect(pace.size).toBeGreaterThan(0)
})

test('waiting for others to write keeps nobody waiting, and a last short batch says nothing', async () => {
  const pace = new Pace({ most: MOST, turnMs: () => TURN_MS })
  const waiting = async (begun: () => void) => {
    await sleep(30)
    begun()
    return pace.size
  }
  for (let n = 0; n < 20 && pace.size < MOST; n += 1) await pace.time(waiting)
  expect(pace.size).toBe(MOST)
  await pace.time(async () => {
    await sleep(100)
    return 10
  })
  expect(pace.size).toBe(MOST)
})
