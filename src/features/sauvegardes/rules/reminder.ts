import { DAY_MS } from '../../../lib/durations.ts'
import { isKeeper } from '../../presence/keeper.ts'
import { listBackups } from '../actions/backups.ts'
import { newestOf } from './retention.ts'

const REMIND_AFTER_DAYS = 30

export interface BackupState {
  /** ISO instant of the last backup; null where there is none. */
  last: string | null
  /** Days since then, or since the installation, once they are too many; nothing where another server keeps the backups. */
  late: number | undefined
}

/** `installedAt`: ISO instant, '' where it is not known. */
export function backupState(storage: string, installedAt: string, now: Date): BackupState {
  const last = newestOf(listBackups(storage), now)?.at ?? null
  const days = Math.floor((now.getTime() - Date.parse(last ?? installedAt)) / DAY_MS)
  return { last, late: days > REMIND_AFTER_DAYS && isKeeper(storage) ? days : undefined }
}
