import { expect, test } from 'vitest'
import { firstHeapMib, heapMib, niceSteps, nurseryMib, processesFor, thisMachine } from '../../src/process/machine.ts'

const machine = (cores: number, memoryMib: number, isRaspberry = false) => ({ cores, memoryMib, isRaspberry })

test('SQLite has two processes where two cores and 1 GB are there, one on a Raspberry Pi; a server always two', () => {
  const counts = (one: ReturnType<typeof machine>) => [processesFor('sqlite', one), processesFor('postgres', one)]
  expect(counts(machine(2, 960))).toEqual([2, 2])
  expect(counts(machine(1, 4000))).toEqual([1, 2])
  expect(counts(machine(4, 512))).toEqual([1, 2])
  expect(counts(machine(4, 8000, true))).toEqual([1, 2])
  expect(counts(machine(64, 256_000))).toEqual([2, 2])
})

test('the heap fits the machine, within bounds', () => {
  expect([500, 2048, 2600, 24_000].map((mib) => heapMib(machine(2, mib)))).toEqual([256, 256, 325, 384])
})

test('new objects have more room where two processes have it', () => {
  expect([machine(2, 2048), machine(1, 2048), machine(4, 8000, true)].map(nurseryMib)).toEqual([8, 4, 4])
})

test('work in the background stands further behind where there is a second core', () => {
  expect([machine(1, 960), machine(2, 960)].map(niceSteps)).toEqual([5, 10])
})

test('garbage of background work is left longer where there are 2 GB', () => {
  expect([1024, 1992, 24_000].map((memoryMib) => firstHeapMib({ memoryMib }))).toEqual([0, 200, 200])
})

test('this machine is one', () => {
  const { cores, memoryMib } = thisMachine()
  expect(cores).toBeGreaterThan(0)
  expect(memoryMib).toBeGreaterThan(100)
})
