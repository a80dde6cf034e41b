import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { dialectOf } from '../../src/db/dialect/index.ts'
import { migrateToLatest } from '../../src/db/migrate.ts'
import { openSqlite } from '../../src/db/open.ts'
import type { Db } from '../../src/db/schema.ts'

async function file(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'releves-file-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'database.sqlite')
}

async function opened(path: string): Promise<Db> {
  const db = openSqlite(path)
  onTestFinished(() => db.destroy())
  return db
}

test('nothing acknowledged can be lost, and nobody else on the machine can read it', async () => {
  const path = await file()
  const db = await opened(path)
  const pragma = async (name: string) =>
    Object.values((await sql`pragma ${sql.raw(name)}`.execute(db)).rows[0] ?? {})[0]
  expect([await pragma('synchronous'), await pragma('journal_mode'), await pragma('foreign_keys')]).toEqual([
    2,
    'wal',
    1,
  ])
  await migrateToLatest(db)
  for (const name of [path, `${path}-wal`, `${path}-shm`]) expect(statSync(name).mode & 0o777).toBe(0o600)
})

test('two processes that read, then write, wait for each other instead of failing', async () => {
  const path = await file()
  const db = await opened(path)
  await migrateToLatest(db)
  await db.insertInto('mots').values({ terme: 'compte', n: 0 }).execute()
  const script = join(import.meta.dirname, '..', 'support', 'increment.ts')
  const run = promisify(execFile)
  await Promise.all([1, 2, 3].map(() => run(process.execPath, [script, path, '200'])))
  expect(await db.selectFrom('mots').select('n').execute()).toEqual([{ n: 600 }])
})

test('nobody waits for who replaces the database: readers go on, and what would be written is refused at once', async () => {
  const path = await file()
  const [db, other] = [openSqlite(path, { isHeld: () => true }), await opened(path)]
  onTestFinished(() => db.destroy())
  await sql`create table t (x int)`.execute(db)
  const before = performance.now()
  await other.connection().execute(async (holder) => {
    await sql`begin immediate`.execute(holder)
    const refused = [
      await sql`insert into t values (1)`.execute(db).catch((one: unknown) => one),
      await db
        .transaction()
        .execute((trx) => sql`insert into t values (1)`.execute(trx))
        .catch((one: unknown) => one),
    ]
    expect(refused.map((error) => dialectOf(db).errors.isUnavailable(error))).toEqual([true, true])
    expect((await sql`select x from t`.execute(db)).rows).toEqual([])
    await sql`rollback`.execute(holder)
  })
  expect(performance.now() - before).toBeLessThan(3000)
  await sql`insert into t values (1)`.execute(db)
})

test('a full disk is said as such, although SQLite has ended the transaction by itself', async () => {
  const db = await opened(await file())
  await sql`create table t (x blob)`.execute(db)
  await sql`pragma max_page_count = 20`.execute(db)
  const fill = db.transaction().execute((trx) => sql`insert into t values (zeroblob(200000))`.execute(trx))
  const error = await fill.catch((one: unknown) => one)
  expect(dialectOf(db).errors.isDiskFull(error)).toBe(true)
  await sql`insert into t values (1)`.execute(db)
})
