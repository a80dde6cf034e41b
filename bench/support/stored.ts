// The corpus stored in a database of either engine.
import { copyFileSync } from 'node:fs'
import { migrateToLatest } from '../../src/db/migrate.ts'
import { openDatabase } from '../../src/db/open.ts'
import { databaseUrl, readSql, runSql } from '../../test/support/postgres.ts'
import type { Corpus } from './corpus.ts'
import { fillAround, Index } from './load.ts'
import { fillPostgres } from './load-postgres.ts'
import { fillSqlite } from './load-sqlite.ts'
import { say } from './report.ts'

export interface Stored {
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
export async function storeSqlite(file: string, { made, records }: Stored, base?: string): Promise<string> {
  const url = `sqlite:${file}`
  if (base) copyFileSync(base, file)
  else await store(made, url, (index) => fillSqlite(file, made, { index, total: records, say }))
  return url
}

/** A database that may be written to; another one of the server keeps the corpus for the next time. */
export async function storePostgres(server: string, { made, records }: Stored): Promise<string> {
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
