import { accountMailHandlers } from '../features/auth/mail-task.tsx'
import { countGenresHandlers } from '../features/completion/task.ts'
import { importHandlers } from '../features/imports/task.ts'
import { mailHandlers } from '../features/notifications/mail-task.tsx'
import { isInMaintenance } from '../features/presence/maintenance.ts'
import { countFieldsHandlers } from '../features/releves/tasks/count-fields.ts'
import { markReachHandlers } from '../features/releves/tasks/mark-reach.ts'
import { refreshHandlers } from '../features/releves/tasks/refresh.ts'
import { reindexHandlers } from '../features/releves/tasks/reindex.ts'
import { ensureNextIndex, reindexNextHandlers } from '../features/releves/tasks/reindex-next.ts'
import { reindexTypeHandlers } from '../features/releves/tasks/reindex-type.ts'
import { rewriteHandlers } from '../features/releves/tasks/rewrite-words.ts'
import { backupMailHandlers } from '../features/sauvegardes/mails.tsx'
import { backupHandlers } from '../features/sauvegardes/task.ts'
import { startTaskLoop, type TaskHandlers } from '../features/taches/loop.ts'
import { IMPORT_KINDS } from '../import-kinds.ts'
import type { Deps } from '../web/env.ts'
import { runBackupProcess } from './backup-process.ts'
import { dropLeftFiles } from './leftovers.ts'

/** Everything that works in the background, mails apart. */
const workHandlers: TaskHandlers = {
  ...importHandlers(IMPORT_KINDS),
  ...countFieldsHandlers,
  ...countGenresHandlers,
  ...markReachHandlers,
  ...refreshHandlers,
  ...reindexHandlers,
  ...reindexNextHandlers,
  ...reindexTypeHandlers,
  ...rewriteHandlers,
}

/**
 * Starts what an installed site does in the background, once it has cleared away what the last start left. Mails and backups have loops of their own: a mail server that does not
 * answer delays nothing else. The result stops them, once what is under way has reached a safe point.
 */
export function startTasks(deps: Deps): () => Promise<void> {
  dropLeftFiles(deps, deps.clock()).catch((error: unknown) => deps.log.error('left files stay', { error }))
  ensureNextIndex(deps.db, deps.clock()).catch((error: unknown) => deps.log.error('no task for the index', { error }))
  const start = (handlers: TaskHandlers) =>
    startTaskLoop(deps, handlers, { isPaused: () => isInMaintenance(deps.storage) })
  const loops = [
    start({ ...mailHandlers(deps), ...accountMailHandlers(deps), ...backupMailHandlers(deps) }),
    start(workHandlers),
    start(backupHandlers(runBackupProcess)),
  ]
  return async () => {
    await Promise.all(loops.map((loop) => loop.stop()))
  }
}
