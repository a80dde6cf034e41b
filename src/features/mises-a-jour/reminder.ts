import type { Backup } from './backups.ts'

const DAY_MS = 86_400_000
const REMIND_AFTER_DAYS = 30

/** Days since the last backup, once they are too many; those since the installation where there never was one. */
export function daysWithoutBackup(backups: readonly Backup[], installedAt: string, now: Date): number | undefined {
  const since = Date.parse(backups[0]?.at ?? installedAt)
  const days = Math.floor((now.getTime() - since) / DAY_MS)
  return days > REMIND_AFTER_DAYS ? days : undefined
}
