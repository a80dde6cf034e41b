// Once per run and project, before the first test: a migrated SQLite file, and for `postgres` a server with a migrated
// template database. Tests copy them (test/support/db.ts), which takes milliseconds instead of running the migrations.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrateToLatest } from '../../src/db/migrate.ts'
import { openDatabase } from '../../src/db/open.ts'
import { startPooler } from './pooler.ts'
import { databaseUrl, readSql, runSql, startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of a migrated SQLite database without rows; empty in the project `postgres`. */
    sqliteImage: string
    /** Address of the PostgreSQL server (administrator, database `postgres`); empty outside the project `postgres`. */
    pgUrl: string
    /** Name of the migrated database to copy (`create database … template …`); empty outside the project `postgres`. */
    pgTemplate: string
    /** Folder of the socket of the pooler that the application goes through; empty where it goes through none. */
    pgPooler: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  return project.name.startsWith('postgres') ? setupPostgres(project) : setupSqlite(project)
}

async function setupSqlite(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'releves-image-'))
  const sqliteImage = join(folder, 'image.sqlite')
  await migrate(`sqlite:${sqliteImage}`)
  project.provide('sqliteImage', sqliteImage)
  project.provide('pgUrl', '')
  project.provide('pgPooler', '')
  project.provide('pgTemplate', '')
  return async () => rmSync(folder, { recursive: true, force: true })
}

async function setupPostgres(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres()
  const pgTemplate = `releves_template_${process.pid}`
  const program = process.env.TEST_POOLER
  const pooler = program === undefined ? undefined : await startPooler(program, server.url)
  const drop = async () => {
    await pooler?.stop()
    await dropDatabases(server.url, pgTemplate)
  }
  try {
    await runSql(server.url, `create database ${pgTemplate}`)
    await migrate(databaseUrl(server.url, pgTemplate))
  } catch (error) {
    await drop().finally(server.stop)
    throw error
  }
  project.provide('sqliteImage', '')
  project.provide('pgUrl', server.url)
  project.provide('pgTemplate', pgTemplate)
  project.provide('pgPooler', pooler?.folder ?? '')
  return async () => {
    await drop().finally(server.stop)
  }
}

/** The template and the copies that the workers made of it: their files share them, and none of them is the last. */
async function dropDatabases(url: string, template: string): Promise<void> {
  const like = `${template.replaceAll('_', '\\_')}%`
  const rows = await readSql(url, `select datname from pg_database where datname like '${like}'`)
  for (const { datname } of rows) await runSql(url, `drop database if exists ${String(datname)} with (force)`)
}

async function migrate(url: string): Promise<void> {
  const db = openDatabase(url)
  try {
    await migrateToLatest(db)
  } finally {
    await db.destroy()
  }
}
