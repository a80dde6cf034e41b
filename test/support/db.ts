import { readFileSync } from 'node:fs'
import { inject } from 'vitest'
import { openDatabase, openSqlite } from '../../src/db/open.ts'
import type { Db } from '../../src/db/schema.ts'
import { databaseUrl, runSql } from './postgres.ts'

export const isPostgres = process.env.TEST_ENGINE === 'postgres'

let made = 0

export interface TestDb {
  db: Db
  close(): Promise<void>
}

async function copyOfTemplate(): Promise<TestDb> {
  made += 1
  const name = `releves_${process.pid}_${made}`
  const server = inject('pgUrl')
  await runSql(server, `create database ${name} template ${inject('pgTemplate')}`)
  const db = openDatabase(databaseUrl(server, name))
  return {
    db,
    async close() {
      await db.destroy()
      await runSql(server, `drop database ${name} with (force)`)
    },
  }
}

/** A migrated database of this test's own, on the engine of the run; SQLite's lives in memory. */
export async function testDb(): Promise<TestDb> {
  if (isPostgres) return copyOfTemplate()
  const image = readFileSync(inject('sqliteImage'))
  // The header of a WAL database asks for a -wal file, which memory has not.
  image[18] = 1
  image[19] = 1
  const db = openSqlite(image)
  return { db, close: () => db.destroy() }
}
