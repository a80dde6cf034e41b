import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { openDatabase } from '../../src/db/open.ts'
import type { Db } from '../../src/db/schema.ts'
import { isPostgres } from './db.ts'
import { demoImage, demoTemplate } from './demo.ts'
import { runSql } from './postgres.ts'
import { applicationUrl } from './turned.ts'

let made = 0

/** An empty PostgreSQL database; `template`: or a copy of that one. */
export async function postgresDatabase(template?: string): Promise<string> {
  made += 1
  const name = `releves_partage_${process.pid}_${made}`
  const server = inject('pgUrl')
  await runSql(
    server,
    `create database ${name}${template === undefined ? '' : ` template ${template} strategy file_copy`}`,
  )
  onTestFinished(() => runSql(server, `drop database if exists ${name} with (force)`))
  return applicationUrl(name)
}

async function postgresCopy(demo: boolean): Promise<string> {
  return postgresDatabase(demo ? await demoTemplate() : inject('pgTemplate'))
}

/** A migrated database that other processes may open too, on the engine of the run. `demo`: with the demonstration archive. */
export async function sharedDb(folder: string, { demo = false } = {}): Promise<{ url: string; db: Db }> {
  const url = isPostgres ? await postgresCopy(demo) : `sqlite:${join(folder, 'database.sqlite')}`
  if (!isPostgres)
    writeFileSync(url.slice('sqlite:'.length), demo ? await demoImage() : readFileSync(inject('sqliteImage')))
  const db = openDatabase(url)
  onTestFinished(() => db.destroy())
  return { url, db }
}
