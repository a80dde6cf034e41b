// An address with several hosts (src/db/dialect/postgres/hosts.ts): the one that takes what is written is found, and found again.
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { postgresDialect } from '../../src/db/dialect/postgres/dialect.ts'
import { Hosts, hostAddresses } from '../../src/db/dialect/postgres/hosts.ts'
import { KeepingClient } from '../../src/db/dialect/postgres/kept-plans.ts'
import { probePostgresUrl } from '../../src/db/dialect/probe.ts'
import { openDatabase } from '../../src/db/open.ts'
import type { Db } from '../../src/db/schema.ts'
import { describeAddress, tryDatabase } from '../../src/features/setup/database.ts'
import { isPooled, isPostgres } from '../support/db.ts'
import { ownServer, readSql, runSql } from '../support/postgres.ts'
import { followServer } from '../support/replica.ts'
import { postgresDatabase } from '../support/shared-db.ts'

vi.setConfig({ testTimeout: 60_000 })
const LOOK_MS = 50

test('an address names one host or several, with ports or as sockets', () => {
  expect(hostAddresses('postgres://u:p@a:5432,b:5433,c/base?sslmode=disable')).toEqual([
    'postgres://u:p@a:5432/base?sslmode=disable',
    'postgres://u:p@b:5433/base?sslmode=disable',
    'postgres://u:p@c/base?sslmode=disable',
  ])
  expect(hostAddresses('postgres://u@localhost/base?host=%2Fa%2C%2Fb&sslmode=disable')).toEqual([
    'postgres://u@localhost/base?host=%2Fa&sslmode=disable',
    'postgres://u@localhost/base?host=%2Fb&sslmode=disable',
  ])
  for (const one of ['postgres://u:a%2Cb@h/base', 'postgres://u@localhost/base?host=/tmp', 'postgres:///base'])
    expect(hostAddresses(one)).toEqual([one])
})

test('an address with several hosts is one that a site can be given, and is told without its password', async () => {
  const given = 'postgres://releves:secret@127.0.0.1:1,127.0.0.1:2/releves'
  expect(describeAddress(given)).toBe('PostgreSQL, base releves sur 127.0.0.1, 127.0.0.1')
  expect(describeAddress('postgres://u:p@a:5432,b:port/base')).toBe('adresse illisible')
  const tried = await tryDatabase('/tmp', { moteur: 'donnee' }, given)
  expect(tried).toMatchObject({ ok: false, message: expect.stringContaining('Connexion refusée') })
  const wrong = await tryDatabase('/tmp', { moteur: 'donnee' }, 'postgres://u:p@a:5432,b:port/base')
  expect(wrong).toMatchObject({ ok: false, message: expect.stringContaining('inconnue') })
})

test('connections through a pooler that leads to another kind of server are left, all of one host at once', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const hosts = new Hosts('postgres://u@a,b/base')
  let asked = 0
  let follows = false
  const clients = [1, 2].map(() => new KeepingClient())
  for (const client of clients) {
    vi.spyOn(client, 'query').mockImplementation(async () => {
      asked += 1
      return { rows: [{ follows }] }
    })
    hosts.opens(client)
  }
  const lead = () => Promise.all(clients.map((client) => hosts.leadsThere(client)))
  vi.advanceTimersByTime(100)
  expect([await lead(), asked]).toEqual([[true, true], 0])
  vi.advanceTimersByTime(1000)
  expect([await lead(), asked]).toEqual([[true, true], 2])
  follows = true
  vi.advanceTimersByTime(1000)
  expect(await hosts.leadsThere(clients[0] ?? new KeepingClient())).toBe(false)
  expect([await lead(), asked]).toEqual([[false, false], 3])
  expect(hosts.address).toContain('@b')
})

test.each(['EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ETIMEDOUT'])(
  'a machine that is away (%s) is one to wait for, or to leave for another',
  (code) => {
    const error = Object.assign(new Error(`connect ${code} 10.77.0.11:6432`), { code, syscall: 'connect' })
    expect(postgresDialect.errors.isUnavailable(error)).toBe(true)
  },
)

describe.runIf(isPostgres && !isPooled)('two hosts', () => {
  test('lead to the second where the machine of the first has gone with its name', async () => {
    const there = await postgresDatabase()
    const db = openDatabase(there.replace('host=', 'host=nulle-part.invalid%2C'))
    onTestFinished(() => db.destroy())
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  })

  async function pair() {
    const first = await ownServer(undefined, ['synchronous_commit=on', 'synchronous_standby_names=*'])
    onTestFinished(first.stop)
    const second = await followServer(first)
    onTestFinished(second.stop)
    const folder = (url: string) => new URL(url).searchParams.get('host')
    // The one that follows is asked first.
    const url = `postgres://postgres@localhost/postgres?host=${folder(second.url)},${folder(first.url)}`
    return { first, second, url }
  }

  const write = (db: Db) => sql`insert into t values (1)`.execute(db)

  /** How often it was refused until it was written. */
  async function untilWritten(db: Db): Promise<number> {
    for (let refusals = 0; ; refusals += 1) {
      try {
        await write(db)
        return refusals
      } catch (error) {
        if (!postgresDialect.errors.isUnavailable(error) || refusals > 300) throw error
        await new Promise((later) => setTimeout(later, 50))
      }
    }
  }

  test.each(['killed', 'frozen'])(
    'go on with the other where the first is %s, and lose nothing that was answered',
    async (how) => {
      const { first, second, url } = await pair()
      const db = openDatabase(url, { isWatched: true, lookMs: LOOK_MS, maxConnections: 4 })
      onTestFinished(() => db.destroy())
      await sql`create table t (n int)`.execute(db)
      expect(await probePostgresUrl(url)).toMatchObject({ ok: true })
      for (let n = 0; n < 20; n += 1) await write(db)
      if (how === 'frozen') first.signal('SIGSTOP')
      else await first.stop()
      await expect(write(db)).rejects.toThrow()
      await runSql(second.url, 'select pg_promote()')
      await untilWritten(db)
      const { rows } = await sql`select count(*) as n, pg_is_in_recovery() as follows from t`.execute(db)
      expect(rows).toEqual([{ n: 21, follows: false }])
      // The old one is back, and still takes itself for the server: nothing goes there any more.
      if (how === 'frozen') first.signal('SIGCONT')
      await write(db)
      expect((await sql`select count(*) as n from t`.execute(db)).rows).toEqual([{ n: 22 }])
      // The new one is gone as well: better nobody than one whose history has ended.
      if (how !== 'frozen') return
      await second.stop()
      for (let n = 0; n < 6; n += 1) await expect(write(db)).rejects.toThrow()
      expect(await readSql(first.url, 'select count(*)::int as n from t')).toEqual([{ n: 20 }])
    },
  )
})
