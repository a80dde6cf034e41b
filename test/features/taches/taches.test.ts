import { expect, test } from 'vitest'
import {
  claim,
  enqueue,
  fail,
  LEASE_MS,
  MAX_ATTEMPTS,
  purgeTasks,
  renew,
  retryDelayMs,
} from '../../../src/features/taches/actions.ts'
import { runTasks, startTaskLoop, type TaskDeps, type TaskHandlers } from '../../../src/features/taches/loop.ts'
import { testApp } from '../../support/app.ts'

const START = new Date('2026-11-21T10:00:00.000Z')
const after = (ms: number) => new Date(START.getTime() + ms)

/** A site with a clock that the test moves. */
async function site() {
  const t = await testApp()
  let now = START
  const deps: TaskDeps = { ...t.deps, clock: () => now }
  return {
    ...t,
    deps,
    at: (ms: number) => {
      now = after(ms)
    },
    task: () => t.db.selectFrom('taches').selectAll().executeTakeFirstOrThrow(),
  }
}

test('a task exists if and only if the transaction that wrote it did', async () => {
  const t = await site()
  const lost = t.db.transaction().execute(async (trx) => {
    await enqueue(trx, { kind: 'essai', payload: {} }, START)
    throw new Error('rolled back')
  })
  await expect(lost).rejects.toThrow('rolled back')
  const seen: unknown[] = []
  const handlers: TaskHandlers = {
    essai: {
      run: async (_deps, { task }) => {
        seen.push(task.payload)
      },
    },
  }
  expect(await runTasks(t.deps, handlers)).toBe(0)
  await t.db.transaction().execute((trx) => enqueue(trx, { kind: 'essai', payload: { n: 1, texte: '[1]' } }, START))
  expect(await runTasks(t.deps, handlers)).toBe(1)
  expect(seen).toEqual([{ n: 1, texte: '[1]' }])
  expect(await t.task()).toMatchObject({ etat: 'faite', essais: 1, bail: null, progres: 100 })
  expect(await runTasks(t.deps, handlers)).toBe(0)
})

test('many workers at once run every task exactly once', async () => {
  const t = await site()
  for (let n = 0; n < 40; n += 1) await enqueue(t.db, { kind: 'essai', payload: { n } }, START)
  const runs: number[] = []
  const handlers: TaskHandlers = {
    essai: {
      async run(_deps, { task, alive }) {
        await alive(50)
        runs.push(Number(task.payload.n))
      },
    },
  }
  let left = 40
  while (left > 0) {
    const counts = await Promise.all(Array.from({ length: 6 }, () => runTasks(t.deps, handlers)))
    left -= counts.reduce((sum, n) => sum + n, 0)
  }
  expect(runs.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, n) => n))
  expect(left).toBe(0)
})

test('a task whose holder died is taken up when its lease ends, not before', async () => {
  const t = await site()
  await enqueue(t.db, { kind: 'essai', payload: {} }, START)
  const first = await claim(t.db, ['essai'], START)
  expect(first?.essais).toBe(1)
  expect(await claim(t.db, ['essai'], after(LEASE_MS - 1))).toBeUndefined()
  const second = await claim(t.db, ['essai'], after(LEASE_MS + 1))
  expect(second).toMatchObject({ id: first?.id, essais: 2 })
  // The first holder was only slow: it learns that the task is no longer its own, and changes nothing more.
  if (!first || !second) throw new Error('both were claimed')
  expect(await renew(t.db, first, after(LEASE_MS + 2))).toBe(false)
  expect(await renew(t.db, second, after(LEASE_MS + 2))).toBe(true)
  expect(await claim(t.db, ['essai'], after(2 * LEASE_MS + 1))).toBeUndefined()
})

test('a clock that was a year ahead has no task wait for a year', async () => {
  const t = await site()
  const wrong = after(365 * 86_400_000)
  await enqueue(t.db, { kind: 'essai', payload: { n: 1 } }, wrong)
  const held = await claim(t.db, ['essai'], START)
  expect(held?.payload).toEqual({ n: 1 })
  if (held) await renew(t.db, held, wrong)
  // Its holder was killed, and the clock put right.
  expect(await claim(t.db, ['essai'], after(LEASE_MS))).toMatchObject({ id: held?.id, essais: 2 })
  expect(await claim(t.db, ['essai'], after(LEASE_MS + 1))).toBeUndefined()
})

test('a failed task comes back later each time and is parked after the last attempt, with its error', async () => {
  const t = await site()
  await enqueue(t.db, { kind: 'essai', payload: {} }, START)
  const parked: unknown[] = []
  const handlers: TaskHandlers = {
    essai: {
      run: () => Promise.reject(new Error('le serveur ne répond pas')),
      parked: async (_deps, task, error) => {
        parked.push([task.essais, error instanceof Error && error.message])
      },
    },
  }
  let now = 0
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    expect(await runTasks(t.deps, handlers)).toBe(1)
    const row = await t.task()
    expect([row.essais, row.erreur]).toEqual([attempt, 'le serveur ne répond pas'])
    if (attempt < MAX_ATTEMPTS) {
      const wait = Date.parse(row.pas_avant) - START.getTime() - now
      const least = 5000 * 2 ** (attempt - 1)
      expect(wait).toBeGreaterThanOrEqual(least)
      expect(wait).toBeLessThanOrEqual(least * 1.25)
      expect(await runTasks(t.deps, handlers)).toBe(0)
      now += wait
      t.at(now)
    }
  }
  expect(await t.task()).toMatchObject({ etat: 'garee', bail: null })
  expect(parked).toEqual([[MAX_ATTEMPTS, 'le serveur ne répond pas']])
  t.at(now + 86_400_000)
  expect(await runTasks(t.deps, handlers)).toBe(0)
  expect(t.failures).toHaveLength(MAX_ATTEMPTS)
})

test('delays never pass an hour and a quarter', () => {
  for (const essais of [1, 5, 12, 40]) expect(retryDelayMs(essais)).toBeLessThanOrEqual(3_600_000 * 1.25)
})

test('the loop runs what is written while it waits, and stops at a safe point', async () => {
  const t = await site()
  let steps = 0
  const handlers: TaskHandlers = {
    bref: { run: async () => undefined },
    long: {
      async run(_deps, { alive }) {
        for (;;) {
          steps += 1
          await alive(1)
          await new Promise((go) => setTimeout(go, 1))
        }
      },
    },
  }
  const loop = startTaskLoop(t.deps, handlers, { pollMs: 60_000 })
  await enqueue(t.db, { kind: 'bref', payload: {} }, START)
  await expect.poll(async () => (await t.task()).etat, { timeout: 5000 }).toBe('faite')
  await enqueue(t.db, { kind: 'long', payload: {} }, START)
  await expect.poll(() => steps, { timeout: 5000 }).toBeGreaterThan(2)
  await loop.stop()
  const stopped = await t.db.selectFrom('taches').selectAll().where('kind', '=', 'long').executeTakeFirstOrThrow()
  expect(stopped).toMatchObject({ etat: 'attente', essais: 0, bail: null })
  const before = steps
  await new Promise((go) => setTimeout(go, 20))
  expect(steps).toBe(before)
  expect(t.failures).toEqual([])
})

test('what another version of the application left is not touched; done tasks are purged, parked ones stay', async () => {
  const t = await site()
  await enqueue(t.db, { kind: 'inconnue', payload: {} }, START)
  expect(await runTasks(t.deps, { essai: { run: async () => undefined } })).toBe(0)
  await enqueue(t.db, { kind: 'essai', payload: {} }, START)
  const task = await claim(t.db, ['essai'], START)
  if (!task) throw new Error('claimed')
  await fail(t.db, { ...task, essais: task.essais }, new Error('x'), START)
  await t.db.updateTable('taches').set({ etat: 'garee' }).where('id', '=', task.id).execute()
  await enqueue(t.db, { kind: 'essai', payload: {} }, START)
  await runTasks(t.deps, { essai: { run: async () => undefined } })
  await purgeTasks(t.db, after(1))
  const rows = await t.db.selectFrom('taches').select('etat').orderBy('id').execute()
  expect(rows.map((row) => row.etat)).toEqual(['attente', 'garee'])
})

test('where one works at a time, a task waits for the one in hand, and no longer than its holder lives', async () => {
  const t = await site()
  const [kinds, others] = [['lourd', 'autre'], ['courrier']]
  for (const kind of ['lourd', 'autre', 'courrier']) await enqueue(t.db, { kind, payload: {} }, START)
  expect(await claim(t.db, kinds, START, true)).toMatchObject({ kind: 'lourd' })
  expect(await claim(t.db, kinds, after(1000), true)).toBeUndefined()
  expect(await claim(t.db, others, after(1000), true)).toMatchObject({ kind: 'courrier' })
  const lost = after(LEASE_MS + 1)
  expect(await claim(t.db, kinds, lost, true)).toMatchObject({ kind: 'lourd', essais: 2 })
  expect(await claim(t.db, kinds, lost, true)).toBeUndefined()
  expect(await claim(t.db, kinds, lost)).toMatchObject({ kind: 'autre' })
})
