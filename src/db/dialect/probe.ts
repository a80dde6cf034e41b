import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import Database from 'better-sqlite3'
import { classifyTables, type Probe, type ProbeReason } from './probe-result.ts'

export { hostAddresses } from './postgres/hosts.ts'
export { type PostgresTarget, postgresUrl, probePostgres, probePostgresUrl } from './postgres/probe.ts'
export type { Probe, ProbeReason } from './probe-result.ts'

/** Version of the SQLite engine inside the driver. Throws where the driver cannot be loaded or run. */
export function sqliteDriverVersion(): string {
  const memory = new Database(':memory:')
  try {
    return memory.prepare('select sqlite_version()').pluck().get() as string
  } finally {
    memory.close()
  }
}

/** Version of the PostgreSQL driver. Throws where it is not installed. */
export function postgresDriverVersion(): string {
  return (createRequire(import.meta.url)('pg/package.json') as { version: string }).version
}

const MAGIC = 'SQLite format 3\0'

/** An empty file becomes a database; any other has to begin as one. */
function looksLikeSqlite(file: string): boolean {
  if (!statSync(file).isFile()) return false
  const head = Buffer.alloc(MAGIC.length)
  const handle = openSync(file, 'r')
  try {
    const read = readSync(handle, head)
    return read === 0 || head.toString('latin1') === MAGIC
  } finally {
    closeSync(handle)
  }
}

/** Why an existing database cannot be the one of a new site. */
function contentProblem(raw: Database.Database): ProbeReason | undefined {
  const tables = raw.prepare("select name from sqlite_master where type = 'table'").pluck().all() as string[]
  const foreign = classifyTables(tables)
  if (foreign || !tables.includes('users')) return foreign
  const users = raw.prepare('select count(*) from users').pluck().get() as number
  return users > 0 ? 'deja_utilisee' : undefined
}

/** Looks into a SQLite file, which may not exist yet. The caller has checked where it is and that it can be written. */
export function probeSqlite(file: string): Probe {
  const fresh = !existsSync(file)
  if (!fresh && !looksLikeSqlite(file)) return { ok: false, reason: 'pas_sqlite' }
  if (fresh || statSync(file).size === 0) return { ok: true, version: sqliteDriverVersion() }
  try {
    const raw = new Database(file, { fileMustExist: true, timeout: 2000 })
    try {
      const reason = contentProblem(raw)
      return reason ? { ok: false, reason } : { ok: true, version: sqliteDriverVersion() }
    } finally {
      raw.close()
    }
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error
    return { ok: false, reason: /NOTADB|CORRUPT/.test(error.code) ? 'pas_sqlite' : 'ecriture' }
  }
}
