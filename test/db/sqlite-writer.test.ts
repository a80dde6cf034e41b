// Transactions of long work, which a thread writes while its process makes the next one.
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { Courtesy } from '../../src/db/dialect/sqlite/courtesy.ts'
import { openSqlite, writesBeside } from '../../src/db/open.ts'
import type { Db } from '../../src/db/schema.ts'
import { untold } from '../../src/db/untold.ts'
import { temporaryFolder } from '../support/folder.ts'

async function site() {
  const file = join(temporaryFolder(), 'database.sqlite')
  const [people, work] = [openSqlite(file), openSqlite(file, { isBackground: true })]
  onTestFinished(async () => {
    await people.destroy()
    await work.destroy()
  })
  await sql`create table t (x int primary key)`.execute(people)
  return { file, people, work, writes: writesBeside(work) }
}

const add = (db: Db, x: number) => sql`insert into t values (${x})`.execute(db)
const send = (db: Db, x: number) => db.executeQuery(untold(sql`insert into t values (${x})`.compile(db)))
const all = async (db: Db) => (await sql<{ x: number }>`select x from t order by x`.execute(db)).rows.map(({ x }) => x)

test('a transaction is written beside, and who reads here meanwhile sees what was there before', async () => {
  const { people, work, writes } = await site()
  expect(writesBeside(people)).toBe(people)
  await writes.transaction().execute(async (trx) => {
    expect((await add(trx, 1)).numAffectedRows).toBe(1n)
    expect(await all(trx)).toEqual([1])
    expect([await all(work), await all(people)]).toEqual([[], []])
  })
  expect([await all(work), await all(people)]).toEqual([[1], [1]])
})

test('a transaction that fails leaves nothing, whatever failed, and the next one begins anew', async () => {
  const { work, writes } = await site()
  const failing = writes.transaction().execute(async (trx) => {
    await add(trx, 1)
    await add(trx, 1)
  })
  await expect(failing).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT_PRIMARYKEY' })
  const refused = writes.transaction().execute(async (trx) => {
    await add(trx, 1)
    throw new Error('given up')
  })
  await expect(refused).rejects.toThrow('given up')
  expect(await all(work)).toEqual([])
  await writes.transaction().execute((trx) => add(trx, 2))
  expect(await all(work)).toEqual([2])
})

test('a statement that nobody waits for is there for the next one', async () => {
  const { work, writes } = await site()
  await writes.transaction().execute(async (trx) => {
    await send(trx, 1)
    await send(trx, 2)
    expect(await all(trx)).toEqual([1, 2])
    await send(trx, 3)
  })
  expect(await all(work)).toEqual([1, 2, 3])
})

test('what fails and is waited for by nobody fails the next statement or the end, and nothing stays', async () => {
  const { work, writes } = await site()
  const refused = { code: 'SQLITE_CONSTRAINT_PRIMARYKEY' }
  const next = writes.transaction().execute(async (trx) => {
    await send(trx, 1)
    await send(trx, 1)
    await send(trx, 2)
    await expect(all(trx)).rejects.toMatchObject(refused)
    await add(trx, 3)
  })
  await expect(next).rejects.toMatchObject(refused)
  const end = writes.transaction().execute(async (trx) => {
    await send(trx, 1)
    await send(trx, 1)
  })
  await expect(end).rejects.toMatchObject(refused)
  expect(await all(work)).toEqual([])
  await writes.transaction().execute((trx) => send(trx, 4))
  expect(await all(work)).toEqual([4])
  await expect(send(writes, 5)).rejects.toThrow('a transaction that is over')
})

test('transactions come one after the other, and after whoever holds the file', async () => {
  const { people, writes } = await site()
  const order: string[] = []
  let release: (() => void) | undefined
  const held = people.transaction().execute(async (trx) => {
    await add(trx, 1)
    await new Promise<void>((resolve) => {
      release = resolve
    })
    order.push('people')
  })
  await expect.poll(() => release).toBeDefined()
  const both = [2, 3].map((x) => writes.transaction().execute((trx) => add(trx, x).then(() => order.push(`work ${x}`))))
  await new Promise((resolve) => setTimeout(resolve, 50))
  release?.()
  await Promise.all([held, ...both])
  expect(order).toEqual(['people', 'work 2', 'work 3'])
  expect(await all(people)).toEqual([1, 2, 3])
})

test('nothing is written outside of a transaction, nor in one that its holder has ended', async () => {
  const { work, writes } = await site()
  await expect(add(writes, 1)).rejects.toThrow('a transaction that is over')
  let late: Db | undefined
  // A full disk ends a transaction in this way.
  const ended = writes.transaction().execute(async (trx) => {
    late = trx
    await sql`rollback`.execute(trx)
    await expect(add(trx, 1)).rejects.toThrow('a transaction that is over')
  })
  await expect(ended).rejects.toThrow('no transaction is active')
  await expect(add(late as Db, 2)).rejects.toThrow()
  expect(await all(work)).toEqual([])
})

/** Somebody waited for the file, and has had it. */
function personIn(file: string): void {
  const courtesy = new Courtesy(file)
  courtesy.wait(true)
  courtesy.waitNoLonger(true)
  courtesy.close()
}

test('the WAL is emptied between two transactions, where a person has written lately sooner', async () => {
  const { file, people, work, writes } = await site()
  await sql`create table b (x blob)`.execute(people)
  const fill = (pages: number) => sql`insert into b values (zeroblob(${pages * 4096}))`.execute(people)
  const left = async () => {
    const { rows } = await sql<{ log: number; checkpointed: number }>`pragma wal_checkpoint(noop)`.execute(people)
    return (rows[0]?.log ?? 0) - (rows[0]?.checkpointed ?? 0)
  }
  const after = async (db: Db) => {
    await db.transaction().execute((trx) => sql`delete from t`.execute(trx))
    return await left()
  }
  for (const db of [writes, work]) {
    await fill(3000)
    expect(await after(db)).toBeGreaterThan(3000)
    await fill(3100)
    expect(await after(db)).toBeLessThan(10)
  }
  await fill(3000)
  personIn(file)
  expect(await after(writes)).toBeLessThan(10)
  await fill(3000)
  expect(await after(work)).toBeLessThan(10)
  // Nothing but work in the background has to: a person's save leaves it as it is.
  await fill(9000)
  expect(await left()).toBeGreaterThan(9000)
})
