import { DAY_MS } from '../../../lib/durations.ts'
import { isKeeper } from '../../presence/keeper.ts'
import { listBackups } from '../actions/backups.ts'
import type { ExternalState } from '../externe/rules/age.ts'
import { newestOf } from './retention.ts'

const REMIND_AFTER_DAYS = 30

export interface BackupState {
  /** ISO instant of the last backup, by the site or by the declared program; null where there is none. */
  last: string | null
  /** Days since then, or since the installation, once they are too many; nothing where another server keeps the backups. */
  late: number | undefined
}

interface Known {
  /** ISO instant, '' where it is not known. */
  installedAt: string
  /** The backup that another program makes, where one is declared. */
  externe: ExternalState | undefined
}

/** A declared backup that is not late does for one of the site's own. */
export function backupState(storage: string, { installedAt, externe }: Known, now: Date): BackupState {
  const last =
    [newestOf(listBackups(storage), now)?.at, externe?.last]
      .filter((at) => at !== undefined)
      .toSorted()
      .at(-1) ?? null
  if (externe && !externe.isLate) return { last, late: undefined }
  const days = Math.floor((now.getTime() - Date.parse(last ?? installedAt)) / DAY_MS)
  return { last, late: days > REMIND_AFTER_DAYS && isKeeper(storage) ? days : undefined }
}
