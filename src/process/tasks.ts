import cluster from 'node:cluster'
import { newsMailHandlers } from '../features/alertes/mail-task.tsx'
import { accountMailHandlers } from '../features/auth/mail-task.tsx'
import { looksHandlers } from '../features/depots/liens/task.ts'
import { digestHandlers } from '../features/notifications/digest-task.tsx'
import { mailHandlers } from '../features/notifications/mail-task.tsx'
import { isKeeper } from '../features/presence/keeper.ts'
import { isInMaintenance } from '../features/presence/maintenance.ts'
import { newsHandlers } from '../features/registres/task.tsx'
import { ensureNextIndex } from '../features/releves/tasks/reindex-next.ts'
import { elsewhereHandlers } from '../features/sauvegardes/ailleurs/task.ts'
import { backupMailHandlers } from '../features/sauvegardes/mails.tsx'
import { backupHandlers } from '../features/sauvegardes/task.ts'
import { type Claiming, startTaskLoop, type TaskHandlers } from '../features/taches/loop.ts'
import { onTaskWritten, onWorkExpected, wakeLoops } from '../features/taches/wake.ts'
import type { Elsewhere } from '../lib/elsewhere.ts'
import type { Deps } from '../web/env.ts'
import { runBackupProcess } from './backup-process.ts'
import { Beside } from './beside.ts'
import { runElsewhereProcess } from './elsewhere-process.ts'
import { dropLeftFiles } from './leftovers.ts'
import { PASSES_ON, TASK_WRITTEN } from './orders.ts'
import { workHandlers } from './work.ts'

/** The processes of a site tell each other of tasks that they write: the one with a process beside it may be another. Returns what ends it. */
function shareNews(): () => void {
  // biome-ignore lint/style/noProcessEnv: said by the supervisor, no setting
  if (!cluster.isWorker || !process.env[PASSES_ON]) return () => undefined
  const forget = onTaskWritten(() => void process.send?.(TASK_WRITTEN, undefined, undefined, () => undefined))
  const hear = (said: unknown) => said === TASK_WRITTEN && wakeLoops()
  process.on('message', hear)
  return () => {
    forget()
    process.off('message', hear)
  }
}

/**
 * Starts what an installed site does in the background, once it has cleared away what the last start left. Mails, backups, their copies elsewhere and the look at links have loops of their own: a server that does not
 * answer delays nothing else. `address`: of the database. The result stops them, once what is under way has reached a safe point.
 */
export function startTasks(deps: Deps, address: string, fichiers?: Elsewhere): () => Promise<void> {
  const told = (what: string) => (error: unknown) => deps.log.error(what, { error })
  const cleared = dropLeftFiles(deps, deps.clock()).catch(told('left files stay'))
  const ensured = ensureNextIndex(deps.db, deps.clock()).catch(told('no task for the index'))
  const isSqlite = address.startsWith('sqlite:')
  const isPaused = () => isInMaintenance(deps.storage)
  const start = (handlers: TaskHandlers, claiming: Claiming = {}) =>
    startTaskLoop(deps, handlers, { isPaused, ...claiming })
  const beside = new Beside({ address, storage: deps.storage, secret: deps.secret, fichiers }, deps.log)
  const loops = [
    start({
      ...mailHandlers(deps),
      ...digestHandlers(deps),
      ...newsMailHandlers(deps),
      ...accountMailHandlers(deps),
      ...newsHandlers(deps),
      ...backupMailHandlers(deps),
    }),
    // Two at once would have people wait for both, as one writes to a SQLite file at a time, and hold memory for both.
    start(beside.handlers(workHandlers), isSqlite ? { isAlone: true, mayBegin: () => beside.isFirst() } : {}),
    start(backupHandlers(runBackupProcess), { mayBegin: () => isKeeper(deps.storage) }),
    start(elsewhereHandlers(runElsewhereProcess(deps.secret)), { mayBegin: () => isKeeper(deps.storage) }),
    start(looksHandlers()),
  ]
  const listening = [shareNews(), onWorkExpected(() => isPaused() || beside.prepare())]
  return async () => {
    for (const forget of listening) forget()
    const stopped = loops.map((loop) => loop.stop())
    await beside.stop()
    // The database is closed after this: a stop that comes right after the start would have them fail.
    await Promise.all([...stopped, cleared, ensured])
  }
}
