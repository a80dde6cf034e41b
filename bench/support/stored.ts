// The corpus stored in a database of either engine.
import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { migrateToLatest } from '../../src/db/migrate.ts'
import { openDatabase } from '../../src/db/open.ts'
import { databaseUrl, readSql, runSql, startPostgres } from '../../test/support/postgres.ts'
import type { Corpus } from './corpus.ts'
import { fillAround, Index } from './load.ts'
import { fillPostgres } from './load-postgres.ts'
import { fillSqlite } from './load-sqlite.ts'
import { benchFolder, say } from './report.ts'

interface Stored {
  made: Corpus
  records: number
}

/** `fill`: the records themselves, by the shortest way of the engine. */
async function store(made: Corpus, url: string, fill: (index: Index) => Promise<void> | void): Promise<void> {
  const db = openDatabase(url)
  try {
    await migrateToLatest(db)
    const index = new Index(made, await fillAround(db, made))
    await fill(index)
    await index.store(db)
  } finally {
    await db.destroy()
  }
}

/** `base`: a file that holds it already. */
async function storeSqlite(file: string, { made, records }: Stored, base?: string): Promise<string> {
  const url = `sqlite:${file}`
  if (base) copyFileSync(base, file)
  else await store(made, url, (index) => fillSqlite(file, made, { index, total: records, say }))
  return url
}

/** A database that may be written to; another one of the server keeps the corpus for the next time. */
async function storePostgres(server: string, { made, records }: Stored): Promise<string> {
  const name = `recherche_${records}`
  const url = databaseUrl(server, name)
  const known = await readSql(server, `select 1 from pg_database where datname = '${name}'`)
  if (known.length === 0) {
    await runSql(server, `create database ${name}`)
    await store(made, url, (index) => fillPostgres(url, made, { index, total: records, say }))
    await runSql(url, 'vacuum analyze')
  }
  await runSql(server, 'drop database if exists banc')
  await runSql(server, `create database banc template ${name}`)
  return databaseUrl(server, 'banc')
}

interface OnStored extends Stored {
  /** The engines that are asked for. */
  engine: string
  /** A SQLite file that holds the corpus already. */
  base: string | undefined
  /** The settings of PostgreSQL. */
  settings: readonly string[]
}

/**
 * Measures on the corpus stored by each engine, in a folder of its own that is removed at the end. TEST_PG_URL names a server that keeps
 * the records for the next time.
 */
export async function onStored(
  { engine, base, settings, ...stored }: OnStored,
  measure: (label: string, storage: string, url: string) => Promise<void>,
): Promise<void> {
  const folder = benchFolder()
  const own = (name: string) => benchFolder(join(folder, name))
  try {
    if (engine.includes('sqlite')) {
      const storage = own('sqlite')
      await measure('SQLite', storage, await storeSqlite(join(storage, 'database.sqlite'), stored, base))
    }
    if (!engine.includes('postgres')) return
    const server = await startPostgres(undefined, settings)
    try {
      await measure('PostgreSQL', own('postgres'), await storePostgres(server.url, stored))
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
