// Sites with the demonstration archive: typed once in a run and engine, which takes a second, then copied.
import { copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'
import { seedDemo } from '../../db/seeds/demo.ts'
import { openDatabase } from '../../src/db/open.ts'
import { databaseUrl } from './postgres.ts'

export const DEMO_NOW = '2026-11-21T10:00:00.000Z'
export const DEMO_PASSWORD = 'une longue phrase de passe'

/** It takes a second: after this the worker that typed it must be gone. */
const PATIENCE_MS = 60_000

async function seeded(url: string): Promise<void> {
  const db = openDatabase(url)
  try {
    await seedDemo(db, DEMO_NOW, DEMO_PASSWORD)
  } finally {
    await db.destroy()
  }
}

/** The first worker that asks makes it, the others wait for the lock. It has its name once it is whole. */
async function makeTemplate(): Promise<string> {
  const name = `${inject('pgTemplate')}_demo`
  const client = new pg.Client({ connectionString: inject('pgUrl') })
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(hashtext('${name}'))`)
    const { rows } = await client.query(`select from pg_database where datname = '${name}'`)
    if (rows.length > 0) return name
    const begun = `${name}_${process.pid}`
    await client.query(`create database ${begun} template ${inject('pgTemplate')} strategy file_copy`)
    await seeded(databaseUrl(inject('pgUrl'), begun))
    await client.query(`alter database ${begun} rename to ${name}`)
    return name
  } finally {
    await client.end()
  }
}

/** Is it this worker that makes it? */
function isMaker(file: string): boolean {
  try {
    writeFileSync(`${file}.verrou`, '', { flag: 'wx' })
    return true
  } catch {
    return false
  }
}

async function makeImage(): Promise<Buffer> {
  const file = join(dirname(inject('sqliteImage')), 'demo.sqlite')
  if (isMaker(file)) {
    copyFileSync(inject('sqliteImage'), `${file}.part`)
    await seeded(`sqlite:${file}.part`)
    renameSync(`${file}.part`, file)
  }
  for (const end = Date.now() + PATIENCE_MS; !existsSync(file); await wait(50))
    if (Date.now() > end) throw new Error('the demonstration was not typed to its end')
  return readFileSync(file)
}

let template: Promise<string> | undefined
let image: Promise<Buffer> | undefined

/** Name of a PostgreSQL database to copy. */
export function demoTemplate(): Promise<string> {
  template ??= makeTemplate()
  return template
}

/** A whole SQLite file. */
export function demoImage(): Promise<Buffer> {
  image ??= makeImage()
  return image
}
