import './node-guard.ts'
import './outputs.ts'
import type { Db } from '../db/schema.ts'
import type { Task } from '../features/taches/actions.ts'
import type { TaskDeps } from '../features/taches/loop.ts'
import type { BesideNews, BesideOrder, BesideSite } from './beside.ts'
import { niceSteps, thisMachine } from './machine.ts'
import { stepBehind } from './polite.ts'

// Loaded after the guard has passed: the drivers of the databases come with them.
const { openDatabase } = await import('../db/open.ts')
const { isOfThisVersion } = await import('../db/migrate.ts')
const { settingsStore } = await import('../features/parametres/store.ts')
const { isInMaintenance } = await import('../features/presence/maintenance.ts')
const { TaskRefused } = await import('../features/taches/actions.ts')
const { keepIncidents } = await import('../lib/incidents.ts')
const { LeaveTask, signsOfLife } = await import('../features/taches/loop.ts')
const { stdoutLog, systemClock } = await import('./deps.ts')
const { shareFiles } = await import('./shared-files.ts')
const { workHandlers } = await import('./work.ts')

let deps: TaskDeps | undefined
let isAtWork = false
let isStopping = false

/** Comes back when the line has it: the process may end. */
const tell = (news: BesideNews): Promise<void> =>
  new Promise((sent) => process.send?.(news, undefined, undefined, () => sent()))

/** The database as the process that serves has it open, for a writer that lets others go first. */
const openBase = ({ address, storage }: BesideSite): Db =>
  openDatabase(address, {
    isHeld: () => isInMaintenance(storage),
    isBackground: true,
    isWatched: true,
    onError: (error) => stdoutLog().error('database connection lost', { error }),
  })

/** Code that was replaced under the feet of a process that still runs may be of another version than the database. */
async function begin(site: BesideSite): Promise<void> {
  const { storage, secret, fichiers } = site
  const log = keepIncidents(stdoutLog(), storage)
  const db = openBase(site)
  if (!(await isOfThisVersion(db))) throw new Error('the database is not of the version of this code')
  shareFiles(storage, fichiers, { db, clock: systemClock, log })
  deps = { db, clock: systemClock, log, storage, settings: settingsStore(storage, log, secret) }
  await tell('prete')
}

async function work({ storage, ...others }: TaskDeps, task: Task): Promise<BesideNews> {
  const mustLeave = () => isStopping || isInMaintenance(storage)
  try {
    if (mustLeave()) return 'laissee'
    const alive = signsOfLife(others, task, mustLeave)
    await workHandlers[task.kind]?.run({ storage, ...others }, { task, alive })
    return 'faite'
  } catch (error) {
    if (error instanceof LeaveTask) return 'laissee'
    const [erreur, pile] = error instanceof Error ? [error.message, error.stack] : [String(error), undefined]
    return { erreur, pile, refus: error instanceof TaskRefused }
  }
}

async function end(): Promise<void> {
  await deps?.db.destroy()
  process.exit()
}

async function obey(order: BesideOrder): Promise<void> {
  if (order === 'arret') isStopping = true
  else if ('site' in order) await begin(order.site)
  else if (deps) {
    isAtWork = true
    await tell(await work(deps, order.tache))
    isAtWork = false
  }
  if (isStopping && !isAtWork) await end()
}

stepBehind(niceSteps(thisMachine()))
// A terminal and systemd send them to every process: who started this one has them too, and says what becomes of it.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined)
// The process that started it is gone: what was committed stays, and its lease lets another process go on.
process.on('disconnect', () => process.exit())
process.on('message', (order: BesideOrder) => {
  obey(order).catch((error: unknown) => {
    stdoutLog().error('the process for work in the background ends', { error })
    process.exit(1)
  })
})
