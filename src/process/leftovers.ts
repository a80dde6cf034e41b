import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { purgeDossiers } from '../features/echanges/import/actions/purge.ts'
import { purgeUploads } from '../features/imports/actions/purge.ts'
import { dropPartialBackups } from '../features/sauvegardes/actions/backups.ts'
import type { Deps } from '../web/env.ts'

/** No write, and no upload, lasts as long: an older file has been left by a process that was killed. */
const LEFT_MS = 600_000

/** A process killed inside `writeFileWhole` leaves such a file beside another one. */
const WHOLE = /\.\d+\.[0-9a-f]{8}\.tmp$/
const PLACES: [string[], RegExp][] = [
  [[], WHOLE],
  [[], /^\.essai-/],
  [['app'], WHOLE],
  [['app', 'public'], WHOLE],
  [['app', 'tmp'], /\.csv$/],
  [['app', 'tmp'], /^source-.*\.tmp$/],
]

/** Files of that name in a folder that nobody has written to for long. */
function leftIn(folder: string, name: RegExp, now: Date): string[] {
  const names = existsSync(folder) ? readdirSync(folder).filter((one) => name.test(one)) : []
  return names
    .map((one) => join(folder, one))
    .filter((path) => {
      const stat = statSync(path, { throwIfNoEntry: false })
      return stat?.isFile() && now.getTime() - stat.mtimeMs > LEFT_MS
    })
}

/** Throws away what processes that were killed have left of files that they wrote. At the start, and every hour. */
export async function dropLeftFiles(deps: Pick<Deps, 'db' | 'storage'>, now: Date): Promise<void> {
  for (const [inside, name] of PLACES)
    for (const path of leftIn(join(deps.storage, ...inside), name, now)) rmSync(path, { force: true })
  dropPartialBackups(deps.storage)
  await purgeUploads(deps, now)
  await purgeDossiers(deps, now)
}
