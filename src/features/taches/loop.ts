import { setImmediate } from 'node:timers/promises'
import type { Db } from '../../db/schema.ts'
import type { Log } from '../../lib/log.ts'
import type { SettingsStore } from '../../web/env.ts'
import { claim, fail, finish, LEASE_MS, type Retry, release, renew, type Task } from './actions.ts'
import { onNewTask } from './wake.ts'

/** The application's `Deps` are more than that: a task cannot reach what is not here. */
export interface TaskDeps {
  db: Db
  clock: () => Date
  log: Log
  /** Folder of what the site keeps. */
  storage: string
  /** Changed by an administrator while tasks run: read anew each time. */
  settings: Pick<SettingsStore, 'read'>
}

export interface TaskRun {
  task: Task
  /** Called between two batches: gives a sign of life from time to time. Throws where the task must be left as it is. */
  alive(progres?: number | null): Promise<void>
}

export interface TaskHandler {
  /** TaskRefused: parked at once; any other error: tried again. */
  run(deps: TaskDeps, run: TaskRun): Promise<void>
  /** When it is tried again, where the usual rule does not suit. */
  retry?: Retry
  /** After the last failed attempt: tells whoever waits for the result. */
  parked?(deps: TaskDeps, task: Task, error: unknown): Promise<void>
}

/** By kind of task. */
export type TaskHandlers = Record<string, TaskHandler>

/** A lease lasts ten times that. */
const RENEW_MS = LEASE_MS / 10

/** The task is left where it stands: another process holds it now, or this one is stopping. */
export class LeaveTask extends Error {}

/** The `alive` of a task that was just claimed. */
export function signsOfLife(
  { db, clock }: Pick<TaskDeps, 'db' | 'clock'>,
  task: Task,
  isStopping: () => boolean,
): TaskRun['alive'] {
  let renewed = clock().getTime()
  return async (progres = null) => {
    // SQLite answers at once: without a turn of the loop nobody would be served from one batch to the next.
    await setImmediate()
    if (isStopping()) throw new LeaveTask()
    const now = clock()
    // A sign of life is a commit, with its wait for the disk: batches are shorter than what the lease needs.
    if (Math.abs(now.getTime() - renewed) < RENEW_MS) return
    renewed = now.getTime()
    if (!(await renew(db, task, now, progres))) throw new LeaveTask()
  }
}

async function runOne(deps: TaskDeps, handler: TaskHandler, task: Task, isStopping: () => boolean): Promise<void> {
  const { db, clock, log } = deps
  try {
    await handler.run(deps, { task, alive: signsOfLife(deps, task, isStopping) })
    await finish(db, task)
  } catch (error) {
    // `release` changes nothing where somebody else holds the task.
    if (error instanceof LeaveTask) return release(db, task)
    log.error('task failed', { error, kind: task.kind, task: task.id, essais: task.essais })
    if (await fail(db, task, error, clock(), handler.retry)) await handler.parked?.(deps, task, error)
  }
}

export interface Claiming {
  /** Begins no task of its kinds while another process of the site is at one. */
  isAlone?: boolean
  /** Asked before each task: does another process begin it sooner? */
  mayBegin?: () => boolean
}

/** One pass: runs every task that is due, one after the other, until none is left. Returns how many it ran. */
export async function runTasks(
  deps: TaskDeps,
  handlers: TaskHandlers,
  isStopping: () => boolean = () => false,
  { isAlone = false, mayBegin = () => true }: Claiming = {},
): Promise<number> {
  let count = 0
  while (!isStopping() && mayBegin()) {
    const task = await claim(deps.db, Object.keys(handlers), deps.clock(), isAlone)
    const handler = task && handlers[task.kind]
    if (!task || !handler) return count
    await runOne(deps, handler, task, isStopping)
    count += 1
  }
  return count
}

export interface TaskLoop {
  /** Looks for tasks now. */
  wake(): void
  /** Begins nothing more; resolves when the task under way is done or has reached a safe point. */
  stop(): Promise<void>
}

const POLL_MS = 1000

interface LoopOptions extends Claiming {
  pollMs?: number
  /** Tasks are left at a safe point, and none is begun, as long as this is true. */
  isPaused?: () => boolean
}

/** Looks for tasks every second and after each one written by this process. */
export function startTaskLoop(
  deps: TaskDeps,
  handlers: TaskHandlers,
  { pollMs = POLL_MS, isPaused = () => false, ...claiming }: LoopOptions = {},
): TaskLoop {
  let isStopping = false
  let wanted = false
  let pass: Promise<void> | undefined
  const work = async () => {
    do {
      wanted = false
      // A database that does not answer is tried again at the next look.
      await runTasks(deps, handlers, () => isStopping || isPaused(), claiming).catch((error: unknown) =>
        deps.log.error('the task loop failed', { error }),
      )
    } while (wanted && !isStopping)
    pass = undefined
  }
  const wake = () => {
    wanted = true
    if (!isStopping) pass ??= work()
  }
  const timer = setInterval(wake, pollMs)
  const forget = onNewTask(wake)
  wake()
  return {
    wake,
    async stop() {
      isStopping = true
      clearInterval(timer)
      forget()
      await pass
    },
  }
}
