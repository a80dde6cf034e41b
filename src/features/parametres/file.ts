import { renameSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { randomToken } from '../../lib/crypto.ts'
import { inTurn } from '../../lib/held-file.ts'
import { readJson, writeJson } from '../../lib/json-file.ts'
import type { Log } from '../../lib/log.ts'

/** Nothing of the settings file is believed before it was checked. */
export type Stored = Record<string, unknown>

const isStored = (value: unknown): value is Stored =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const copyOf = (path: string): string => `${path}.bak`

/** The content of the file, of its copy where there is no file; undefined for one that cannot be read as settings. */
export function readStored(path: string): Stored | undefined {
  try {
    const own = readJson(path)
    const value = own === undefined ? readJson(copyOf(path)) : own
    if (value === undefined) return {}
    return isStored(value) ? value : undefined
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // Damaged, or not ours to read, or a folder of that name: anything else is the disk's trouble, and is told as such.
    if (error instanceof SyntaxError || ['EACCES', 'EPERM', 'EISDIR'].includes(code ?? '')) return undefined
    throw error
  }
}

/** Writes the file, and then the copy that stands in for it should it be damaged from outside. */
export function writeStored(path: string, stored: Stored): void {
  writeJson(path, stored)
  writeJson(copyOf(path), stored)
}

/** A broken file is replaced by its last good copy, closed to the outside again, or by nothing. */
function recovered(path: string, aside: string): Stored {
  const copy = readStored(copyOf(path))
  if (!copy || Object.keys(copy).length === 0) return { fichier_abime: aside, fichier_repris: 'defaut' }
  return { ...copy, registration_enabled: false, fichier_abime: aside, fichier_repris: 'copie' }
}

function replace(path: string, log: Log): Stored {
  // Another process may have mended it while this one waited.
  const mended = readStored(path)
  if (mended) return mended
  const aside = `settings.abime-${randomToken(5)}.json`
  const stored = recovered(path, aside)
  log.error('settings file cannot be read: put aside', { path, aside, from: stored.fichier_repris })
  renameSync(path, join(dirname(path), aside))
  writeJson(path, stored)
  return stored
}

/** Puts a file that cannot be read aside, never overwritten, and the last good values in its place. A site always serves. */
export function mend(path: string, log: Log, isLocked: boolean): Stored {
  try {
    return isLocked ? replace(path, log) : inTurn(`${path}.lock`, () => replace(path, log))
  } catch (error) {
    if (isLocked) throw error
    log.error('settings file cannot be put aside', { path, error })
    return recovered(path, basename(path))
  }
}
