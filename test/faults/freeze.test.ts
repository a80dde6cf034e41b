// A PostgreSQL server that is frozen (SIGSTOP) under use and thaws (reliability.md T30), and one that is only slow.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { migrateToLatest } from '../../src/db/migrate.ts'
import { openDatabase } from '../../src/db/open.ts'
import { importById } from '../../src/features/imports/queries/imports.ts'
import { isPostgres } from '../support/db.ts'
import { temporaryFolder } from '../support/folder.ts'
import { databaseUrl, runSql, startPostgres } from '../support/postgres.ts'
import { start } from '../support/process.ts'
import { type Broken, brokenSite, freePort, lost, pause, post, read, recordOf, serve, stored, tell } from './support.ts'
import { importing, PLACES, placesOf } from './support-import.ts'

/** An address of this machine that no other run listens at. */
const OWN_HOST = `127.77.${(process.pid >> 8) & 255}.${process.pid & 255 || 1}`

/** A server of this test's own with a site in it. `way`: how the site reaches it. */
async function ownServer(way: 'socket' | 'tcp') {
  const server = await startPostgres(undefined, [`listen_addresses=${OWN_HOST}`])
  onTestFinished(() => server.stop())
  await runSql(server.url, 'create database site')
  const address = new URL(databaseUrl(server.url, 'site'))
  const folder = address.searchParams.get('host') ?? ''
  if (way === 'tcp') {
    address.searchParams.delete('host')
    address.host = OWN_HOST
  }
  const db = openDatabase(address.href)
  onTestFinished(() => db.destroy())
  await migrateToLatest(db)
  const site = await brokenSite(temporaryFolder(), Promise.resolve({ url: address.href, db }))
  return { site, pid: Number(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[0]) }
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

/** Stops a server in its tracks: all its processes, or only the one that takes connections. The result lets it go on. */
function freeze(pid: number, what: 'tout' | 'accueil'): () => void {
  process.kill(pid, 'SIGSTOP')
  const held = what === 'tout' ? [pid, ...childrenOf(pid)] : [pid]
  for (const one of held) process.kill(one, 'SIGSTOP')
  return () => {
    for (const one of held) process.kill(one, 'SIGCONT')
  }
}

interface Answer {
  kind: string
  status: number
  at: number
  ms: number
  fields?: Record<string, string>
}

/** Twenty requests a second, one in four of each kind, whatever becomes of them. */
function crowd(site: Broken, address: string, asset: string) {
  const answers: Answer[] = []
  const under = new Set<Promise<void>>()
  let n = 0
  const get = async (path: string) => {
    const answer = await fetch(new URL(path, address), { headers: { cookie: `session=${site.session}` } })
    await answer.arrayBuffer()
    return answer.status
  }
  const one = async (kind: string, path: string, fields?: Record<string, string>) => {
    const before = performance.now()
    const asked = fields ? post(site, address, path, fields).then(({ status }) => status) : get(path)
    const status = await asked.catch(() => 0)
    answers.push({ kind, status, at: before, ms: performance.now() - before, ...(fields && { fields }) })
  }
  const timer = setInterval(() => {
    n += 1
    const kinds = [
      () => one('lecture', '/profil'),
      () => one('saisie', `/sources/${site.sourceId}/releves`, recordOf(`acte ${n}`)),
      () => one('fichier', asset),
      () => one('sante', '/sante'),
    ]
    const asked = kinds[n % kinds.length]?.() ?? Promise.resolve()
    under.add(asked)
    void asked.then(() => under.delete(asked))
  }, 50)
  const stop = async () => {
    clearInterval(timer)
    await Promise.all(under)
  }
  onTestFinished(() => clearInterval(timer))
  return { answers, stop }
}

const slowest = (answers: readonly Answer[]): number => Math.round(Math.max(0, ...answers.map(({ ms }) => ms)))
const FROZEN_MS = Number(process.env.FAULTS_GEL_MS ?? 15_000)

describe.runIf(isPostgres)('PostgreSQL', () => {
  test.each([
    ['socket', 'tout'],
    ['tcp', 'tout'],
    ['tcp', 'accueil'],
  ] as const)(
    'frozen (%s, %s): refused in time, files served, well again by itself, no record lost nor doubled',
    async (way, what) => {
      const { site, pid } = await ownServer(way)
      const { address, child, ended, end } = await serve(site)
      const asset = /\/assets\/[^"]+\.css/.exec(await (await fetch(new URL('/login', address))).text())?.[0] ?? ''
      const { answers, stop } = crowd(site, address, asset)
      await pause(2000)
      const thaw = freeze(pid, what)
      const from = performance.now()
      await pause(FROZEN_MS).finally(thaw)
      const until = performance.now()
      await pause(6000)
      await stop()
      const during = answers.filter(({ at, ms }) => at + ms >= from && at < until)
      const of = (...kinds: string[]) => during.filter(({ kind }) => kinds.includes(kind))
      const well = answers.find(({ kind, status, at, ms }) => kind === 'saisie' && status === 303 && at + ms > until)
      const back = (well?.at ?? 0) + (well?.ms ?? Number.POSITIVE_INFINITY) - until
      const sent = answers.filter(({ kind }) => kind === 'saisie')
      const [saved, uncertain] = [
        sent.filter(({ status }) => status === 303),
        sent.filter(({ status }) => status !== 303),
      ]
      const name = ({ fields }: Answer) => fields?.['data[nom]'] ?? ''
      const before = await stored(site.db)
      const after = uncertain.filter((one) => before.has(name(one))).length
      for (const { fields = {} } of uncertain)
        expect((await post(site, address, `/sources/${site.sourceId}/releves`, fields)).status).toBe(303)
      tell(
        `frozen ${way} ${what}: ${during.length} answers, slowest ${slowest(of('lecture', 'saisie'))} ms, files ${slowest(of('fichier'))} ms, /sante ${slowest(of('sante'))} ms; back after ${Math.round(back)} ms; ${saved.length} saved, ${uncertain.length} refused, ${after} of them stored all the same`,
      )
      expect(lost(await stored(site.db), sent.map(name))).toEqual([])
      expect(new Set(of('fichier').map(({ status }) => status))).toEqual(new Set([200]))
      expect(slowest(of('lecture', 'saisie', 'sante'))).toBeLessThan(3000)
      expect(slowest(of('fichier'))).toBeLessThan(1000)
      if (what === 'tout')
        expect(
          new Set(
            of('sante')
              .filter(({ at }) => at > from)
              .map(({ status }) => status),
          ),
        ).toEqual(new Set([503]))
      expect(answers.filter(({ status }) => ![200, 303, 503].includes(status))).toEqual([])
      expect(back).toBeLessThan(5000)
      expect(ended.out).not.toContain('"a process ended')
      child.kill('SIGTERM')
      expect((await end).code).toBe(0)
    },
    120_000,
  )

  test('an import that is frozen goes on, and a site that starts beside a frozen server comes by itself', async () => {
    const { site, pid } = await ownServer('tcp')
    const first = await serve(site)
    const imported = await importing(site)
    const thaw = freeze(pid, 'tout')
    await pause(5000).finally(thaw)
    const from = performance.now()
    const etat = async () => (await importById(site.db, imported))?.etat
    await expect.poll(etat, { timeout: 90_000, interval: 200 }).toBe('termine')
    const done = Math.round(performance.now() - from)
    expect([await placesOf(site.db), (await importById(site.db, imported))?.creees]).toEqual([PLACES, PLACES])
    first.child.kill('SIGTERM')
    expect((await first.end).code).toBe(0)
    const port = await freePort()
    const thawAgain = freeze(pid, 'tout')
    const { child, end } = start('src/main.ts', [], { STORAGE_DIR: site.storage, PORT: String(port) })
    const look = () => read(site, `http://127.0.0.1:${port}`).catch(() => 0)
    await expect.poll(look, { timeout: 20_000, interval: 200 }).toBe(503).finally(thawAgain)
    const before = performance.now()
    await expect.poll(look, { timeout: 20_000, interval: 100 }).toBe(200)
    const back = Math.round(performance.now() - before)
    tell(`frozen import: done ${done} ms after the thaw; started beside a frozen server: there after ${back} ms`)
    expect(back).toBeLessThan(5000)
    child.kill('SIGTERM')
    expect((await end).code).toBe(0)
  }, 180_000)

  test('slow is not frozen: what waits six seconds for a lock is answered', async () => {
    const { site } = await ownServer('tcp')
    const { address, child, end } = await serve(site)
    const holder = site.db.transaction().execute(async (trx) => {
      await sql`lock table sessions in access exclusive mode`.execute(trx)
      await sql`select pg_sleep(6)`.execute(trx)
    })
    await pause(300)
    const before = performance.now()
    const answer = await fetch(new URL('/profil', address), { headers: { cookie: `session=${site.session}` } })
    const ms = Math.round(performance.now() - before)
    await holder
    tell(`slow: answered ${answer.status} after ${ms} ms`)
    expect([answer.status, ms > 5000]).toEqual([200, true])
    child.kill('SIGTERM')
    expect((await end).code).toBe(0)
  }, 60_000)
})
