import type { Db } from '../../db/schema.ts'
import { freeBytes, isNearlyFull } from '../../lib/disk.ts'
import { AppError } from '../../lib/errors.ts'
import { nightOf } from '../../lib/text.ts'
import { type Actor, record } from '../journal/actions.ts'
import { enqueue, enqueueOnce, type Task, TaskRefused } from '../taches/actions.ts'
import { takeTurn } from '../taches/due.ts'
import type { TaskDeps, TaskHandlers, TaskRun } from '../taches/loop.ts'
import { lastGivenUp } from '../taches/queries.ts'
import { isBackingUp, listBackups } from './actions/backups.ts'
import { NEWS_MAIL_TASK, tellAdministrators } from './queries.ts'
import { isOrigin, type Origin } from './rules/names.ts'
import { newestOf } from './rules/retention.ts'
import { BACKUP_TASK, ELSEWHERE_TASK } from './task-kind.ts'

/** Makes a backup elsewhere than in the process that serves; rejects with an AppError for what an administrator can mend. */
export type RunBackup = (origine: Origin, watched: Watched) => Promise<void>

export interface FailedBackup {
  created_at: string
  erreur: string | null
}

/** The last one that was given up, unless a later one went well, by whatever way. */
export async function failedBackup(db: Db, storage: string, now: Date): Promise<FailedBackup | undefined> {
  const last = await lastGivenUp(db, BACKUP_TASK)
  const isMadeSince = last !== undefined && (newestOf(listBackups(storage), now)?.at ?? '') > last.created_at
  return isMadeSince ? undefined : last
}

/** Has a backup made at the next moment. False where one is on its way already. */
export function askForBackup(db: Db, by: Actor, now: Date): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const isNew = await enqueueOnce(trx, { kind: BACKUP_TASK, payload: { origine: 'manuelle' } }, now)
    if (isNew) await record(trx, by, { action: 'sauvegarde' }, now.toISOString())
    return isNew
  })
}

/** Once a night, from three o'clock in Paris on, whatever the number of processes. */
export function nightlyBackup(db: Db, now: Date): Promise<void> {
  return db.transaction().execute(async (trx) => {
    if (!(await takeTurn(trx, BACKUP_TASK, nightOf(now), now))) return
    await enqueue(trx, { kind: BACKUP_TASK, payload: { origine: 'quotidienne' } }, now)
  })
}

const LOOK_MS = 500

/** How a process beside this one is broken off, and tells how far it is. */
export interface Watched {
  signal: AbortSignal
  progress: (percent: number) => void
}

/** Waits for the end of the work, giving signs of life; breaks it off where the task has to be left. */
export async function watch<T>(run: (watched: Watched) => Promise<T>, { alive }: TaskRun): Promise<T> {
  const stop = new AbortController()
  let percent = 0
  const progress = (now: number) => {
    percent = now
  }
  const work = run({ signal: stop.signal, progress }).then((value) => ({ value }))
  try {
    for (;;) {
      const done = await Promise.race([
        work,
        new Promise<undefined>((resolve) => setTimeout(resolve, LOOK_MS, undefined)),
      ])
      if (done) return done.value
      await alive(percent)
    }
  } catch (error) {
    stop.abort()
    await Promise.allSettled([work])
    throw error
  }
}

const origineOf = ({ payload }: Task): Origin => {
  const origine = String(payload.origine)
  return isOrigin(origine) ? origine : 'manuelle'
}

/** Writes to the administrators after a backup of the night, where there is anything to say. */
async function tellOfNight(
  { db, storage, clock, settings }: TaskDeps,
  task: Task,
  raison: string | null,
): Promise<void> {
  if (origineOf(task) !== 'quotidienne' || settings.read().smtp === null) return
  const libre = isNearlyFull(storage) ? freeBytes(storage) : null
  if (raison !== null || libre !== null) await tellAdministrators(db, NEWS_MAIL_TASK, { raison, libre }, clock())
}

/** The copy elsewhere follows the backup of the night, where it is set up. */
async function copyNight({ db, clock, settings }: TaskDeps): Promise<void> {
  if (!settings.read().ailleurs?.chaque_nuit) return
  await db.transaction().execute((trx) => enqueueOnce(trx, { kind: ELSEWHERE_TASK, payload: {} }, clock()))
}

/** For `startTaskLoop` and `runTasks`. What an administrator has to mend (a full disk) is parked in view. */
export const backupHandlers = (run: RunBackup): TaskHandlers => ({
  [BACKUP_TASK]: {
    async run(deps, task) {
      try {
        await watch((watched) => run(origineOf(task.task), watched), task)
      } catch (error) {
        // While an update, or somebody, makes one, this one waits for its turn.
        throw error instanceof AppError && !isBackingUp(deps.storage) ? new TaskRefused(error.message) : error
      }
      await tellOfNight(deps, task.task, null)
      if (origineOf(task.task) === 'quotidienne') await copyNight(deps)
    },
    async parked(deps, task, error) {
      await tellOfNight(deps, task, error instanceof Error ? error.message : String(error))
    },
  },
})
