// A word for what a statement sees of the whole database: another after anything was stored, by whom and by which connection ever.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { dialectOf } from '../../src/db/dialect/index.ts'
import { migrateToLatest } from '../../src/db/migrate.ts'
import { openSqlite } from '../../src/db/open.ts'
import type { Db } from '../../src/db/schema.ts'
import { isPostgres, testDb } from '../support/db.ts'

async function momentOf(db: Db): Promise<string> {
  const { rows } = await sql<{ moment: string }>`select ${dialectOf(db).sql.moment()} as moment`.execute(db)
  return rows[0]?.moment ?? ''
}

/** A database and another connection to it. */
async function twice(): Promise<[Db, Db]> {
  if (isPostgres) {
    const { db, close } = await testDb()
    onTestFinished(close)
    // Its pool gives a transaction a connection of its own.
    return [db, db]
  }
  const folder = mkdtempSync(join(tmpdir(), 'releves-moment-'))
  const both = [0, 1].map(() => openSqlite(join(folder, 'database.sqlite'))) as [Db, Db]
  onTestFinished(async () => {
    for (const db of both) await db.destroy()
    rmSync(folder, { recursive: true })
  })
  await migrateToLatest(both[0])
  return both
}

/** Other tests store in other databases of the same PostgreSQL server, which changes the moment of all. */
async function staysThrough(db: Db, work: () => Promise<unknown>): Promise<boolean> {
  for (let tries = isPostgres ? 100 : 1; tries > 0; tries -= 1) {
    const before = await momentOf(db)
    await work()
    if ((await momentOf(db)) === before) return true
  }
  return false
}

const add = (db: Db, terme: string) => db.insertInto('mots').values({ terme, n: 1 }).execute()

test('the moment is another after each change, of this connection and of others', async () => {
  const [db, other] = await twice()
  const changes: (() => Promise<unknown>)[] = [
    () => add(db, 'ici'),
    () => add(other, 'ailleurs'),
    () => db.updateTable('mots').set({ n: 2 }).execute(),
    () => other.deleteFrom('mots').where('terme', '=', 'ici').execute(),
    () => db.transaction().execute((trx) => add(trx, 'ensemble')),
    () => other.transaction().execute((trx) => add(trx, 'autre ensemble')),
    () => db.deleteFrom('mots').execute(),
  ]
  const seen = new Set([await momentOf(db)])
  for (const change of changes) {
    await change()
    seen.add(await momentOf(db))
  }
  expect(seen.size).toBe(changes.length + 1)
})

test('who reads changes nothing, nor does a change of others that is not stored yet', async () => {
  const [db, other] = await twice()
  expect(await staysThrough(db, () => db.selectFrom('mots').selectAll().execute())).toBe(true)
  const unfinished = await other.startTransaction().execute()
  await add(unfinished, 'bientôt')
  expect(await staysThrough(db, () => db.selectFrom('mots').selectAll().execute())).toBe(true)
  const before = await momentOf(db)
  await unfinished.commit().execute()
  expect(await momentOf(db)).not.toBe(before)
})
