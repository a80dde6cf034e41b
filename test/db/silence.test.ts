// A PostgreSQL server that stops in its tracks, and one that only takes its time (src/db/dialect/postgres/watch.ts).
import { EventEmitter } from 'node:events'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { postgresDialect } from '../../src/db/dialect/postgres/dialect.ts'
import { Line } from '../../src/db/dialect/postgres/line.ts'
import { ServerSilent, ServerWatch, watchedPool } from '../../src/db/dialect/postgres/watch.ts'
import { openDatabase } from '../../src/db/open.ts'
import { isPostgres } from '../support/db.ts'
import { databaseLine } from '../support/line.ts'
import { postgresDatabase } from '../support/shared-db.ts'

/** Gives up after eight of them, instead of two seconds. */
const LOOK_MS = 20

/** A watch over a server that says `isThere` when it is asked. */
function watchOver(isThere: boolean): ServerWatch {
  const watch = new ServerWatch({ ask: () => Promise.resolve(isThere), onSilent: () => undefined, lookMs: LOOK_MS })
  onTestFinished(() => watch.end())
  return watch
}

const after = <T>(ms: number, value: T): Promise<T> => new Promise((resolve) => setTimeout(() => resolve(value), ms))
const never = () => new Promise<never>(() => undefined)

describe.runIf(isPostgres)('a server that does not answer', () => {
  test('is waited for while it says that it is there, but for a connection that is past its time', async () => {
    const watch = watchOver(true)
    const slow = watch.during(
      () => after(20 * LOOK_MS, 'enfin'),
      () => undefined,
    )
    const dead: Promise<never>[] = []
    const lost = watch.during(never, (late) => dead.push(late), 5 * LOOK_MS)
    await expect(lost).rejects.toThrow(ServerSilent)
    expect([await slow, dead.length, watch.silences]).toEqual(['enfin', 1, 0])
  })

  test('is given up when it says nothing; who comes then is refused at once', async () => {
    const watch = watchOver(false)
    const asked = () => watch.during(never, () => undefined)
    const before = performance.now()
    const both = await Promise.allSettled([asked(), asked()])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(performance.now() - before).toBeGreaterThan(7 * LOOK_MS)
    const started: string[] = []
    const late = watch.during(
      () => Promise.resolve(started.push('question')),
      () => undefined,
    )
    await expect(late).rejects.toThrow(ServerSilent)
    expect([started, watch.silences]).toEqual([[], 1])
  })

  test('is asked again until it answers, on connections that are new; what was under way was done once', async () => {
    const { base, set } = await databaseLine(await postgresDatabase())
    const db = openDatabase(base, { isWatched: true, lookMs: LOOK_MS, maxConnections: 2 })
    onTestFinished(() => db.destroy())
    await sql`create table t (n int)`.execute(db)
    const before = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
    set('gelee')
    const write = sql`insert into t values (1)`.execute(db)
    const change = db.transaction().execute((trx) => sql`insert into t values (2)`.execute(trx))
    const refused = await Promise.allSettled([write, change, sql`select 1`.execute(db)])
    const reasons = refused.map((one) => one.status === 'rejected' && postgresDialect.errors.isUnavailable(one.reason))
    expect(reasons).toEqual([true, true, true])
    set('ok')
    const again = () => sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db).catch(() => undefined)
    await expect.poll(again, { timeout: 5000, interval: LOOK_MS }).toBeDefined()
    expect((await again())?.rows).not.toEqual(before.rows)
    // Sent before it was given up, it has been done after all: its answer said no more than that nobody knew.
    await expect.poll(async () => (await sql`select n from t`.execute(db)).rows).toEqual([{ n: 1 }])
  })

  test('leaves no transaction open on a connection that asked nothing just then', async () => {
    const released: unknown[] = []
    const client = { query: async () => ({ rows: [] }), release: (destroy: unknown) => released.push(destroy) }
    const connected = new EventEmitter()
    const connect = async () => {
      connected.emit('connect', client)
      return client
    }
    const pool = Object.assign(connected, { connect }) as unknown as Parameters<typeof watchedPool>[0]
    const watch = watchOver(false)
    const before = await watchedPool(pool, new Line('postgres://localhost', { statementTimeoutMs: 0 }, true), {
      watch,
      statementTimeoutMs: 0,
    }).connect()
    await before.query('begin', [])
    await expect(watch.during(never, () => undefined)).rejects.toThrow(ServerSilent)
    await expect(before.query('rollback', [])).rejects.toThrow(ServerSilent)
    before.release()
    expect(released).toEqual([true])
  })
})
