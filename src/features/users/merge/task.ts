import type { TaskHandler } from '../../taches/loop.ts'
import { LATE_ROWS_TASK, moveLateRows } from './actions.ts'

/** Beside the process that serves: every table that knows people is read. */
export const lateRowsHandlers: Record<string, TaskHandler> = {
  [LATE_ROWS_TASK]: { run: ({ db }, { task }) => moveLateRows(db, Number(task.payload.de)) },
}
