// Processes that are killed or replaced while people save (reliability.md T24, T34, T35).
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isAlive } from '../../src/lib/processes.ts'
import { isPostgres } from '../support/db.ts'
import { brokenSite, lost, pause, percentile, read, serve, serving, stored, tell, work } from './support.ts'

const KILLS = Number(process.env.FAULTS_KILLS ?? 20)

test('kill -9 under writes: no acknowledged record is lost, none is there twice', async () => {
  const site = await brokenSite()
  const saved: string[] = []
  let { address, child, end } = await serve(site)
  for (let n = 0; n < KILLS; n += 1) {
    const stop = work(site, address, 4)
    await pause(200 + Math.random() * 800)
    const isWhole = n % 3 === 2
    const killed = isWhole ? [child.pid ?? 0, ...serving(site)] : serving(site)
    for (const pid of killed) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
    const before = performance.now()
    if (isWhole) {
      await end
      ;({ address, child, end } = await serve(site))
    }
    await expect.poll(() => read(site, address).catch(() => 0), { timeout: 30_000, interval: 50 }).toBe(200)
    const { saved: done } = await stop()
    saved.push(...done)
    tell(`kill ${n + 1}: ${done.length} acknowledged, back after ${Math.round(performance.now() - before)} ms`)
  }
  child.kill('SIGTERM')
  expect((await end).code).toBe(0)
  const counts = await stored(site.db)
  tell(`${KILLS} kills, ${saved.length} acknowledged, ${lost(counts, saved).length} lost or doubled`)
  expect(lost(counts, saved)).toEqual([])
  expect([...counts.values()].filter((times) => times > 1)).toEqual([])
  if (isPostgres) return
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(site.db)
  expect(rows).toEqual([{ integrity_check: 'ok' }])
}, 300_000)

test('three reloads and a stop under writes: every request is answered', async () => {
  const site = await brokenSite()
  const { address, child, ended, end } = await serve(site)
  const reloads = () => ended.out.split('"reloaded"').length - 1
  const stop = work(site, address, 8)
  for (let n = 1; n <= 3; n += 1) {
    await pause(1000)
    child.kill('SIGHUP')
    await expect.poll(reloads, { timeout: 60_000 }).toBe(n)
  }
  await pause(2000)
  const { saved, refused, times } = await stop()
  tell(`3 reloads: ${saved.length} saved, ${refused.length} failed, p99 ${Math.round(percentile(times, 0.99))} ms`)
  expect([refused, lost(await stored(site.db), saved)]).toEqual([[], []])
  expect(saved.length).toBeGreaterThan(50)
  child.kill('SIGTERM')
  expect((await end).code).toBe(0)
}, 180_000)
