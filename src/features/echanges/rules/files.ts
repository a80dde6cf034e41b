import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { share, unshare } from '../../fichiers/rules/shelves.ts'

/** Folder of files of acts between their arrival and the end of their dry run. */
export const actsFolder = (storage: string): string => join(storage, 'app', 'tmp', 'actes')

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

export async function removeActFiles(storage: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const path = join(actsFolder(storage), name)
    await rm(path, { force: true })
    await unshare(path)
  }
}

/** Sends files to the other servers, before a dossier names them. StoreError. */
export async function shareActFiles(storage: string, names: readonly string[]): Promise<void> {
  for (const name of names) await share(join(actsFolder(storage), name))
}

/** Removes files that no dossier waits for and that came before `before`. */
export async function purgeActFiles(storage: string, needed: ReadonlySet<string>, before: number): Promise<void> {
  const folder = actsFolder(storage)
  const names = await readdir(folder).catch((error: unknown) => {
    if (!isMissing(error)) throw error
    return []
  })
  for (const name of names) {
    if (needed.has(name)) continue
    const path = join(folder, name)
    const { mtimeMs } = await stat(path)
    if (mtimeMs < before) await rm(path, { force: true })
  }
}
