// The process beside the one that serves is killed, stopped, or left alone in the middle of an import.
import { expect, test } from 'vitest'
import { isAlive } from '../../src/lib/processes.ts'
import { isPostgres } from '../support/db.ts'
import { serve, serving } from './support.ts'
import { besides, expectPrepared, expectWhole, importingActs, now, PATIENCE, pair } from './support-beside.ts'

test('a process that dies at its work is a failed attempt: the next one goes on where it was', async () => {
  const { site, begin, isDone, task } = await importingActs()
  await begin()
  const { server, beside = 0 } = pair(site)
  process.kill(beside, 'SIGKILL')
  await expect.poll(async () => (await task()).etat, PATIENCE).toBe('attente')
  expect(await task()).toMatchObject({ essais: 1, erreur: expect.stringContaining('la mémoire a pu manquer') })
  await site.db.updateTable('taches').set({ pas_avant: now().toISOString() }).where('etat', '=', 'attente').execute()
  await isDone()
  await expectWhole(site)
  expect([pair(site).server, pair(site).beside === beside]).toEqual([server, false])
}, 120_000)

test('a stop leaves the task at a safe point, and the end of who serves is the end of who works beside', async () => {
  const first = await importingActs()
  const { site } = first
  await first.begin()
  const stopped = pair(site)
  first.child.kill('SIGTERM')
  expect([(await first.end).code, isAlive(stopped.beside ?? 0)]).toEqual([0, false])
  expect([await first.task(), (await first.find()).etat]).toMatchObject([{ etat: 'attente', essais: 0 }, 'en_cours'])
  await serve(site, { PROCESSES: '1' })
  await expect.poll(() => pair(site).beside, PATIENCE).toBeDefined()
  const killed = pair(site)
  process.kill(killed.server, 'SIGKILL')
  await expect.poll(() => isAlive(killed.beside ?? 0), PATIENCE).toBe(false)
  await site.db.updateTable('taches').set({ bail: now().toISOString() }).where('etat', '=', 'en_cours').execute()
  await first.isDone()
  await expectWhole(site)
}, 120_000)

test.skipIf(isPostgres)(
  'on SQLite one of the processes of a site has one beside it, which goes on with the next task',
  async () => {
    const { site, begin, isDone } = await importingActs(2)
    await expect.poll(() => serving(site).length, PATIENCE).toBe(2)
    const first = besides(site)
    expect(first).toHaveLength(1)
    await begin()
    expect(besides(site)).toEqual(first)
    await isDone()
    expect(besides(site)).toEqual(first)
    await expectWhole(site)
  },
  120_000,
)

test('a process that stands ready for an import does it, and one that dies before is no failure of it', async () => {
  let ready = 0
  const before = async (...served: Parameters<typeof expectPrepared>) => {
    ready = await expectPrepared(...served)
  }
  const { site, begin, isDone, task } = await importingActs(1, { before })
  expect(besides(site)).toEqual([ready])
  process.kill(ready, 'SIGKILL')
  await expect.poll(() => besides(site), PATIENCE).toEqual([])
  await begin()
  expect(besides(site)).not.toEqual([ready])
  await isDone()
  await expect.poll(async () => (await task()).etat, PATIENCE).toBe('faite')
  expect((await task()).essais).toBe(1)
  await expectWhole(site)
}, 120_000)
