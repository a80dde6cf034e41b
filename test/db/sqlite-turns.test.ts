// One connection for all: what is one request's alone, and what becomes of statements that come too late.
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openSqlite } from '../../src/db/open.ts'
import type { Db } from '../../src/db/schema.ts'
import { temporaryFolder } from '../support/folder.ts'

async function site(): Promise<Db> {
  const db = openSqlite(join(temporaryFolder(), 'database.sqlite'))
  onTestFinished(() => db.destroy())
  await sql`create table t (x int unique)`.execute(db)
  await sql`create table p (id integer primary key)`.execute(db)
  await sql`create table e (p int references p deferrable initially deferred)`.execute(db)
  return db
}

const put = (db: Db, x: number) => sql`insert into t values (${x})`.execute(db)
const stored = async (db: Db) =>
  (await sql<{ x: number }>`select x from t order by x`.execute(db)).rows.map(({ x }) => x)

const GIVEN_UP = new Error('given up')
/** How a transaction of two records ends: well, by an error of ours, or at its commit. */
const ENDS = ['well', 'given up', 'refused'] as const

function pair(db: Db, first: number, end: (typeof ENDS)[number]) {
  return db.transaction().execute(async (trx) => {
    await put(trx, first)
    for (let n = 0; n < first % 4; n += 1) await setImmediate()
    await put(trx, first + 1)
    if (end === 'refused') await sql`insert into e values (99)`.execute(trx)
    if (end === 'given up') throw GIVEN_UP
  })
}

test('of transactions and statements at once each is whole or nothing, and nobody reads a half', async () => {
  const db = await site()
  const works: Promise<unknown>[] = []
  const expected: number[] = []
  const halves: number[] = []
  for (let n = 1; n <= 30; n += 1) {
    const end = ENDS[n % 3] ?? 'well'
    if (end === 'well') expected.push(n * 10, n * 10 + 1)
    works.push(expect(pair(db, n * 10, end).catch(() => 'failed')).resolves.toBe(end === 'well' ? undefined : 'failed'))
    expected.push(n * 10 + 5)
    works.push(put(db, n * 10 + 5))
    works.push(stored(db).then((all) => void halves.push(...all.filter((x) => x % 10 === 0 && !all.includes(x + 1)))))
    if (n % 4 === 0) await setImmediate()
  }
  await Promise.all(works)
  expect([await stored(db), halves]).toEqual([expected.toSorted((a, b) => a - b), []])
})

test('a statement on its way when its transaction is given up is not written after it, nor in the next one', async () => {
  const db = await site()
  for (let delay = 0; delay < 24; delay += 1) {
    let others: Promise<unknown> = Promise.resolve()
    const givenUp = db.transaction().execute(async (trx) => {
      others = (async () => {
        for (let n = 0; n < 40; n += 1) await put(trx, n)
      })().catch(() => {})
      for (let n = 0; n < delay; n += 1) await Promise.resolve()
      throw GIVEN_UP
    })
    await Promise.all([expect(givenUp).rejects.toThrow('given up'), db.transaction().execute((trx) => put(trx, 100))])
    await others
    expect([delay, await stored(db)]).toEqual([delay, [100]])
    await sql`delete from t`.execute(db)
  }
})

test('a transaction that ended by itself, as on a full disk, writes nothing more', async () => {
  const db = await site()
  await put(db, 1)
  const ended = db.transaction().execute(async (trx) => {
    await put(trx, 2)
    const both = [sql`insert or rollback into t values (1)`.execute(trx), put(trx, 3)]
    expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await put(trx, 4)
  })
  await expect(ended).rejects.toThrow('a transaction that is over')
  expect(await stored(db)).toEqual([1])
  await put(db, 5)
})

test('after its transaction whoever holds the connection goes on with it', async () => {
  const db = await site()
  await db.connection().execute(async (connection) => {
    await connection.transaction().execute((trx) => put(trx, 1))
    await put(connection, 2)
    const givenUp = connection.transaction().execute(async (trx) => {
      await put(trx, 3)
      throw GIVEN_UP
    })
    await expect(givenUp).rejects.toThrow('given up')
    await put(connection, 4)
  })
  expect(await stored(db)).toEqual([1, 2, 4])
})

test('whoever waits while the database is closed is refused, and nothing of a transaction stays', async () => {
  const db = await site()
  const path = (await sql<{ file: string }>`select file from pragma_database_list`.execute(db)).rows[0]?.file ?? ''
  const works = [10, 20, 30].map((first) => pair(db, first, 'well'))
  await setImmediate()
  await db.destroy()
  expect(new Set((await Promise.allSettled(works)).map(({ status }) => status))).toEqual(new Set(['rejected']))
  const again = openSqlite(path)
  onTestFinished(() => again.destroy())
  expect(await stored(again)).toEqual([])
})
