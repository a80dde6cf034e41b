import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { dialectOf } from '../../src/db/dialect/index.ts'
import { migrateToLatest } from '../../src/db/migrate.ts'
import { openSqlite, readsBeside } from '../../src/db/open.ts'
import { isPostgres, testDb } from '../support/db.ts'

async function opened() {
  const folder = mkdtempSync(join(tmpdir(), 'releves-readers-'))
  const db = openSqlite(join(folder, 'database.sqlite'))
  onTestFinished(async () => {
    await db.destroy()
    rmSync(folder, { recursive: true })
  })
  await migrateToLatest(db)
  return { db, beside: readsBeside(db) }
}

/** Counts to so many: a million takes a good part of a second. */
const counting = (n: number) =>
  sql<{ n: number }>`with recursive c (i) as (select 1 union all select i + 1 from c where i < ${n})
  select count(*) as n from c`
const LONG = counting(1_000_000)

test.skipIf(isPostgres)('a long read beside keeps nobody waiting, and sees what was just written', async () => {
  const { db, beside } = await opened()
  expect(beside).not.toBe(db)
  const start = () => sql`select 1 as one`.execute(beside)
  await Promise.all([start(), start()])
  const ended: string[] = []
  const long = LONG.execute(beside).then(({ rows }) => {
    ended.push('long read')
    return rows
  })
  await db.insertInto('sections').values({ nom: 'Après', nom_key: 'apres' }).execute()
  // Another thread answers while the first one counts.
  expect(await beside.selectFrom('sections').select('nom').execute()).toEqual([{ nom: 'Après' }])
  ended.push('short read')
  expect(await long).toEqual([{ n: 1_000_000 }])
  expect(ended).toEqual(['short read', 'long read'])
})

test.skipIf(isPostgres)('a read beside cannot write, and an error is that of the engine', async () => {
  const { db, beside } = await opened()
  await expect(beside.deleteFrom('sections').returning('id').execute()).rejects.toMatchObject({
    code: 'SQLITE_READONLY',
  })
  await expect(sql`select 1 from nowhere`.execute(beside)).rejects.toThrow('no such table: nowhere')
  await expect(beside.transaction().execute(async () => {})).rejects.toThrow('no transactions')
  expect(dialectOf(beside).label).toBe('SQLite')
  // The thread is still there for the next one.
  expect((await sql`select 1 as one`.execute(beside)).rows).toEqual([{ one: 1 }])
  // On a busy machine the main thread may come back a second later: the count must not have ended by then.
  const long = counting(6_000_000).execute(beside)
  // It is under way: a statement that comes after it has been answered by the other thread.
  await sql`select 1 as one`.execute(beside)
  await Promise.all([db.destroy(), expect(long).rejects.toThrow('ended')])
  await expect(sql`select 1 as one`.execute(beside)).rejects.toThrow('closed')
})

test('a database in memory, or one that waits for nobody, is read as it is', async () => {
  const { db, close } = await testDb()
  onTestFinished(close)
  expect(readsBeside(db)).toBe(db)
})
