import { sql } from 'kysely'
import type { Db } from '../../src/db/schema.ts'
import { isPostgres } from './db.ts'

const TABLES = isPostgres
  ? sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`
  : sql<{ name: string }>`select name from sqlite_master where type = 'table'`

/** Tables of the engine, of the search index, and of migrations. */
const INNER = /^(kysely|sqlite)_|fts|^lieux_noms|^releve_recherche/

/** Names of the site's own tables. */
export async function tablesOf(db: Db): Promise<string[]> {
  const { rows } = await TABLES.execute(db)
  return rows.map((row) => row.name).filter((name) => !INNER.test(name))
}

/** Drawn by chance, or by the real clock. */
const CHANCE: Record<string, string[]> = {
  users: ['password_hash'],
  sessions: ['id', 'expires_at', 'created_at', 'vue_at', 'prouve_at'],
  envois: ['jeton'],
  journal: ['requete'],
  jetons: ['id'],
  connexions: ['id', 'code'],
  defis_cles: ['id'],
}

interface Held {
  name: string
  row: Record<string, unknown>
}

/** All rows in one round trip. */
async function rowsOfPostgres(db: Db, tables: string[]): Promise<Held[]> {
  const parts = tables.map(
    (name) => sql`select ${sql.lit(name)} as name, row_to_json(t) as row from ${sql.table(name)} t`,
  )
  const { rows } = await sql<{ name: string; row: string }>`${sql.join(parts, sql` union all `)}`.execute(db)
  return rows.map(({ name, row }) => ({ name, row: JSON.parse(row) as Held['row'] }))
}

/** Table by table: there are no round trips. */
async function rowsOfSqlite(db: Db, tables: string[]): Promise<Held[]> {
  const found: Held[] = []
  for (const name of tables) {
    const { rows } = await sql<Held['row']>`select * from ${sql.table(name)}`.execute(db)
    found.push(...rows.map((row) => ({ name, row })))
  }
  return found
}

/** Everything the site holds, chance left out: two sites that went the same way hold the same. */
export async function snapshot(db: Db, except: readonly string[] = []): Promise<Record<string, string[]>> {
  const tables = (await tablesOf(db)).filter((name) => !except.includes(name))
  const all: Record<string, string[]> = Object.fromEntries(tables.map((name) => [name, []]))
  for (const { name, row } of await (isPostgres ? rowsOfPostgres : rowsOfSqlite)(db, tables)) {
    for (const column of CHANCE[name] ?? []) delete row[column]
    all[name]?.push(JSON.stringify(row))
  }
  for (const rows of Object.values(all)) rows.sort()
  return all
}
