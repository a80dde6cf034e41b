import { FIND_WARNINGS, wantWarnings } from '../sources/warnings-queue.ts'
import type { TaskDeps, TaskHandler, TaskRun } from '../taches/loop.ts'
import { refreshWarnings } from './actions/find.ts'

async function run({ db, clock }: TaskDeps, { task, alive }: TaskRun): Promise<void> {
  const { source_id } = task.payload
  if (typeof source_id !== 'number') return
  if (await refreshWarnings(db, source_id, clock, alive)) return
  // An act changed while they were looked for.
  await db.transaction().execute((trx) => wantWarnings(trx, source_id, clock()))
}

/** Run twice, or begun anew after a kill, it finds the same. */
export const findWarningsHandlers: Record<string, TaskHandler> = { [FIND_WARNINGS]: { run } }
