import { purgeAlerts } from '../features/alertes/actions/tokens.ts'
import { purgeChallenges } from '../features/auth/key-actions.ts'
import { purgeLimits } from '../features/auth/limits.ts'
import { purgeLinks } from '../features/auth/links.ts'
import { purgePins } from '../features/auth/pin.ts'
import { purgeSessions } from '../features/auth/sessions.ts'
import { purgeArchives } from '../features/emporter/actions/archives.ts'
import { purgeImports } from '../features/imports/actions/purge.ts'
import { purgeJournal } from '../features/journal/actions.ts'
import { purgeLots } from '../features/lots/actions.ts'
import { purgeSuppressions } from '../features/suppressions/actions/purge.ts'
import { purgeTasks } from '../features/taches/actions.ts'
import { sweepPhotos } from '../features/vues/actions/sweep.ts'
import { DAY_MS } from '../lib/durations.ts'
import type { Deps } from '../web/env.ts'
import { dropLeftFiles } from './leftovers.ts'

/** A form sent again after two days is a new one. */
const ENVOIS_KEPT_MS = 2 * DAY_MS
/** Tasks that are done are kept a week, for whoever asks what happened. */
const TASKS_KEPT_MS = 7 * DAY_MS
/** A lot says for a month what became of its lines. */
const LOTS_KEPT_MS = 30 * DAY_MS

/** A mail ends mails for so long, and an import that comes again is known again. */
const ALERTS_KEPT_MS = 400 * DAY_MS

/** Throws away what has expired on an installed site. Every hour. */
export async function purgeSite(deps: Deps, now: Date): Promise<void> {
  const { db, settings } = deps
  await purgeSessions(db)
  await purgeLimits(db, now)
  await purgePins(db, now)
  await purgeChallenges(db, now)
  await purgeLinks(db, now)
  const old = new Date(now.getTime() - ENVOIS_KEPT_MS).toISOString()
  await db.deleteFrom('envois').where('created_at', '<', old).execute()
  await purgeTasks(db, new Date(now.getTime() - TASKS_KEPT_MS))
  await purgeImports(deps.db, now)
  await purgeSuppressions(db, deps.storage, now)
  await sweepPhotos(deps, now)
  await purgeLots(db, new Date(now.getTime() - LOTS_KEPT_MS))
  await purgeAlerts(db, new Date(now.getTime() - ALERTS_KEPT_MS).toISOString())
  await purgeArchives(db, deps.storage, now)
  await dropLeftFiles(deps, now)
  await purgeJournal(db, now, settings.read().journal_mois)
}
