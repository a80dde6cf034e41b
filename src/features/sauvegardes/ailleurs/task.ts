import type { Db } from '../../../db/schema.ts'
import { MINUTE_MS } from '../../../lib/durations.ts'
import { AppError } from '../../../lib/errors.ts'
import { type Actor, actorWithout, record } from '../../journal/actions.ts'
import { enqueueOnce, TaskRefused } from '../../taches/actions.ts'
import type { TaskDeps, TaskHandlers, TaskRun } from '../../taches/loop.ts'
import { ELSEWHERE_MAIL_TASK, tellAdministrators } from '../queries.ts'
import { type Watched, watch } from '../task.ts'
import { ELSEWHERE_TASK, FETCH_TASK } from '../task-kind.ts'

/** To send the newest backup elsewhere, or to bring the copy of that name back. */
export type ElsewhereWork = { quoi: 'envoi' } | { quoi: 'rapport'; nom: string }

/** A file that was sent, or brought back. */
export interface ElsewhereDone {
  fichier: string
  /** Bytes. */
  taille: number
}

/** Does it elsewhere than in the process that serves; rejects with an AppError for what fails until somebody mends it. */
export type RunElsewhere = (work: ElsewhereWork, watched: Watched) => Promise<ElsewhereDone>

const GROWTH = 3
/** 5, 15, 45 and 135 minutes: a storage that is away for some hours costs nothing but them. */
const RETRY = { delayMs: (essais: number) => 5 * MINUTE_MS * GROWTH ** (essais - 1), maxAttempts: 5 }

/** Has the newest backup sent elsewhere at the next moment. False where it is on its way already. */
export function askForCopy(db: Db, by: Actor, now: Date): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const isNew = await enqueueOnce(trx, { kind: ELSEWHERE_TASK, payload: {} }, now)
    if (isNew) await record(trx, by, { action: 'copie.demande' }, now.toISOString())
    return isNew
  })
}

/** Has a copy brought back among the backups here. False where one is on its way already. */
export function askForReturn(db: Db, nom: string, by: Actor, now: Date): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const isNew = await enqueueOnce(trx, { kind: FETCH_TASK, payload: { nom } }, now)
    if (isNew) await record(trx, by, { action: 'copie.retour', detail: { fichier: nom } }, now.toISOString())
    return isNew
  })
}

async function working(run: (watched: Watched) => Promise<ElsewhereDone>, task: TaskRun): Promise<ElsewhereDone> {
  try {
    return await watch(run, task)
  } catch (error) {
    throw error instanceof AppError ? new TaskRefused(error.message) : error
  }
}

/** Keeps in the journal that a copy arrived: the pages tell its age by that. */
export const recordCopy = ({ db, clock }: Pick<TaskDeps, 'db' | 'clock'>, { fichier, taille }: ElsewhereDone) =>
  record(
    db,
    actorWithout(null),
    { action: 'copie.ailleurs', detail: { fichier, octets: taille } },
    clock().toISOString(),
  )

/** For `startTaskLoop` and `runTasks`. A site whose copies were switched off meanwhile has nothing to do. */
export const elsewhereHandlers = (run: RunElsewhere): TaskHandlers => ({
  [ELSEWHERE_TASK]: {
    retry: RETRY,
    async run(deps, task) {
      if (deps.settings.read().ailleurs === null) return
      await recordCopy(deps, await working((watched) => run({ quoi: 'envoi' }, watched), task))
    },
    async parked({ db, clock, settings }, _task, error) {
      if (settings.read().smtp === null) return
      const raison = error instanceof Error ? error.message : String(error)
      await tellAdministrators(db, ELSEWHERE_MAIL_TASK, { raison }, clock())
    },
  },
  [FETCH_TASK]: {
    // Somebody waits in front of the page: the failure is told at once.
    retry: { ...RETRY, maxAttempts: 1 },
    async run(deps, task) {
      if (deps.settings.read().ailleurs === null) return
      const nom = String(task.task.payload.nom ?? '')
      await working((watched) => run({ quoi: 'rapport', nom }, watched), task)
    },
  },
})
