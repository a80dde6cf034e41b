import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { openDatabase } from '../../src/db/open.ts'
import type { Db } from '../../src/db/schema.ts'
import { isPostgres } from './db.ts'
import { databaseUrl, runSql } from './postgres.ts'

let made = 0

/** An empty PostgreSQL database; `template`: or one that is migrated. */
export async function postgresDatabase({ template = false } = {}): Promise<string> {
  made += 1
  const name = `releves_partage_${process.pid}_${made}`
  const server = inject('pgUrl')
  await runSql(
    server,
    `create database ${name}${template ? ` template ${inject('pgTemplate')} strategy file_copy` : ''}`,
  )
  onTestFinished(() => runSql(server, `drop database if exists ${name} with (force)`))
  return databaseUrl(server, name)
}

/** A migrated database that other processes may open too, on the engine of the run. */
export async function sharedDb(folder: string): Promise<{ url: string; db: Db }> {
  const url = isPostgres ? await postgresDatabase({ template: true }) : `sqlite:${join(folder, 'database.sqlite')}`
  if (!isPostgres) copyFileSync(inject('sqliteImage'), url.slice('sqlite:'.length))
  const db = openDatabase(url)
  onTestFinished(() => db.destroy())
  return { url, db }
}
