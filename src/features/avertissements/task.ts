import { wantWarnings } from '../sources/warnings-queue.ts'
import type { TaskDeps, TaskHandler, TaskRun } from '../taches/loop.ts'
import { FIND_WARNINGS } from '../types-sources/warnings-queue.ts'
import { refreshWarnings } from './actions/find.ts'
import { outdatedOfType } from './queries/warnings.ts'

async function findIn({ db, clock }: TaskDeps, source_id: number, alive: TaskRun['alive']): Promise<void> {
  if (await refreshWarnings(db, source_id, clock, alive)) return
  // An act changed while they were looked for.
  await db.transaction().execute((trx) => wantWarnings(trx, source_id, clock()))
}

async function run(deps: TaskDeps, { task, alive }: TaskRun): Promise<void> {
  const { source_id, type } = task.payload
  if (typeof source_id === 'number') await findIn(deps, source_id, alive)
  if (typeof type !== 'number') return
  for (const id of await outdatedOfType(deps.db, type)) {
    await findIn(deps, id, alive)
    await alive()
  }
}

/** Run twice, or begun anew after a kill, it finds the same. */
export const findWarningsHandlers: Record<string, TaskHandler> = { [FIND_WARNINGS]: { run } }
