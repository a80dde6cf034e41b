// Another program holds the file: an editor, an antivirus, a shell that forgot its transaction.
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { dialectOf } from '../../src/db/dialect/index.ts'
import { sqliteConnection } from '../../src/db/dialect/sqlite/driver.ts'
import { migrateToLatest } from '../../src/db/migrate.ts'
import { openSqlite } from '../../src/db/open.ts'
import type { Db } from '../../src/db/schema.ts'
import { randomToken } from '../../src/lib/crypto.ts'
import { testApp } from '../support/app.ts'
import { temporaryFolder } from '../support/folder.ts'

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** A program that waits for nobody. */
function other(path: string) {
  const { prepare, close } = sqliteConnection(path, 0)
  onTestFinished(() => void close())
  return {
    close,
    exec: (statement: string) => void prepare(statement).run([]),
    ask: (pragma: string) => prepare(pragma).all([]),
  }
}

/** A database with an empty table, and another program that has it open too. */
async function site(patienceMs?: number) {
  const path = join(temporaryFolder(), 'database.sqlite')
  const db = openSqlite(path, patienceMs === undefined ? {} : { patienceMs })
  onTestFinished(() => db.destroy())
  await sql`create table t (x int)`.execute(db)
  return { path, db, holder: other(path) }
}

const put = (db: Db, x: number) => sql`insert into t values (${x})`.execute(db)
const stored = async (db: Db) =>
  (await sql<{ x: number }>`select x from t order by rowid`.execute(db)).rows.map(({ x }) => x)

test('writers wait outside the event loop, readers go on, and all is written once when the file is free', async () => {
  const { db, holder } = await site()
  await put(db, 0)
  for (const hold of ['begin immediate', 'begin exclusive']) {
    await sql`delete from t where x > 0`.execute(db)
    holder.exec(hold)
    const saves = [1, 2, 3].map((x) => db.transaction().execute((trx) => put(trx, x)))
    saves.push(put(db, 4), put(db, 5))
    for (let n = 0; n < 10; n += 1) {
      const before = performance.now()
      expect(await stored(db)).toEqual([0])
      await pause(5)
      expect(performance.now() - before).toBeLessThan(200)
    }
    holder.exec('rollback')
    await Promise.all(saves)
    expect(await stored(db)).toEqual([0, 1, 2, 3, 4, 5])
  }
})

test('who holds the file too long: every writer is refused in its own time, nothing of it is stored, then all is well', async () => {
  const { db, holder } = await site(150)
  holder.exec('begin immediate')
  const before = performance.now()
  const refused = await Promise.allSettled([put(db, 1), db.transaction().execute((trx) => put(trx, 2)), put(db, 3)])
  expect(performance.now() - before).toBeLessThan(1000)
  expect(refused.map((one) => one.status === 'rejected' && dialectOf(db).errors.isUnavailable(one.reason))).toEqual([
    true,
    true,
    true,
  ])
  expect(await stored(db)).toEqual([])
  holder.exec('rollback')
  await put(db, 4)
  expect(await stored(db)).toEqual([4])
})

test('a transaction stays whole while others wait for the file and read', async () => {
  const { db, holder } = await site()
  holder.exec('begin immediate')
  const waiting = [put(db, 3), put(db, 4)]
  await pause(5)
  holder.exec('rollback')
  const long = db.transaction().execute(async (trx) => {
    await put(trx, 1)
    expect(() => holder.exec('begin immediate')).toThrow('locked')
    await pause(50)
    await put(trx, 2)
    throw new Error('given up')
  })
  await expect(long).rejects.toThrow('given up')
  await Promise.all(waiting)
  expect(await stored(db)).toEqual([3, 4])
})

test('a file that another program has for itself alone is waited for when it is opened, and said to be away', async () => {
  const { path, db: first, holder } = await site()
  await first.destroy()
  holder.close()
  const alone = other(path)
  alone.ask('pragma locking_mode = exclusive')
  alone.exec('insert into t values (1)')
  const db = openSqlite(path, { patienceMs: 500 })
  onTestFinished(() => db.destroy())
  let ticks = 0
  const timer = setInterval(() => {
    ticks += 1
  }, 10)
  const error = await stored(db).catch((one: unknown) => one)
  clearInterval(timer)
  expect([dialectOf(db).errors.isUnavailable(error), ticks > 2]).toEqual([true, true])
  alone.close()
  expect(await stored(db)).toEqual([1])
})

test('whoever reads is answered at once, even at the hourly note of the session; a save is refused in words, then made once', async () => {
  const path = join(temporaryFolder(), 'database.sqlite')
  const t = await testApp(async () => {
    const db = openSqlite(path, { patienceMs: 800 })
    await migrateToLatest(db)
    return { db, close: () => db.destroy() }
  })
  const marie = await t.as(t.marie)
  const source = await t.make.source({ members: [t.marie] })
  await t.db.updateTable('sessions').set({ vue_at: '2020-01-01T00:00:00.000Z' }).execute()
  const form = { _envoi: randomToken(), 'data[nom]': 'Martin', 'data[date_evenement][valeur]': '12/08/1787' }
  const save = () => marie.post(`/sources/${source.id}/releves`, form)
  const holder = other(path)
  holder.exec('begin immediate')
  const before = performance.now()
  expect((await marie.get(`/sources/${source.id}`)).status).toBe(200)
  expect(performance.now() - before).toBeLessThan(600)
  const refused = await save()
  expect([refused.status, refused.headers.get('retry-after'), refused.page.text]).toEqual([
    503,
    '5',
    expect.stringContaining('envoyez-le de nouveau : rien ne sera enregistré deux fois'),
  ])
  holder.exec('rollback')
  expect([(await save()).status, (await save()).status]).toEqual([303, 303])
  expect(await t.db.selectFrom('releves').select('nom').execute()).toEqual([{ nom: 'Martin' }])
})
