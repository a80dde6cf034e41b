import { nightlyBackup } from './features/mises-a-jour/backup-task.ts'
import { takeTurn } from './features/taches/echeances.ts'
import { purgeSite } from './purge.ts'
import type { Deps } from './web/env.ts'

const HOUR_MS = 3_600_000

/** What comes round again, begun when it is due by one of the processes of the site. Called every minute by all of them. */
export async function runSchedule(deps: Deps, now: Date): Promise<void> {
  const { db, settings } = deps
  if (await takeTurn(db, 'purge', new Date(now.getTime() - HOUR_MS), now)) await purgeSite(deps, now)
  if (settings.read().sauvegarde_quotidienne) await nightlyBackup(db, now)
}
