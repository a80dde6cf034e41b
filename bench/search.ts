// The search page as a reader waits for it, with the corpus of search.md stored: server time of whole pages beside the time of the
// bare driver for the same rows. Records are made once for each engine (`--keep FOLDER` leaves them for the next run).
// Use: npm run bench -- search [--records 1000000] [--engine sqlite|postgres] [--keep FOLDER] [--sets 60] [--only WORD]
//   [--open 11]: so many sections are read by everybody
//   [--part repartition]: in place of the page, its count and facets, which it asks for apart where they cost more than itself.
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createApp } from '../src/app.tsx'
import { readConfig } from '../src/config.ts'
import { migrateToLatest } from '../src/db/migrate.ts'
import { createSession } from '../src/features/auth/sessions.ts'
import { silentLog } from '../src/lib/log.ts'
import { buildDeps } from '../src/process/deps.ts'
import { databaseUrl, readSql, runSql, startPostgres } from '../test/support/postgres.ts'
import { corpus, SECTIONS } from './support/corpus.ts'
import { type Floor, postgresFloor, sqliteFloor } from './support/floor.ts'
import { fillAround, Index } from './support/load.ts'
import { fillPostgres } from './support/load-postgres.ts'
import { fillSqlite } from './support/load-sqlite.ts'
import { benchFolder, say } from './support/report.ts'
import { measure } from './support/searches.ts'

const { values: asked } = parseArgs({
  options: {
    records: { type: 'string', default: '1000000' },
    sources: { type: 'string', default: '2000' },
    engine: { type: 'string', default: 'sqlite,postgres' },
    keep: { type: 'string' },
    sets: { type: 'string', default: '60' },
    only: { type: 'string', default: '' },
    part: { type: 'string' },
    open: { type: 'string', default: '0' },
  },
})
const RECORDS = Number(asked.records)
const SECRET = 'banc'
const folder = benchFolder(asked.keep)
const made = corpus(Number(asked.sources))

const openDeps = (url: string) => ({
  ...buildDeps(readConfig({ STORAGE_DIR: folder }), { url, secret: SECRET }, silentLog),
  secret: SECRET,
})

/** Stores the corpus in an empty database. `fill`: the records themselves, by the shortest way of the engine. */
async function store(url: string, fill: (index: Index) => Promise<void> | void): Promise<void> {
  const before = performance.now()
  const { db } = openDeps(url)
  try {
    await migrateToLatest(db)
    const index = new Index(made, await fillAround(db, made))
    await fill(index)
    await index.store(db)
  } finally {
    await db.destroy()
  }
  say(`  ${RECORDS} records stored in ${((performance.now() - before) / 1000).toFixed(0)} s`)
}

async function run(label: string, url: string, floor: Floor): Promise<void> {
  const deps = openDeps(url)
  try {
    const app = createApp(deps)
    const sections = deps.db.updateTable('sections')
    await sections.set({ ouverte: false }).execute()
    await sections
      .set({ ouverte: true })
      .where('id', '>', SECTIONS - Number(asked.open))
      .execute()
    const session = async (user: number) => `session=${await createSession(deps.db, user, 'banc')}`
    say(`${label}, ${RECORDS} records`)
    const read = asked.open === '0' ? 'one section' : `one section who reads ${asked.open} open ones`
    const people = { 'an administrator': await session(1), [`a member of ${read}`]: await session(2) }
    await measure(app, people, made, floor, { sets: Number(asked.sets), only: asked.only, part: asked.part, say })
  } finally {
    await floor.close()
    await deps.db.destroy()
  }
}

async function onSqlite(): Promise<void> {
  const file = join(folder, `recherche-${RECORDS}.sqlite`)
  const done = `${file}.fait`
  if (!existsSync(done)) {
    for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true })
    say('SQLite')
    await store(`sqlite:${file}`, (index) => fillSqlite(file, made, { index, total: RECORDS, say }))
    writeFileSync(done, '')
  }
  const bytes = statSync(file).size
  say(`SQLite: ${(bytes / 1e6).toFixed(0)} MB, ${(bytes / RECORDS).toFixed(0)} bytes a record`)
  await run('SQLite', `sqlite:${file}`, sqliteFloor(file))
}

async function onPostgres(): Promise<void> {
  const server = await startPostgres(undefined, [
    'shared_buffers=2GB',
    'work_mem=64MB',
    'random_page_cost=1.1',
    'max_wal_size=8GB',
  ])
  const name = `recherche_${RECORDS}`
  try {
    const url = databaseUrl(server.url, name)
    const known = await readSql(server.url, `select 1 from pg_database where datname = '${name}_fait'`)
    if (known.length === 0) {
      await runSql(server.url, `drop database if exists ${name}`)
      await runSql(server.url, `create database ${name}`)
      say('PostgreSQL')
      await store(url, (index) => fillPostgres(url, made, { index, total: RECORDS, say }))
      await runSql(url, 'vacuum analyze')
      await runSql(server.url, `create database ${name}_fait`)
    }
    const [size] = await readSql(url, 'select pg_database_size(current_database())::float8 as bytes')
    const bytes = Number(size?.bytes)
    say(`PostgreSQL: ${(bytes / 1e6).toFixed(0)} MB, ${(bytes / RECORDS).toFixed(0)} bytes a record`)
    await run('PostgreSQL', url, await postgresFloor(url))
  } finally {
    await server.stop()
  }
}

try {
  if (asked.engine.includes('sqlite')) await onSqlite()
  if (asked.engine.includes('postgres')) await onPostgres()
} finally {
  if (asked.keep === undefined) rmSync(folder, { recursive: true, force: true })
}
