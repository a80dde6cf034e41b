import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { AppError } from '../../../lib/errors.ts'
import { type Shelf, share, shelfOf } from '../rules/shelves.ts'

/** The servers of a site have these of a folder in common; all else is of one server alone, or in the database. */
const FOLDERS = [
  { folder: 'app/images', name: /^[0-9a-f]{2}\/[0-9a-f]{62}(-2000|-320)?\.(jpg|png|webp)$/ },
  { folder: 'app/supprimees', name: /^[^/.][^/]*$/ },
  { folder: 'app/tmp/imports', name: /^[\w-]+\.csv$/ },
  { folder: 'app/tmp/actes', name: /^[\w-]+\.csv$/ },
  { folder: 'app/tmp/emporter', name: /^tout-[\w-]+\.zip$/ },
  { folder: 'app/tmp/remettre', name: /^[\w-]+\.csv$/ },
]

const NONE =
  'Ce serveur n’a pas de stockage partagé\u00a0: donnez d’abord FICHIERS_ADRESSE, FICHIERS_SEAU, FICHIERS_IDENTIFIANT et FICHIERS_SECRET (README, « Plusieurs serveurs »).'

/** Files that were sent now, with their bytes, and those that were there. */
export interface Sendings {
  sent: number
  octets: number
  present: number
}

async function namesIn(storage: string, folder: string, name: RegExp): Promise<string[]> {
  const path = join(storage, folder)
  if (!existsSync(path)) return []
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(path, join(entry.parentPath, entry.name)))
    .filter((one) => name.test(one))
    .map((one) => `${folder}/${one}`)
    .sort()
}

async function sendFolder(storage: string, shelf: Shelf, names: readonly string[], told: Sendings): Promise<void> {
  const known = await shelf.known(names)
  for (const name of names) {
    const path = join(storage, name)
    const { size } = await stat(path)
    if (known.get(name) === size) told.present += 1
    else {
      await share(path)
      told.sent += 1
      told.octets += size
    }
  }
}

/**
 * Sends what a folder has to the storage that the servers of the site have in common; takes nothing out of the folder. Killed anywhere, it goes
 * on. AppError `conflit` where there is no such storage; StoreError.
 */
export async function sendFiles(storage: string): Promise<Sendings> {
  const shelf = shelfOf(storage)
  if (!shelf) throw new AppError('conflit', NONE)
  const told: Sendings = { sent: 0, octets: 0, present: 0 }
  for (const { folder, name } of FOLDERS) await sendFolder(storage, shelf, await namesIn(storage, folder, name), told)
  return told
}
