import { randomInt } from 'node:crypto'
import type { ExpressionBuilder } from 'kysely'
import { dialectOf } from '../../db/dialect/index.ts'
import type { Db, Schema, Trx } from '../../db/schema.ts'
import { DAY_MS, HOUR_MS } from '../../lib/durations.ts'
import { taskUnderWay } from './queries.ts'
import { notifyNewTask } from './wake.ts'

export interface NewTask {
  kind: string
  /** JSON for the handler; it holds ids rather than values, which may change before it runs. */
  payload: Record<string, unknown>
}

/** A claimed task. `essais` counts this attempt, from 1; with the id it tells its holder from an earlier one. */
export interface Task extends NewTask {
  id: number
  essais: number
}

/** Time a holder has between two signs of life; after it another process takes the task up. */
export const LEASE_MS = 30_000
/** Attempts before a task is parked in view of the admins. */
export const MAX_ATTEMPTS = 8
const FIRST_DELAY_MS = 5_000
const LONGEST_DELAY_MS = HOUR_MS
/** Further ahead than anybody puts the end of a lease (clocks go back an hour), or the next try of a mail. */
const AHEAD_MS = { bail: 2 * HOUR_MS, pas_avant: 2 * DAY_MS }
const MAX_ERROR_LENGTH = 2000

const later = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString()

/** Writes a task in the caller's transaction: it exists if and only if what caused it does. Returns its id. */
export async function enqueue(trx: Db, task: NewTask, now: Date): Promise<number> {
  const row = await trx
    .insertInto('taches')
    .values({
      kind: task.kind,
      payload: JSON.stringify(task.payload),
      pas_avant: now.toISOString(),
      bail: null,
      progres: null,
      erreur: null,
      created_at: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  notifyNewTask()
  return row.id
}

/** Writes it where none of its kind waits or is in hand; false where there is one. The lock lasts as long as the transaction. */
export async function enqueueOnce(trx: Trx, task: NewTask, now: Date): Promise<boolean> {
  await dialectOf(trx).locks.lock(trx, task.kind)
  if (await taskUnderWay(trx, task.kind)) return false
  await enqueue(trx, task, now)
  return true
}

/** A time that lies too far ahead was written by a clock that was wrong. */
const isPast = (eb: ExpressionBuilder<Schema, 'taches'>, column: keyof typeof AHEAD_MS, now: Date) =>
  eb.or([eb(column, '<=', now.toISOString()), eb(column, '>', later(now, AHEAD_MS[column]))])

/** Waits no longer, or has lost its holder. */
const isFree = (now: Date) => (eb: ExpressionBuilder<Schema, 'taches'>) =>
  eb.or([
    eb.and([eb('etat', '=', 'attente'), isPast(eb, 'pas_avant', now)]),
    eb.and([eb('etat', '=', 'en_cours'), isPast(eb, 'bail', now)]),
  ])

/** A task of these kinds is in somebody's hands. */
const isAtWork = (eb: ExpressionBuilder<Schema, 'taches'>, kinds: string[], now: Date) =>
  eb.exists(
    eb
      .selectFrom('taches as autre')
      .select('autre.id')
      .where('autre.kind', 'in', kinds)
      .where('autre.etat', '=', 'en_cours')
      .where('autre.bail', '>', now.toISOString())
      .where('autre.bail', '<=', later(now, AHEAD_MS.bail)),
  )

/**
 * Takes the oldest task that waits or whose holder was not heard of until its lease ended; undefined where there is none, or
 * where another process was faster. One statement: the conditions are asked again on the row itself, so that of two processes
 * that chose the same row, the second changes nothing. `isAlone`: none is taken while another of these kinds is in hand.
 */
export async function claim(db: Db, kinds: string[], now: Date, isAlone = false): Promise<Task | undefined> {
  // On SQLite a statement that would change nothing waits for the file all the same, and has others wait.
  const any = db.selectFrom('taches').select('id').where('kind', 'in', kinds).where(isFree(now)).limit(1)
  if (!(await any.executeTakeFirst())) return undefined
  return db
    .updateTable('taches')
    .set((eb) => ({ etat: 'en_cours', bail: later(now, LEASE_MS), essais: eb('essais', '+', 1) }))
    .where('id', '=', (eb) =>
      eb.selectFrom('taches').select('id').where('kind', 'in', kinds).where(isFree(now)).orderBy('id').limit(1),
    )
    .where(isFree(now))
    .$if(isAlone, (task) => task.where((eb) => eb.not(isAtWork(eb, kinds, now))))
    .returning(['id', 'kind', 'payload', 'essais'])
    .executeTakeFirst()
}

/** The task as long as this attempt holds it; somebody else may have taken it up since. */
const held = (db: Db, task: Task) =>
  db.updateTable('taches').where('id', '=', task.id).where('essais', '=', task.essais).where('etat', '=', 'en_cours')

const changed = (result: { numUpdatedRows: bigint }): boolean => result.numUpdatedRows > 0n

/** A sign of life, with how far the work is (percent). False where the task is no longer this attempt's. */
export async function renew(db: Db, task: Task, now: Date, progres: number | null = null): Promise<boolean> {
  return changed(
    await held(db, task)
      .set({ bail: later(now, LEASE_MS), progres })
      .executeTakeFirst(),
  )
}

/** Keeps where the work is; the task may be somebody else's by now, then nothing is kept. */
export async function keepPayload(db: Db, task: Task, payload: object): Promise<void> {
  await held(db, task)
    .set({ payload: JSON.stringify(payload) })
    .execute()
}

/** The work is done. */
export async function finish(db: Db, task: Task): Promise<void> {
  await held(db, task).set({ etat: 'faite', bail: null, erreur: null, progres: 100 }).execute()
}

/** Stopped at a safe point, to be taken up again at once; this was no failed attempt. */
export async function release(db: Db, task: Task): Promise<void> {
  await held(db, task)
    .set({ etat: 'attente', bail: null, essais: task.essais - 1 })
    .execute()
}

/** When a kind of task is tried again. */
export interface Retry {
  /** Delay after this many attempts, from 1, in milliseconds; a quarter at most is added to it. */
  delayMs(essais: number): number
  maxAttempts: number
}

/** Tasks that failed together must not come back together. */
const withJitter = (ms: number): number => ms + randomInt(Math.ceil(ms / 4))

const USUAL: Retry = {
  delayMs: (essais) => Math.min(FIRST_DELAY_MS * 2 ** (essais - 1), LONGEST_DELAY_MS),
  maxAttempts: MAX_ATTEMPTS,
}

/** 5 s, 10 s, 20 s… at most an hour, each up to a quarter longer. */
export const retryDelayMs = (essais: number): number => withJitter(USUAL.delayMs(essais))

/** Another attempt would fail in the same way: the task is parked at once. */
export class TaskRefused extends Error {}

/** The attempt failed: the task waits longer each time, and is parked after the last. Returns whether it was parked. */
export async function fail(db: Db, task: Task, error: unknown, now: Date, retry: Retry = USUAL): Promise<boolean> {
  const erreur = (error instanceof Error ? error.message : String(error)).slice(0, MAX_ERROR_LENGTH)
  const isLast = error instanceof TaskRefused || task.essais >= retry.maxAttempts
  const next = isLast
    ? { etat: 'garee' as const, bail: null, erreur }
    : { etat: 'attente' as const, bail: null, erreur, pas_avant: later(now, withJitter(retry.delayMs(task.essais))) }
  return changed(await held(db, task).set(next).executeTakeFirst()) && isLast
}

/** An administrator may take a task in hand that is parked, or that waits after a failure. */
export const isStuck = (eb: ExpressionBuilder<Schema, 'taches'>) =>
  eb.or([eb('etat', '=', 'garee'), eb.and([eb('etat', '=', 'attente'), eb('erreur', 'is not', null)])])

/** Has one task, or all parked ones, tried again at once with all their attempts. Returns how many. */
export async function restartTasks(db: Db, which: number | 'garees', now: Date): Promise<number> {
  const again = db.updateTable('taches').set({ etat: 'attente', bail: null, essais: 0, pas_avant: now.toISOString() })
  const chosen = which === 'garees' ? again.where('etat', '=', 'garee') : again.where('id', '=', which).where(isStuck)
  const { numUpdatedRows } = await chosen.executeTakeFirst()
  if (numUpdatedRows > 0n) notifyNewTask()
  return Number(numUpdatedRows)
}

/** Gives a parked task up for good. False where it is not parked any more. */
export async function abandonTask(db: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('taches')
    .where('id', '=', id)
    .where('etat', '=', 'garee')
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Removes the tasks done before `before`; parked ones stay in view. */
export async function purgeTasks(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('taches').where('etat', '=', 'faite').where('created_at', '<', before.toISOString()).execute()
}
