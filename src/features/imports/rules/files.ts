import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { bring, share, unshare } from '../../fichiers/rules/shelves.ts'
import { FileError } from './encoding.ts'

/** Folder of uploaded files between their arrival and the end of the dry run. */
export const importFolder = (storage: string): string => join(storage, 'app', 'tmp', 'imports')

/** No request lasts as long: what came before is of none that is still under way. */
export const UPLOAD_MS = 600_000

/** Sends a file to the other servers, before an import of the database names it. StoreError. */
export const shareFile = (storage: string, fichier: string): Promise<void> =>
  share(join(importFolder(storage), fichier))

/** Where an import's file is, brought from the server that it was sent to. FileError where it is gone. */
export async function importFile(storage: string, fichier: string | null): Promise<string> {
  const path = join(importFolder(storage), fichier ?? '')
  const found = fichier !== null && ((await stat(path).catch(missing)) !== undefined || (await bring(path)))
  if (!found) throw new FileError('Le fichier de cet import n’est plus là. Envoyez-le de nouveau.')
  return path
}

function missing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}

export async function removeFile(storage: string, fichier: string | null): Promise<void> {
  if (fichier === null) return
  const path = join(importFolder(storage), fichier)
  await rm(path, { force: true })
  await unshare(path)
}

/** Removes files that no import waits for, ten minutes after they came: uploads cut short by a power cut. */
export async function purgeFiles(storage: string, needed: Set<string>, now: Date): Promise<void> {
  const folder = importFolder(storage)
  for (const name of (await readdir(folder).catch(missing)) ?? []) {
    const found = needed.has(name) ? undefined : await stat(join(folder, name)).catch(missing)
    if (found && now.getTime() - found.mtimeMs > UPLOAD_MS) await rm(join(folder, name), { force: true })
  }
}
