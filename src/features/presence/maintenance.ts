import { join } from 'node:path'
import { AppError } from '../../lib/errors.ts'
import { hold, isHeld } from '../../lib/held-file.ts'
import { isServed } from './presence.ts'
import { isBetweenVersions } from './update-note.ts'

/** Held by whoever replaces the database: until then nothing may be written that would be lost. */
const fileOf = (storage: string): string => join(storage, 'maintenance')

/** Is the site being restored, moved or updated? Then it can be read and not written. */
export const isInMaintenance = (storage: string): boolean => isHeld(fileOf(storage)) || isBetweenVersions(storage)

const BUSY = 'Une autre commande (sauvegarde restaurée, base déplacée, mise à jour) est déjà en cours sur ce site.'

/** Requests and tasks that had begun end within that time, or are refused by the database. */
const SETTLE_MS = 2000

/** Works while nobody can write. AppError `conflit` where another command is doing so. */
export async function inMaintenance<T>(storage: string, work: () => Promise<T>): Promise<T> {
  const release = hold(fileOf(storage))
  if (!release) throw new AppError('conflit', BUSY)
  try {
    if (isServed(storage)) await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
    return await work()
  } finally {
    release()
  }
}

/** Held for commands of other servers, by folder. */
const forOthers = new Map<string, () => void>()

/** Keeps everybody of this folder from writing as long as a command of another server replaces the database. */
export function waitForOthers(storage: string, isWorkedOn: boolean): void {
  const release = forOthers.get(storage)
  if (isWorkedOn && !release) {
    const held = hold(fileOf(storage))
    if (held) forOthers.set(storage, held)
  } else if (!isWorkedOn && release) {
    forOthers.delete(storage)
    release()
  }
}
