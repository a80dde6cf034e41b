// Work in the background and people write to one SQLite file, each by a connection of its own.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { dialectOf } from '../../src/db/dialect/index.ts'
import { openSqlite } from '../../src/db/open.ts'
import type { Db } from '../../src/db/schema.ts'
import { temporaryFolder } from '../support/folder.ts'

async function site() {
  const file = join(temporaryFolder(), 'database.sqlite')
  const [people, work] = [openSqlite(file), openSqlite(file, { isBackground: true })]
  onTestFinished(async () => {
    await people.destroy()
    await work.destroy()
  })
  await sql`create table t (x int)`.execute(people)
  await sql`select * from t`.execute(work)
  return { file, people, work }
}

const busyFor = (ms: number): void => {
  for (const end = performance.now() + ms; performance.now() < end; );
}

/** Transactions one after the other, without a pause between them; how many were begun. */
function busyWork(db: Db) {
  const state = { begun: 0, isOver: false }
  const done = (async () => {
    while (!state.isOver) {
      await db.transaction().execute(async (trx) => {
        state.begun += 1
        await sql`insert into t values (0)`.execute(trx)
        busyFor(2)
        // The other connection is of this thread: it has to be given the time to ask.
        await new Promise((resolve) => setTimeout(resolve, 5))
      })
    }
  })()
  return { state, done }
}

test('who waits for the file gets it before the next transaction of work in the background', async () => {
  const { people, work } = await site()
  const { state, done } = busyWork(work)
  const waited: number[] = []
  for (let n = 1; n <= 20; n += 1) {
    await expect.poll(() => state.begun, { interval: 1 }).toBeGreaterThan(n)
    const before = state.begun
    await sql`insert into t values (${n})`.execute(people)
    waited.push(state.begun - before)
  }
  state.isOver = true
  await done
  expect(Math.max(...waited)).toBeLessThanOrEqual(1)
  const { rows } = await sql<{ x: number }>`select x from t where x > 0 order by x`.execute(people)
  expect(rows.map(({ x }) => x)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
})

test('who was killed while waiting is not waited for, and where nobody ever waited there is no file for it', async () => {
  const { file, people, work } = await site()
  await work.transaction().execute((trx) => sql`insert into t values (1)`.execute(trx))
  expect(existsSync(`${file}-attente`)).toBe(false)
  // The waiting leaves a time; nobody takes it away.
  const held = work.transaction().execute(async (trx) => {
    await sql`insert into t values (2)`.execute(trx)
    await expect(sql`begin immediate`.execute(openSqliteFor(file, 20))).rejects.toThrow('locked')
  })
  await held
  expect(existsSync(`${file}-attente`)).toBe(true)
  await work.transaction().execute((trx) => sql`insert into t values (3)`.execute(trx))
  const { rows } = await sql<{ x: number }>`select x from t order by x`.execute(people)
  expect(rows).toEqual([{ x: 1 }, { x: 2 }, { x: 3 }])
})

/** A write that has to wait for the file, which the background holds. */
async function waitedWrite(
  people: Db,
  work: Db,
  x: number,
  write = (db: Db) => sql`insert into t values (${x})`.execute(db),
) {
  let written: Promise<unknown> | undefined
  await work.transaction().execute(async (trx) => {
    await sql`insert into t values (0)`.execute(trx)
    written = write(people)
    await new Promise((resolve) => setTimeout(resolve, 20))
  })
  await written
}

test('a turn of work in the background is short for half a minute after a person waited for the file', async () => {
  const { file, people, work } = await site()
  const turn = () => dialectOf(work).locks.turnMs(work)
  const quiet = turn()
  await sql`insert into t values (1)`.execute(people)
  expect(turn()).toBe(quiet)
  await waitedWrite(people, work, 2)
  expect(turn()).toBeLessThan(quiet / 3)
  const times = readFileSync(`${file}-attente`)
  times.writeDoubleLE(Date.now() - 60_000, 8)
  writeFileSync(`${file}-attente`, times)
  expect(turn()).toBe(quiet)
})

test('what nobody waits for goes before work in the background too, whose turns stay as long', async () => {
  const { file, people, work } = await site()
  const { locks } = dialectOf(people)
  const turn = () => locks.turnMs(work)
  const quiet = turn()
  const unhurried = (db: Db) => locks.unhurried(db, () => sql`insert into t values (1)`.execute(db))
  await waitedWrite(people, work, 1, unhurried)
  expect([existsSync(`${file}-attente`), turn()]).toEqual([true, quiet])
  await waitedWrite(people, work, 2)
  await waitedWrite(people, work, 1, unhurried)
  expect(turn()).toBeLessThan(quiet / 3)
  const { state, done } = busyWork(work)
  await expect.poll(() => state.begun, { interval: 1 }).toBeGreaterThan(1)
  const before = state.begun
  await unhurried(people)
  expect(state.begun - before).toBeLessThanOrEqual(1)
  state.isOver = true
  await done
})

/** Somebody who gives up soon. */
function openSqliteFor(file: string, patienceMs: number): Db {
  const db = openSqlite(file, { patienceMs })
  onTestFinished(() => db.destroy())
  return db
}

test('the background commits without waiting for the disk, unless it asks to, and people wait always', async () => {
  const { people, work } = await site()
  const mode = async (db: Db) =>
    (await sql<{ synchronous: number }>`pragma synchronous`.execute(db)).rows[0]?.synchronous
  const toDisk = async (db: Db, end: () => Promise<unknown>) => {
    let during: unknown
    const written = dialectOf(db).toDisk(db, async () => {
      during = await mode(db)
      await end()
    })
    return [await written.catch(() => 'failed'), during, await mode(db)]
  }
  const put = (db: Db) => sql`insert into t values (1)`.execute(db)
  expect([await mode(people), await mode(work)]).toEqual([2, 1])
  expect(await toDisk(people, () => put(people))).toEqual([undefined, 2, 2])
  expect(await toDisk(work, () => put(work))).toEqual([undefined, 2, 1])
  expect(await toDisk(work, () => Promise.reject(new Error('no')))).toEqual(['failed', 2, 1])
})
