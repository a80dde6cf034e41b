import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { FileError } from './encoding.ts'

/** Folder of uploaded files between their arrival and the end of the dry run. */
export const importFolder = (storage: string): string => join(storage, 'app', 'tmp', 'imports')

/** No request lasts as long: what came before is of none that is still under way. */
const UPLOAD_MS = 600_000

/** Where an import's file is. FileError where it is gone. */
export async function importFile(storage: string, fichier: string | null): Promise<string> {
  const path = join(importFolder(storage), fichier ?? '')
  const found = fichier === null ? undefined : await stat(path).catch(missing)
  if (!found) throw new FileError('Le fichier de cet import n’est plus là. Envoyez-le de nouveau.')
  return path
}

function missing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}

export async function removeFile(storage: string, fichier: string | null): Promise<void> {
  if (fichier !== null) await rm(join(importFolder(storage), fichier), { force: true })
}

/** Removes files that no import waits for, ten minutes after they came: uploads cut short by a power cut. */
export async function purgeFiles(storage: string, needed: Set<string>, now: Date): Promise<void> {
  const folder = importFolder(storage)
  for (const name of (await readdir(folder).catch(missing)) ?? []) {
    const found = needed.has(name) ? undefined : await stat(join(folder, name)).catch(missing)
    if (found && now.getTime() - found.mtimeMs > UPLOAD_MS) await rm(join(folder, name), { force: true })
  }
}
