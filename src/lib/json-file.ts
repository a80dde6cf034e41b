import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Writes a file whole or not at all: temporary file beside it, fsync, rename, fsync of the folder (reliability.md T33). */
export function writeFileWhole(path: string, content: string | Buffer, mode = 0o600): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o750 })
  const temporary = `${path}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`
  try {
    const file = openSync(temporary, 'wx', mode)
    try {
      writeFileSync(file, content)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
  syncFolderOf(path)
}

/** Creates a small file; false where there is one already. One that cannot be filled does not stay, empty. */
export function createFile(path: string, content: string, { mode = 0o600, flush = false } = {}): boolean {
  try {
    writeFileSync(path, content, { flag: 'wx', mode, flush })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    rmSync(path, { force: true })
    throw error
  }
}

/** Writes to the disk that a file came to its folder, or left it. */
export function syncFolderOf(path: string): void {
  const folder = openSync(dirname(path), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/** Removes what writes that were killed left beside a file. Only where nobody else is writing it: under a lock. */
export function dropLeftovers(path: string): void {
  for (const name of readdirSync(dirname(path)))
    if (name.startsWith(`${basename(path)}.`) && name.endsWith('.tmp'))
      rmSync(join(dirname(path), name), { force: true })
}

/** The parsed JSON of a file, or undefined where there is none. Throws on a file that cannot be read or parsed. */
export function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

export function writeJson(path: string, value: unknown, mode = 0o600): void {
  writeFileWhole(path, `${JSON.stringify(value, null, 2)}\n`, mode)
}
