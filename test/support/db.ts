import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { openDatabase, openSqlite } from '../../src/db/open.ts'
import type { Db } from '../../src/db/schema.ts'
import { makeCharacters, type People } from './characters.ts'
import { demoImage, demoTemplate } from './demo.ts'
import { factories } from './factories.ts'
import { runSql } from './postgres.ts'
import { applicationUrl, inTurn, type Kind } from './turned.ts'

export const isPostgres = process.env.TEST_ENGINE === 'postgres'

/** The application goes through a pooler: what a connection keeps from one transaction to the next cannot be seen. */
export const isPooled = process.env.TEST_POOLER !== undefined

export interface TestDb {
  db: Db
  close(): Promise<void>
}

export interface InhabitedDb extends TestDb {
  people: People
}

const bare: Kind = { fill: () => Promise.resolve(), free: [] }

let people: People | undefined

/** They have the same numbers in all of them. */
const inhabited: Kind = {
  async fill(db) {
    people = await makeCharacters(factories(db))
  },
  free: [],
}

let bareImage: Buffer | undefined

/** A migrated, empty database of this test's own, on the engine of the run; SQLite's lives in memory. */
export async function testDb(): Promise<TestDb> {
  if (isPostgres) return inTurn(bare)
  bareImage ??= readFileSync(inject('sqliteImage'))
  return inMemory(bareImage)
}

let inhabitedImage: Promise<Buffer> | undefined

async function makeInhabitedImage(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'releves-habitee-'))
  const file = join(folder, 'habitee.sqlite')
  try {
    copyFileSync(inject('sqliteImage'), file)
    const db = openDatabase(`sqlite:${file}`)
    await inhabited.fill(db).finally(() => db.destroy())
    return readFileSync(file)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** One in which the named people live already: to put them in takes longer than most tests. */
export async function inhabitedDb(): Promise<InhabitedDb> {
  inhabitedImage ??= isPostgres ? undefined : makeInhabitedImage()
  const one = inhabitedImage ? inMemory(await inhabitedImage) : await inTurn(inhabited)
  if (!people) throw new Error('nobody lives there')
  // A test may change what it knows of them.
  return { ...one, people: structuredClone(people) }
}

let made = 0

/** One with the demonstration archive. */
export async function demoDb(): Promise<TestDb> {
  if (!isPostgres) return inMemory(Buffer.from(await demoImage()))
  const template = await demoTemplate()
  made += 1
  const name = `${template}_${process.pid}_${made}`
  await runSql(inject('pgUrl'), `create database ${name} template ${template} strategy file_copy`)
  const db = openDatabase(applicationUrl(name))
  return { db, close: () => db.destroy() }
}

function inMemory(image: Buffer): TestDb {
  // The header of a WAL database asks for a -wal file, which memory has not.
  image[18] = 1
  image[19] = 1
  const db = openSqlite(image)
  return { db, close: () => db.destroy() }
}
