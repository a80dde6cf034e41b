import { sweepHandlers } from '../features/alertes/task.ts'
import { findWarningsHandlers } from '../features/avertissements/task.ts'
import { countGenresHandlers } from '../features/completion/task.ts'
import { puttingBackHandlers } from '../features/emporter/put-back-task.ts'
import { leavingHandlers } from '../features/emporter/task.ts'
import { importHandlers } from '../features/imports/task.ts'
import { lotHandlers } from '../features/lots/task.ts'
import { countFieldsHandlers } from '../features/releves/tasks/count-fields.ts'
import { markReachHandlers } from '../features/releves/tasks/mark-reach.ts'
import { refreshHandlers } from '../features/releves/tasks/refresh.ts'
import { reindexHandlers } from '../features/releves/tasks/reindex.ts'
import { reindexNextHandlers } from '../features/releves/tasks/reindex-next.ts'
import { reindexTypeHandlers } from '../features/releves/tasks/reindex-type.ts'
import { rewriteHandlers } from '../features/releves/tasks/rewrite-words.ts'
import { statisticsHandlers } from '../features/statistiques/task.ts'
import { suppressionHandlers } from '../features/suppressions/task.ts'
import type { TaskHandlers } from '../features/taches/loop.ts'
import { lateRowsHandlers } from '../features/users/merge/task.ts'
import { IMPORT_KINDS } from '../import-kinds.ts'
import { LOT_KINDS } from '../lot-kinds.ts'

/** Tasks that read or write many records: the process beside the one that serves does them (`beside.ts`). */
export const workHandlers: TaskHandlers = {
  ...importHandlers(IMPORT_KINDS),
  ...lotHandlers(LOT_KINDS),
  ...leavingHandlers,
  ...puttingBackHandlers,
  ...countFieldsHandlers,
  ...countGenresHandlers,
  ...findWarningsHandlers,
  ...lateRowsHandlers,
  ...markReachHandlers,
  ...refreshHandlers,
  ...reindexHandlers,
  ...reindexNextHandlers,
  ...reindexTypeHandlers,
  ...rewriteHandlers,
  ...statisticsHandlers,
  ...suppressionHandlers,
  ...sweepHandlers,
}
