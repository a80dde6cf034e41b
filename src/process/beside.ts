// Tasks that read or write many records are done by a process of their own, beside the one that serves: its time, its memory and its
// end are not those of the pages. It is started for a task, ends when there was none for a while, and is polite: the answers to people come first.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { extname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Task, TaskRefused } from '../features/taches/actions.ts'
import { LeaveTask, type TaskHandler, type TaskHandlers } from '../features/taches/loop.ts'
import type { Elsewhere } from '../lib/elsewhere.ts'
import { hold, isHeld } from '../lib/held-file.ts'
import type { Log } from '../lib/log.ts'
import { firstHeapMib, thisMachine } from './machine.ts'

/** Told by its line and not by its arguments, which everybody on the machine can read. */
export interface BesideSite {
  address: string
  storage: string
  secret: string
  /** The storage that the servers of the site have in common, with its keys. */
  fichiers: Elsewhere | undefined
}

/** The process beside is told: for which site it works; what to do; to end at the next safe point. */
export type BesideOrder = { site: BesideSite } | { tache: Task } | 'arret'

/** It says: that it can work; that the task is done; that it was left at a safe point; that it failed. */
export type BesideNews = 'prete' | 'faite' | 'laissee' | { erreur: string; pile: string | undefined; refus: boolean }

/** `.ts` while developing, `.js` once built. */
const CHILD = join(import.meta.dirname, `beside-child${extname(import.meta.filename)}`)

/**
 * Lines that are read live as long as their batch: a larger nursery takes a tenth off an import, and is given back with the process. It is
 * cleaned by one thread: several wait for each other where the processors are busy, which took another fifteenth.
 */
const NURSERY = '--max-semi-space-size'
const FIRST_HEAP_MIB = firstHeapMib(thisMachine())
const OPTIONS = [
  ...process.execArgv.filter((option) => !option.startsWith(NURSERY)),
  `${NURSERY}=16`,
  '--no-parallel-scavenge',
  ...(FIRST_HEAP_MIB > 0 ? [`--initial-heap-size=${FIRST_HEAP_MIB}`] : []),
]

/** A dry run is looked at for less than that, more often than not, before it is confirmed. */
const IDLE_MS = 15_000
/** One that cannot be started is started again after that, then after twice as long, within the lease of the task. */
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 16_000

const ENDED =
  'Le travail s’est arrêté sans dire pourquoi\u00a0: la mémoire a pu manquer au serveur, ou quelqu’un a mis fin au processus.'

/** A process that is there, and what it was asked. */
class Worker {
  readonly #child: ChildProcess
  readonly gone: Promise<void>
  #isGone = false
  #hear: ((news: BesideNews | undefined) => void) | undefined

  constructor(site: BesideSite) {
    // It has the heap limit of this one: what needs more ends, and is told as a failure of the task.
    this.#child = fork(CHILD, [], { execArgv: OPTIONS, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    this.gone = new Promise((resolve) => {
      // One that could not be started says so, and does not exit.
      this.#child.once('error', () => resolve())
      this.#child.once('exit', () => resolve())
    })
    void this.gone.then(() => {
      this.#isGone = true
      this.#answer(undefined)
    })
    this.#child.on('message', (news: BesideNews) => this.#answer(news))
    this.order({ site })
  }

  #answer(news: BesideNews | undefined): void {
    this.#hear?.(news)
    this.#hear = undefined
  }

  /** Its next word; undefined where it ended without one. */
  next(): Promise<BesideNews | undefined> {
    return new Promise((resolve) => {
      if (this.#isGone) resolve(undefined)
      else this.#hear = resolve
    })
  }

  order(what: BesideOrder): void {
    if (this.#child.connected) this.#child.send(what, () => undefined)
  }
}

/** The process beside this one, while there is work for it. */
export class Beside {
  readonly #site: BesideSite
  readonly #log: Log
  /** Held by the process of the site that has one beside it. */
  readonly #held: string
  #worker: Worker | undefined
  #starting: Promise<Worker> | undefined
  #idle: NodeJS.Timeout | undefined
  #pauseMs = FIRST_PAUSE_MS
  readonly #stopping = new AbortController()

  constructor(site: BesideSite, log: Log) {
    this.#site = site
    this.#held = join(site.storage, 'travail')
    this.#log = log
  }

  /** The handlers of a loop of this process: it claims a task, has it done beside, and writes what became of it. */
  handlers(own: TaskHandlers): TaskHandlers {
    const beside = ({ retry, parked }: TaskHandler): TaskHandler => ({
      run: (_deps, { task }) => this.#run(task),
      ...(retry && { retry }),
      ...(parked && { parked }),
    })
    return Object.fromEntries(Object.entries(own).map(([kind, handler]) => [kind, beside(handler)]))
  }

  /** Says whether no other process of the site has one beside it, which can begin at once. */
  isFirst(): boolean {
    return this.#worker !== undefined || !isHeld(this.#held)
  }

  /** Has a process stand ready for work that is about to come, unless another process of the site has one; it ends as after work. */
  prepare(): void {
    if (this.#worker || this.#stopping.signal.aborted || isHeld(this.#held)) return
    const ready = () => {
      if (!this.#stopping.signal.aborted) this.#idle = setTimeout(() => this.#end(), IDLE_MS)
    }
    // One that cannot be started is told by the task that comes.
    this.#started().then(ready, () => undefined)
  }

  /** The process that is being started, for whoever asks first. */
  #started(): Promise<Worker> {
    this.#starting ??= this.#start().finally(() => {
      this.#starting = undefined
    })
    return this.#starting
  }

  async #run(task: Task): Promise<void> {
    const worker = (!this.#starting && this.#worker) || (await this.#started())
    clearTimeout(this.#idle)
    const said = worker.next()
    worker.order({ tache: task })
    const news = await said
    if (news !== undefined) this.#idle = setTimeout(() => this.#end(), IDLE_MS)
    if (news === 'faite') return
    if (news === 'laissee') throw new LeaveTask()
    if (typeof news !== 'object') throw new Error(ENDED)
    const failure = news.refus ? new TaskRefused(news.erreur) : new Error(news.erreur)
    throw Object.assign(failure, { stack: news.pile })
  }

  /** Leaves the task, after a pause, where the process cannot be started: that is no fault of the task. */
  async #start(): Promise<Worker> {
    const worker = new Worker(this.#site)
    this.#worker = worker
    // One that dies while it waits for work is no failure of the next task.
    void worker.gone.then(() => {
      if (this.#worker !== worker) return
      this.#worker = undefined
      // It would end the next one.
      clearTimeout(this.#idle)
    })
    const release = hold(this.#held)
    if (release) void worker.gone.then(release)
    if ((await worker.next()) === 'prete') {
      this.#pauseMs = FIRST_PAUSE_MS
      return worker
    }
    this.#worker = undefined
    if (this.#stopping.signal.aborted) throw new LeaveTask()
    this.#log.error('the process for work in the background cannot be started', { again: this.#pauseMs })
    await this.#rest()
    this.#pauseMs = Math.min(LONGEST_PAUSE_MS, 2 * this.#pauseMs)
    throw new LeaveTask()
  }

  /** Pauses, unless it is told to stop. */
  async #rest(): Promise<void> {
    const { signal } = this.#stopping
    await Promise.race([pause(this.#pauseMs), once(signal, 'abort')])
  }

  #end(): Promise<void> {
    clearTimeout(this.#idle)
    const worker = this.#worker
    this.#worker = undefined
    worker?.order('arret')
    return worker?.gone ?? Promise.resolve()
  }

  /** Has the task under way left at its next safe point; resolves when the process is gone. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#end()
  }
}
