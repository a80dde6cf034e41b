import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { COURTESY_END } from './courtesy.ts'

/** Pages copied between two looks at the rest of the process: some milliseconds. */
const PAGES_AT_ONCE = 512
const FULL = 100

/** Removes a database file and what SQLite keeps beside it. */
export function removeSqlite(path: string): void {
  for (const name of [path, `${path}-wal`, `${path}-shm`, `${path}-journal`, `${path}${COURTESY_END}`])
    rmSync(name, { force: true })
}

export interface CopyWatch {
  /** Percent. */
  progress?: ((percent: number) => void) | undefined
  signal?: AbortSignal | undefined
}

function copyPages(from: Database.Database, to: string, { progress, signal }: CopyWatch): Promise<unknown> {
  return from.backup(to, {
    progress({ totalPages, remainingPages }) {
      signal?.throwIfAborted()
      progress?.(Math.floor((FULL * (totalPages - remainingPages)) / Math.max(1, totalPages)))
      return PAGES_AT_ONCE
    },
  })
}

/**
 * Copies a database that is in use to a new file, as it is at one moment, in small steps. Writers are never held up: the reader's
 * moment is kept open, without which SQLite would begin again at each write.
 */
export async function copySqlite(path: string, to: string, watch: CopyWatch = {}): Promise<void> {
  closeSync(openSync(to, 'wx', 0o600))
  const from = new Database(path, { readonly: true, fileMustExist: true, timeout: 5000 })
  try {
    from.exec('begin')
    from.prepare('select count(*) from sqlite_master').get()
    await copyPages(from, to, watch)
  } finally {
    from.close()
  }
  // A copy that is read alone needs no -wal beside it.
  const copy = new Database(to)
  try {
    copy.pragma('journal_mode = delete')
  } finally {
    copy.close()
  }
}

/** Reads all of a database file, and says in SQLite's words what is wrong with it; undefined where nothing is. */
export function sqliteDamage(path: string): string | undefined {
  try {
    const raw = new Database(path, { readonly: true, fileMustExist: true })
    try {
      const found = raw.pragma('integrity_check', { simple: true }) as string
      return found === 'ok' ? undefined : found
    } finally {
      raw.close()
    }
  } catch (error) {
    if (error instanceof Database.SqliteError) return error.code
    throw error
  }
}

/**
 * Puts the content of one database file into another that may be in use: one transaction, of which readers see nothing until
 * it is whole, and of which a killed process leaves nothing. `isThere`: was it done? Asked afterwards, as a writer that is not
 * waited for makes the copy end without a word.
 */
export async function overwriteSqlite(from: string, live: string, isThere: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const raw = new Database(from, { fileMustExist: true })
    try {
      // The mode of the file that is replaced: with another one the copy would be refused.
      raw.pragma('journal_mode = wal')
      await copyPages(raw, live, {})
    } finally {
      raw.close()
    }
    if (await isThere()) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('the database is never free')
}

/** Writes what the system still holds of a file to the disk. */
export function syncFile(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
