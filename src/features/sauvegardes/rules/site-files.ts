import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { isTarName } from '../../../lib/tar.ts'

/** Folder of what a site keeps beside its database. */
export const appFolder = (storage: string): string => join(storage, 'app')

/** These come and go, are the backups themselves, or have an archive of their own: photos are too large for one file. */
const LEFT_OUT = ['backups', 'tmp', 'images']

const isKept = (part = ''): boolean => !LEFT_OUT.includes(part) && !part.startsWith('.') && !/\.(tmp|lock)\b/.test(part)

/** Settings, logo…: names relative to the folder. Names that an archive cannot hold are none of ours. */
export function siteFiles(storage: string): string[] {
  const folder = appFolder(storage)
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((name) => isKept(name.split('/')[0]) && isTarName(name))
    .sort()
}

/**
 * Puts the files of `prepared`/nouveaux in the place of those of the site, which go to `prepared`/anciens. Done again after an
 * interruption, it goes on.
 */
export function replaceSiteFiles(storage: string, prepared: string): void {
  const folder = appFolder(storage)
  const [coming, gone, emptied] = ['nouveaux', 'anciens', 'vide'].map((name) => join(prepared, name)) as [
    string,
    string,
    string,
  ]
  if (!existsSync(emptied)) {
    mkdirSync(gone, { recursive: true, mode: 0o750 })
    for (const part of readdirSync(folder).filter(isKept)) {
      rmSync(join(gone, part), { recursive: true, force: true })
      renameSync(join(folder, part), join(gone, part))
    }
    mkdirSync(emptied)
  }
  for (const part of readdirSync(coming)) renameSync(join(coming, part), join(folder, part))
}
