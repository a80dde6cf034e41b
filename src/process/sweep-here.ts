import { statSync } from 'node:fs'
import { join } from 'node:path'
import { sweepFolders } from '../features/vues/actions/sweep.ts'
import { HOUR_MS } from '../lib/durations.ts'
import { inTurn } from '../lib/held-file.ts'
import { writeFileWhole } from '../lib/json-file.ts'
import type { Deps } from '../web/env.ts'
import { dropLeftFiles } from './leftovers.ts'

/** Its date says when the folder was last swept. */
const noteOf = (storage: string): string => join(storage, 'menage')

/** Is it the turn of this process, among those of this folder? */
function takesTurn(storage: string, now: Date): boolean {
  const path = noteOf(storage)
  return inTurn(`${path}.lock`, () => {
    const last = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (Math.abs(now.getTime() - last) < HOUR_MS) return false
    writeFileWhole(path, '')
    return true
  })
}

/** Throws away what lies in the folder of this server alone: each has its own, and the hourly turn of the site is that of one of them. */
export async function sweepHere(deps: Deps, now: Date): Promise<void> {
  if (!takesTurn(deps.storage, now)) return
  await sweepFolders(deps, now)
  await dropLeftFiles(deps, now)
}
