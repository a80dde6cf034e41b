// Sites with the demonstration archive: typed once in each worker, which takes as long as most tests, then copied.
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { seedDemo } from '../../db/seeds/demo.ts'
import { openDatabase } from '../../src/db/open.ts'
import { databaseUrl, runSql } from './postgres.ts'

export const DEMO_NOW = '2026-11-21T10:00:00.000Z'
export const DEMO_PASSWORD = 'une longue phrase de passe'

async function seeded(url: string): Promise<void> {
  const db = openDatabase(url)
  try {
    await seedDemo(db, DEMO_NOW, DEMO_PASSWORD)
  } finally {
    await db.destroy()
  }
}

async function makeTemplate(): Promise<string> {
  const name = `${inject('pgTemplate')}_demo_${process.pid}`
  await runSql(inject('pgUrl'), `create database ${name} template ${inject('pgTemplate')} strategy file_copy`)
  await seeded(databaseUrl(inject('pgUrl'), name))
  return name
}

async function makeImage(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'releves-demo-'))
  const file = join(folder, 'demo.sqlite')
  try {
    copyFileSync(inject('sqliteImage'), file)
    await seeded(`sqlite:${file}`)
    return readFileSync(file)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
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
