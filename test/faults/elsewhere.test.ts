// Copies elsewhere when something breaks in the middle: the server there falls, its line is slow, the clock here is wrong, the site is
// killed. Nothing is lost, nothing is half, and the next night works.
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { baseAt } from '../../src/db/bases.ts'
import { settingsStore } from '../../src/features/parametres/store.ts'
import { backupsFolder, listBackups, makeBackup } from '../../src/features/sauvegardes/actions/backups.ts'
import { sendCopy } from '../../src/features/sauvegardes/ailleurs/actions/copy.ts'
import { tryPlace } from '../../src/features/sauvegardes/ailleurs/actions/trial.ts'
import { backupIn, copyName, siteMark } from '../../src/features/sauvegardes/ailleurs/rules/remote-names.ts'
import type { Elsewhere } from '../../src/lib/elsewhere.ts'
import { silentLog } from '../../src/lib/log.ts'
import { contentAt } from '../features/mises-a-jour/support.ts'
import { siteCopiedTo } from '../features/sauvegardes/ailleurs/installed-support.ts'
import { s3Server } from '../support/places/s3.ts'
import { newKey, sftpServer } from '../support/places/sftp.ts'
import { webdavServer } from '../support/places/webdav.ts'
import { releve, start } from '../support/process.ts'
import { type Broken, brokenSite, pause, percentile, post, read, SECRET, serve, tell } from './support.ts'

vi.setConfig({ testTimeout: 600_000 })

const QUICK = { workFactor: 10, silenceMs: 4000 }
const KILLS = Number(process.env.FAULTS_KILLS ?? 6)
const PATIENCE = { timeout: 240_000, interval: 200 }

const installed = async (ailleurs: Elsewhere) => ({
  ...(await siteCopiedTo(ailleurs, SECRET)),
  marque: siteMark(SECRET),
})

const told = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'fait',
    (error: { message: string }) => error.message,
  )

test('the server there falls in the middle of a sending and comes back: the next copy is whole, and nothing else is there', async () => {
  const key = newKey().private
  const first = await sftpServer({ key })
  const { storage, ...site } = await installed(first.place)
  const { name } = await makeBackup({ storage, ...site }, 'quotidienne')
  const place = { ...first.place, cle_hote: '' }
  const known = { ...place, cle_hote: (await tryPlace(place)).cleHote ?? '' }
  first.site.mood = { bytesPerSecond: 400_000 }
  let isDown = false
  const progress = (percent: number) => {
    if (percent < 5 || isDown) return
    isDown = true
    first.stop()
  }
  expect(await told(sendCopy({ storage, ...site }, known, { ...QUICK, progress }))).toContain('coupée')
  expect(await told(sendCopy({ storage, ...site }, known, QUICK))).toContain('connexion a été refusée')
  const again = await sftpServer({ key, port: known.port, files: first.site.files })
  expect(again.names().every((one) => one.endsWith('.partiel'))).toBe(true)
  const { fichier } = await sendCopy({ storage, ...site }, known, QUICK)
  expect([again.names(), backupIn(fichier)]).toEqual([[fichier], name])
})

test('a line of 20 kB a second: the copy arrives in its time, and nobody waits for it', async () => {
  const there = await s3Server()
  const site: Broken = await brokenSite()
  settingsStore(site.storage, silentLog, SECRET).write({ ailleurs: there.place })
  there.site.mood = { bytesPerSecond: 20_000 }
  const { address } = await serve(site, { PROCESSES: '1' })
  const save = await releve(['db:backup'], site.storage)
  expect([save.code, save.err]).toEqual([0, ''])
  const before = []
  for (let n = 0; n < 30; n += 1) before.push(await timed(site, address))
  expect((await post(site, address, '/parametres/sauvegardes/ailleurs/copier', {})).status).toBe(303)
  const began = performance.now()
  const times: number[] = []
  while (there.names().length === 0 && performance.now() - began < 400_000) {
    times.push(await timed(site, address))
    await pause(100)
  }
  const seconds = (performance.now() - began) / 1000
  const journal = site.db.selectFrom('journal').select('detail').where('action', '=', 'copie.ailleurs')
  await expect.poll(async () => (await journal.execute()).length, PATIENCE).toBe(1)
  expect(times.length).toBeGreaterThan(10)
  expect(percentile(times, 0.5)).toBeLessThan(Math.max(200, 5 * percentile(before, 0.5)))
  tell(
    `a copy of ${Math.round(seconds)} s: ${times.length} pages meanwhile, half below ${Math.round(percentile(times, 0.5))} ms (${Math.round(percentile(before, 0.5))} before), the longest ${Math.round(Math.max(...times))}`,
  )
})

async function timed(site: Broken, address: string): Promise<number> {
  const before = performance.now()
  expect(await read(site, address)).toBe(200)
  return performance.now() - before
}

test('a clock that was set back years takes no copy away, and says what is wrong where the service there minds', async () => {
  const there = await s3Server()
  const site = await installed(there.place)
  await makeBackup(site, 'quotidienne')
  const night = (at: string) => copyName(`releves-${at}-020000-quotidienne.tar`, site.marque)
  const nights = ['20261118', '20261119', '20261120'].map(night)
  for (const name of nights) there.put(name, name)
  const back = { ...site, clock: () => new Date('2019-01-01T00:00:00.000Z') }
  await sendCopy(back, there.place, QUICK)
  expect(nights.every((name) => there.names().includes(name))).toBe(true)
  there.site.aheadMs = 7 * 365 * 86_400_000
  expect(await told(sendCopy(site, there.place, QUICK))).toContain('L’heure du serveur du site et celle du stockage')
  there.site.aheadMs = 0
  const { fichier } = await sendCopy(site, there.place, QUICK)
  expect(there.names()).toContain(fichier)
})

test('killed while it sends: the next one sends the same backup whole, and what was half is gone', async () => {
  const there = await webdavServer()
  const site = await installed(there.place)
  const { name } = await makeBackup(site, 'quotidienne')
  // Some servers keep what came of a sending that broke off.
  const half = () => there.put(`${copyName(name, site.marque)}.partiel`, 'à moitié')
  for (let n = 0; n < KILLS; n += 1) {
    there.site.mood = { bytesPerSecond: 300_000 }
    const asked = there.site.asked.length
    const { child, end } = start('src/cli.ts', ['copie:envoyer'], { STORAGE_DIR: site.storage })
    await expect.poll(() => there.site.asked.length, PATIENCE).toBeGreaterThan(asked + 1)
    await pause(Math.random() * 1500)
    child.kill('SIGKILL')
    await end
    half()
    expect(
      there
        .names()
        .filter((one) => !one.endsWith('.partiel'))
        .map(backupIn),
    ).toEqual([])
  }
  there.site.mood = {}
  const sent = await releve(['copie:envoyer'], site.storage)
  expect([sent.code, sent.err.includes('Error')]).toEqual([0, false])
  expect(there.names().map(backupIn)).toEqual([name])
  expect(listBackups(site.storage).map((backup) => backup.name)).toEqual([name])
})

/** The content of the site once each of its sources has another title. */
async function changed({ address }: { address: string }, titre: string): Promise<string> {
  const db = baseAt(address).open()
  await db.updateTable('sources').set({ titre }).execute()
  await db.destroy()
  return JSON.stringify(await contentAt(address))
}

test('killed while it puts the site back from elsewhere: the site is the one of before or the one of the copy, and it can be done again', async () => {
  const there = await webdavServer()
  const site = await installed(there.place)
  const { name } = await makeBackup(site, 'quotidienne')
  expect((await releve(['copie:envoyer'], site.storage)).code).toBe(0)
  const copied = JSON.stringify(await contentAt(site.address))
  await site.db.destroy()
  const seen: string[] = []
  let whole = 0
  for (let n = 0; n <= KILLS; n += 1) {
    const since = await changed(site, `Changé ${n}`)
    expect(since).not.toBe(copied)
    // It comes from elsewhere each time.
    rmSync(join(backupsFolder(site.storage), name))
    const began = performance.now()
    const { child, end } = start('src/cli.ts', ['copie:restaurer'], { STORAGE_DIR: site.storage })
    if (n > 0) {
      await pause((whole * (n - 0.5)) / KILLS)
      child.kill('SIGKILL')
    }
    await end
    if (n === 0) whole = performance.now() - began
    // Whatever was broken off is ended by the next command that opens the site.
    expect((await releve(['status'], site.storage)).err).not.toContain('Error')
    const now = JSON.stringify(await contentAt(site.address))
    seen.push(now === copied ? 'copie' : now === since ? 'avant' : 'moitié')
    if (!existsSync(join(backupsFolder(site.storage), name)))
      await releve(['copie:restaurer', '--sans-restaurer'], site.storage)
  }
  expect(seen).not.toContain('moitié')
  const last = await releve(['copie:restaurer'], site.storage)
  expect([last.code, last.err.includes('Error')]).toEqual([0, false])
  expect(JSON.stringify(await contentAt(site.address))).toBe(copied)
  tell(`killed within ${Math.round(whole)} ms: ${seen.join(', ')}`)
})
