// Baptisms with all their persons, 26 fields, imported into a large archive: lines a second and microseconds of processor a line for
// the dry run and for the writing, then where they go: each table that statements write or read, and the folders of the code. The
// archive is a copy of one that `npm run bench -- search --keep FOLDER` left (--base FILE, SQLite), else one of `--records` made here.
// Use: npm run bench -- baptemes [--base FILE] [--records 50000] [--lines 20000] [--engine sqlite|postgres] [--parts [--profile FILE]]
import { copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { dialectOf } from '../src/db/dialect/index.ts'
import { migrateToLatest } from '../src/db/migrate.ts'
import { openDatabase } from '../src/db/open.ts'
import type { Db } from '../src/db/schema.ts'
import { champsOf } from '../src/features/types-sources/queries.ts'
import { factories } from '../test/support/factories.ts'
import { databaseUrl, runSql, startPostgres } from '../test/support/postgres.ts'
import { corpus } from './support/corpus.ts'
import { type ImportSteps, importActs, siteDeps, writeBaptisms } from './support/import.ts'
import { fillAround, Index } from './support/load.ts'
import { fillPostgres } from './support/load-postgres.ts'
import { fillSqlite } from './support/load-sqlite.ts'
import { type Profile, partsOf } from './support/parts.ts'
import { benchFolder, say } from './support/report.ts'
import { statementsByTable } from './support/tallies.ts'
import { type Spent, spent } from './support/timing.ts'

const { values: asked } = parseArgs({
  options: {
    base: { type: 'string' },
    records: { type: 'string', default: '50000' },
    lines: { type: 'string', default: '20000' },
    engine: { type: 'string', default: 'sqlite,postgres' },
    parts: { type: 'boolean', default: false },
    profile: { type: 'string' },
  },
})
const LINES = Number(asked.lines)
const RECORDS = Number(asked.records)
const folder = benchFolder()
const made = corpus(asked.base ? 2000 : Math.max(20, Math.round(RECORDS / 500)))

type Fill = (index: Index) => Promise<void> | void

async function store(url: string, fill: Fill): Promise<void> {
  const db = openDatabase(url)
  await migrateToLatest(db)
  const index = new Index(made, await fillAround(db, made))
  await fill(index)
  await index.store(db)
  // The corpus brings its own ids.
  const { copy } = dialectOf(db)
  const last = { sources: made.sources.length, lieux: made.places.length, releves: RECORDS }
  await copy.setLastIds(db, new Map([...(await copy.lastIds(db)), ...Object.entries(last)]))
  await db.destroy()
}

/** A register of baptisms that holds nothing yet. */
async function newRegister(db: Db) {
  const { type_source_id } = await db
    .selectFrom('sources')
    .select('type_source_id')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  const champs = await champsOf(db, type_source_id)
  const source = await factories(db).source({ type: { id: type_source_id, nom: '' } })
  return { target: { user: 1, source: source.id }, champs }
}

const figures = (label: string, { ms, cpu }: Spent): string =>
  `${label} ${((cpu * 1000) / LINES).toFixed(0)} µs of processor a line, ${((LINES * 1000) / ms).toFixed(0)} lines a second`

function sayParts(title: string, parts: ReadonlyMap<string, number>): void {
  const sorted = [...parts].filter(([, ms]) => (ms * 1000) / LINES >= 0.5).sort(([, a], [, b]) => b - a)
  say(`  ${title}`)
  for (const [label, ms] of sorted) say(`    ${((ms * 1000) / LINES).toFixed(1).padStart(7)}  ${label}`)
}

/** Runs a step; with `--parts` under the profiler, which makes it slower and tells where it goes. */
async function step(label: string, db: Db, work: () => Promise<unknown>): Promise<Spent> {
  if (!asked.parts) return spent(work)
  const tables = statementsByTable(db)
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: 500 })
  await session.post('Profiler.start')
  const cost = await spent(work)
  const { profile } = await session.post('Profiler.stop')
  session.disconnect()
  if (asked.profile) writeFileSync(`${asked.profile}-${label.replaceAll(' ', '-')}.cpuprofile`, JSON.stringify(profile))
  say(`${label}, microseconds a line`)
  sayParts('statements, by the table that they name first', tables.stop())
  sayParts('the code, without what it calls', partsOf(profile as Profile))
  return cost
}

async function measure(label: string, url: string): Promise<void> {
  // As the process beside the one that serves has it.
  const db = openDatabase(url, { isBackground: true })
  await migrateToLatest(db)
  const { target, champs } = await newRegister(db)
  const path = join(folder, 'baptemes.csv')
  await writeBaptisms(path, made, champs, LINES, (asked.base ? 1_000_000 : RECORDS) + 1)
  const costs: Record<string, Spent> = {}
  const steps: ImportSteps = async (name, work) => {
    costs[name] = await step(`${label}, ${name}`, db, work)
  }
  await importActs(siteDeps(db, folder), target, { path, lines: LINES }, steps)
  await db.destroy()
  const { dry = { ms: 0, cpu: 0 }, write = { ms: 0, cpu: 0 } } = costs
  const whole = { ms: dry.ms + write.ms, cpu: dry.cpu + write.cpu }
  say(`${label}, ${LINES} baptisms of ${champs.length} fields: ${figures('whole', whole)}`)
  say(`  ${figures('dry run', dry)}`)
  say(`  ${figures('writing', write)}`)
}

async function onSqlite(): Promise<void> {
  const file = join(folder, 'base.sqlite')
  if (asked.base) copyFileSync(asked.base, file)
  else await store(`sqlite:${file}`, (index) => fillSqlite(file, made, { index, total: RECORDS, say: () => undefined }))
  await measure('SQLite', `sqlite:${file}`)
}

async function onPostgres(): Promise<void> {
  const server = await startPostgres(undefined, ['shared_buffers=1GB', 'max_wal_size=8GB'])
  try {
    await runSql(server.url, 'create database baptemes')
    const url = databaseUrl(server.url, 'baptemes')
    await store(url, (index) => fillPostgres(url, made, { index, total: RECORDS, say: () => undefined }))
    await runSql(url, 'vacuum analyze')
    await measure('PostgreSQL', url)
  } finally {
    await server.stop()
  }
}

try {
  if (asked.engine.includes('sqlite')) await onSqlite()
  if (asked.engine.includes('postgres')) await onPostgres()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
