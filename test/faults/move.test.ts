// A site that moves to the other engine while people read, save, type and import: what was acknowledged is there, what was not
// carried was refused.
import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { baseAt } from '../../src/db/bases.ts'
import { migrateToLatest } from '../../src/db/migrate.ts'
import { openDatabase } from '../../src/db/open.ts'
import { importById } from '../../src/features/imports/queries/imports.ts'
import { randomToken } from '../../src/lib/crypto.ts'
import { isPostgres } from '../support/db.ts'
import { temporaryFolder } from '../support/folder.ts'
import { releve } from '../support/process.ts'
import { postgresDatabase, sharedDb } from '../support/shared-db.ts'
import {
  type Broken,
  brokenSite,
  formOf,
  lost,
  pause,
  post,
  read,
  recordOf,
  save,
  serve,
  stored,
  tell,
  work,
} from './support.ts'
import { importing, PLACES, placesOf } from './support-import.ts'

/** A form over a slow line: begun now, at its end after so long. Its status; 0 where it was cut. */
function postSlowly(site: Broken, address: string, nom: string, ms: number): Promise<number> {
  const body = Buffer.from(formOf(site, recordOf(nom)).toString())
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': body.length,
    cookie: `session=${site.session}`,
  }
  return new Promise((resolve) => {
    const sending = request(new URL(`/sources/${site.sourceId}/releves`, address), {
      method: 'POST',
      headers,
      agent: false,
    })
    sending.on('response', (answer) => {
      answer.resume()
      answer.on('close', () => resolve(answer.statusCode ?? 0))
    })
    sending.on('error', () => resolve(0))
    sending.write(body.subarray(0, 40))
    setTimeout(() => sending.end(body.subarray(40)), ms)
  })
}

async function siteOn(engine: 'sqlite' | 'postgres'): Promise<Broken> {
  const folder = temporaryFolder()
  if (isPostgres === (engine === 'postgres')) return brokenSite(folder, sharedDb(folder))
  const url = `sqlite:${folder}/database.sqlite`
  const db = openDatabase(url)
  onTestFinished(() => db.destroy())
  await migrateToLatest(db)
  return brokenSite(folder, Promise.resolve({ url, db }))
}

/** Forms that take so long to arrive: some end while nobody can write, some when the site is elsewhere. */
const SLOW_MS = [500, 1500, 3000, 5000, 8000, 11_000, 12_500, 14_000, 16_000, 20_000, 30_000]

describe.runIf(isPostgres)('db:transfer of a site that is used', () => {
  test.each([
    ['sqlite', 'postgres'],
    ['postgres', 'sqlite'],
  ] as const)(
    '%s to %s: read all the time, nothing acknowledged is lost, the import goes on over there',
    async (from, to) => {
      const site = await siteOn(from)
      const { address, child, ended, end } = await serve(site)
      const imported = await importing(site)
      const stop = work(site, address, 2)
      const reads: { status: number; ms: number }[] = []
      let isOn = true
      const reader = (async () => {
        while (isOn) {
          const before = performance.now()
          const status = await read(site, address).catch(() => 0)
          reads.push({ status, ms: performance.now() - before })
          await pause(30)
        }
      })()
      await pause(1500)
      const slow = SLOW_MS.map((ms) => postSlowly(site, address, `lent ${ms}`, ms))
      await post(site, address, '/brouillons', {
        ...recordOf('brouillon'),
        source: String(site.sourceId),
        cle: randomToken(),
      })
      const before = performance.now()
      const given = to === 'postgres' ? await postgresDatabase() : 'sqlite:deplacee.sqlite'
      const moved = await releve(['db:transfer', '--to', given], site.storage)
      const took = performance.now() - before
      const statuses = await Promise.all(slow)
      await pause(1000)
      const { saved, refused } = await stop()
      const acknowledged = [...saved, ...SLOW_MS.filter((_, n) => statuses[n] === 303).map((ms) => `lent ${ms}`)]
      expect([moved.code, moved.err]).toEqual([0, expect.any(String)])
      const target = JSON.parse(readFileSync(join(site.storage, 'config.json'), 'utf8')).database as string
      const db = baseAt(target.replace('sqlite:', `sqlite:${site.storage}/`)).open()
      onTestFinished(() => db.destroy())
      await expect
        .poll(async () => (await importById(db, imported))?.etat, { timeout: 90_000, interval: 200 })
        .toBe('termine')
      isOn = false
      await reader
      tell(
        `${from} to ${to} in ${Math.round(took)} ms: ${saved.length} saved, ${refused.length} told to wait (${[...new Set(refused)]}); slow forms ${statuses}; ${reads.length} reads, ${reads.filter(({ status }) => status !== 200).length} failed, slowest ${Math.round(Math.max(...reads.map(({ ms }) => ms)))} ms`,
      )
      const counts = await stored(db)
      expect([lost(counts, acknowledged), [...counts.values()].filter((n) => n > 1)]).toEqual([[], []])
      expect(new Set(refused)).toEqual(new Set([503]))
      expect(statuses.filter((status) => ![303, 503].includes(status))).toEqual([])
      expect(new Set(reads.map(({ status }) => status))).toEqual(new Set([200]))
      expect([await placesOf(db), (await importById(db, imported))?.creees]).toEqual([PLACES, PLACES])
      expect(await db.selectFrom('brouillons').select('id').execute()).toHaveLength(1)
      expect(ended.out).not.toContain('closing failed')
      child.kill('SIGTERM')
      expect((await end).code).toBe(0)
    },
    300_000,
  )
})

test('a new database that cannot be opened: the site goes on with the one it has', async () => {
  const site = await brokenSite()
  const { address, child, ended, end } = await serve(site)
  const file = join(site.storage, 'config.json')
  const config = readFileSync(file, 'utf8')
  writeFileSync(file, JSON.stringify({ ...JSON.parse(config), database: 'postgres://personne@127.0.0.1:1/nulle-part' }))
  await expect.poll(() => ended.out, { timeout: 10_000 }).toContain('cannot be opened')
  expect([await read(site, address), await save(site, address, 'entre-temps')]).toEqual([200, 303])
  writeFileSync(file, config)
  await pause(4000)
  expect([await read(site, address), await save(site, address, 'ensuite')]).toEqual([200, 303])
  child.kill('SIGTERM')
  expect((await end).code).toBe(0)
}, 60_000)
