import { existsSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
import { syncFolderOf } from '../../../../lib/json-file.ts'
import { VERSION } from './announcement.ts'

/** Releases lie side by side in the folder of the installation; the link `current` says which one runs. */
export const releasesFolder = (home: string): string => join(home, 'releases')
const linkOf = (home: string): string => join(home, 'current')

export const versionIn = (folder: string): string | undefined =>
  existsSync(join(folder, 'VERSION')) ? readFileSync(join(folder, 'VERSION'), 'utf8').trim() : undefined

/** Folder of the release that the next start takes: that of the installation itself until there was an update. */
export function currentRelease(home: string): string {
  const link = linkOf(home)
  return existsSync(join(link, 'bin', 'start')) ? realpathSync(link) : realpathSync(home)
}

/** Has the next start take that folder. At once: whoever looks meanwhile finds the one or the other. */
export function switchTo(home: string, folder: string): void {
  const link = linkOf(home)
  if (folder === realpathSync(home)) {
    rmSync(link, { force: true })
  } else {
    const fresh = `${link}.nouveau`
    rmSync(fresh, { force: true })
    symlinkSync(relative(realpathSync(home), folder), fresh)
    renameSync(fresh, link)
  }
  syncFolderOf(link)
}

/** Where the code of a version is on this machine. */
export function releaseWith(home: string, version: string): string | undefined {
  const [own, beside] = [realpathSync(home), join(releasesFolder(realpathSync(home)), version)]
  return [beside, own].find((folder) => versionIn(folder) === version)
}

/** Begins the names of what a release is made of until it is complete. */
export const COMING = '.arrivee-'

/** Removes what updates that were broken off left, and every release that is neither used nor named by a backup. */
export function purgeReleases(home: string, used: readonly string[], versions: readonly string[]): void {
  const folder = releasesFolder(realpathSync(home))
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const isRelease = VERSION.test(name)
    if (used.includes(path)) continue
    if (name.startsWith(COMING) || (isRelease && !versions.includes(name)))
      rmSync(path, { recursive: true, force: true })
    // Code is small; its packages come again by the lock file should somebody go back that far.
    else if (isRelease) rmSync(join(path, 'node_modules'), { recursive: true, force: true })
  }
}
