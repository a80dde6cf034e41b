import type { Config } from '../config.ts'
import { enqueueSweep } from '../features/alertes/task.ts'
import { writeOpenings } from '../features/corrections/openings-actions.ts'
import { enqueueLooks } from '../features/depots/liens/task.ts'
import { isUpdating } from '../features/mises-a-jour/update/actions/update.ts'
import { enqueueDigests } from '../features/notifications/digest-task.tsx'
import { writeUses } from '../features/orthographes/uses-actions.ts'
import { isInMaintenance } from '../features/presence/maintenance.ts'
import { isDue, isHere, updateUnderWay } from '../features/presence/update-note.ts'
import { askForNews } from '../features/registres/task.tsx'
import { enqueueRewriting } from '../features/releves/tasks/rewrite-words.ts'
import { nightlyBackup } from '../features/sauvegardes/task.ts'
import { enqueueStatistics } from '../features/statistiques/task.ts'
import { takeTurn } from '../features/taches/due.ts'
import { lookAtUnused } from '../features/users/unused-actions.ts'
import { HOUR_MS, MINUTE_MS } from '../lib/durations.ts'
import type { Log } from '../lib/log.ts'
import { nightOf } from '../lib/text.ts'
import type { Deps } from '../web/env.ts'
import { purgeSite } from './purge.ts'
import { runCommand } from './run-command.ts'

/** Once a night, if an administrator lets it: is there a newer release? */
async function askForUpdates(config: Config, deps: Deps, now: Date): Promise<void> {
  if (!config.update.server || !deps.settings.read().update_check_enabled) return
  if (await takeTurn(deps.db, 'mise-a-jour', nightOf(now), now)) runCommand(config, ['app:check-update'], deps.log)
}

/** A command that was killed in the middle of an update has left the site between two versions. */
function endBrokenUpdate(config: Config, deps: Deps, now: Date): void {
  const { storage } = deps
  const broken = updateUnderWay(storage)
  if (!broken || isUpdating(storage) || !isHere(config.home, broken) || !isDue(storage, broken, now)) return
  runCommand(config, ['app:update', '--reprendre'], deps.log)
}

/** For a server whose site was updated by another one: where releases are put in place by themselves, it follows, asking once an hour. */
export function followUpdates(config: Config, log: Log): () => void {
  let asked = Number.NEGATIVE_INFINITY
  return () => {
    if (!config.update.auto || performance.now() - asked < HOUR_MS) return
    asked = performance.now()
    runCommand(config, ['app:check-update'], log)
  }
}

/** All processes of the site call it every minute; whatever is due is begun by one of them. */
export async function runSchedule(config: Config, deps: Deps, now: Date): Promise<void> {
  const { db, settings, storage } = deps
  endBrokenUpdate(config, deps, now)
  if (isInMaintenance(storage)) return
  await writeUses(deps, now)
  await writeOpenings(deps)
  if (await takeTurn(db, 'purge', new Date(now.getTime() - HOUR_MS), now)) await purgeSite(deps, now)
  if (await takeTurn(db, 'recherche_sources', new Date(now.getTime() - MINUTE_MS), now)) await enqueueRewriting(db, now)
  await enqueueStatistics(db, now)
  await enqueueLooks(db, now)
  await enqueueDigests(deps, now)
  await askForNews(deps, now)
  await enqueueSweep(deps, now)
  await lookAtUnused(deps, now)
  if (settings.read().sauvegarde_quotidienne) await nightlyBackup(db, now)
  await askForUpdates(config, deps, now)
}
