// Background work is done by a process of its own, beside the one that serves.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { isAlive } from '../../src/lib/processes.ts'
import { read, save } from '../faults/support.ts'
import { expectWhole, importingActs, PATIENCE, pair } from '../faults/support-beside.ts'

/** The steps of `nice` at which the threads of a process run. */
const stepsOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).map((thread) => {
    const state = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')
    // Behind the name, in brackets, the state is the third field and this one the nineteenth.
    return Number(state.slice(state.lastIndexOf(')') + 2).split(' ')[16])
  })

test('the process that serves does nothing of an import, and what people save gets in between two batches', async () => {
  const { site, address, begin, isDone, task, child, end } = await importingActs()
  await begin()
  expect([await read(site, address, `/sources/${site.sourceId}/releves`), await save(site, address, 'Entre')]).toEqual([
    200, 303,
  ])
  const { server, beside } = pair(site)
  // Those with which V8 compiles and cleans as well, which are there before any line of ours.
  expect(Math.min(...stepsOf(beside ?? 0))).toBeGreaterThanOrEqual(Math.max(...stepsOf(server)) + 5)
  // Frozen, it would hold up whatever went through it.
  process.kill(server, 'SIGSTOP')
  onTestFinished(() => void (isAlive(server) && process.kill(server, 'SIGCONT')))
  await isDone()
  process.kill(server, 'SIGCONT')
  await expect.poll(async () => (await task()).etat, PATIENCE).toBe('faite')
  await expectWhole(site)
  const { id } = await site.db.selectFrom('releves').select('id').where('nom', '=', 'Entre').executeTakeFirstOrThrow()
  const around = await site.db.selectFrom('releves').select('id').where('import_id', 'is not', null).execute()
  expect([around.some((one) => one.id < id), around.some((one) => one.id > id)]).toEqual([true, true])
  child.kill('SIGTERM')
  expect([(await end).code, isAlive(beside ?? 0)]).toEqual([0, false])
}, 120_000)
