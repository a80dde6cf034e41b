import { unwatchFile, watchFile } from 'node:fs'
import type { Config } from '../config.ts'
import { dialectOf } from '../db/dialect/index.ts'
import { isOfThisVersion } from '../db/migrate.ts'
import { schemeOf } from '../db/open.ts'
import { databaseAddress, hasMarker, pathsOf, readSiteConfig } from '../features/presence/installation.ts'
import { LOOK_MS } from '../features/presence/presence.ts'
import { isBetweenVersions } from '../features/presence/update-note.ts'
import { isFinishing } from '../features/setup/actions/finish.ts'
import type { Log } from '../lib/log.ts'
import { processesFor, thisMachine } from './machine.ts'
import { followUpdates } from './schedule.ts'
import { openStage, type Served } from './stages.ts'

export interface Host {
  fetch: Served['fetch']
  stage(): Served['stage']
  /** Where to begin: the wizard's ready address with its code, or the home page. */
  path(): string
  /** The address of the database that it serves from; undefined where there is none. */
  address(): string | undefined
  /** How many processes it is worth serving by. */
  processes(): number
  /** Begins what is due: what has expired is thrown away, a backup is made. Called every minute. */
  tick(now: Date): Promise<void>
  close(): Promise<void>
}

/** A database that is away is asked for again by the requests that come, not more often than this. */
const RETRY_MS = 3000

/** Requests that had begun end within that time, by the database that they began with. */
const CLOSE_AFTER_MS = 10_000
/** A long export, or an upload over a slow line, of the same database. */
const FORGET_AFTER_MS = 300_000

/** A stage together with its work in the background. */
interface Running extends Served {
  stopTasks?: (() => Promise<void>) | undefined
}

async function closeStage({ stopTasks, db }: Running): Promise<void> {
  await stopTasks?.()
  await db?.destroy()
}

type CloseLater = (before: Running, afterMs: number) => void

/** Closes what is served no more; `settled`: told when nothing of it is left. */
function closer(log: Log, settled: () => void): CloseLater {
  let left = 0
  const close = async (before: Running) => {
    await closeStage(before)
    left -= 1
    if (left === 0) settled()
  }
  return (before, afterMs) => {
    left += 1
    setTimeout(
      () => void close(before).catch((error: unknown) => log.error('closing failed', { error })),
      afterMs,
    ).unref()
  }
}

/** Has the configuration been given another database than the one that is served (`releve db:transfer`)? */
function hasMoved({ storage, databaseUrl }: Config, { address }: Served): boolean {
  if (!address || databaseUrl) return false
  const stored = readSiteConfig(storage)
  return typeof stored === 'object' && !!stored.database && databaseAddress(storage, stored.database) !== address
}

/** A change of what is served is made by these. */
interface Changing {
  served: () => Running
  /** Opens what there is to serve now, where that is due. */
  refresh: () => Promise<void>
  reopen: () => Promise<void>
  /** Goes over to what can be opened now; false where that is no site, and what was served is still. */
  move: () => Promise<boolean>
  closeLater: CloseLater
}

/** Work that is done once at a time; asked for meanwhile, once more afterwards. */
function oneByOne(work: () => Promise<void>): () => void {
  let isWanted = false
  let isAtWork = false
  const run = async () => {
    isAtWork = true
    while (isWanted) {
      isWanted = false
      await work()
    }
    isAtWork = false
  }
  return () => {
    isWanted = true
    if (!isAtWork) void run()
  }
}

/** Goes over to another database when the configuration has been given one; the result ends that. */
function followMoves(config: Config, log: Log, { served, move, closeLater }: Changing): () => void {
  const follow = async () => {
    const before = served()
    if (!hasMoved(config, before)) return
    if (await move()) {
      log.info('the site has another database')
      closeLater(before, CLOSE_AFTER_MS)
    } else setTimeout(look, RETRY_MS).unref()
  }
  const look = oneByOne(() =>
    follow().catch((error: unknown) => log.error('the new database cannot be opened', { error })),
  )
  const { config: file } = pathsOf(config.storage)
  watchFile(file, { interval: LOOK_MS, persistent: false }, look)
  return () => unwatchFile(file, look)
}

/**
 * Has a process end its work on a database that another server of the site has brought to another version: tasks at once, requests
 * once nobody waits for the end of an update any more, which may be undone. The result ends that.
 */
function followVersions({ storage }: Config, log: Log, { served, reopen, closeLater }: Changing): () => void {
  let wasOther = false
  const follow = async () => {
    const before = served()
    if (!before.db) return
    const isOther = !(await isOfThisVersion(before.db))
    if (isOther) void before.stopTasks?.()
    wasOther ||= isOther
    if (!wasOther || isBetweenVersions(storage)) return
    wasOther = false
    await reopen()
    log.info('the database was brought to another version', { stage: served().stage })
    closeLater(before, FORGET_AFTER_MS)
  }
  const look = oneByOne(() =>
    follow().catch((error: unknown) => {
      const { db } = served()
      // One that is away is of no version; requests find out by themselves, and say so.
      if (!db || !dialectOf(db).errors.isUnavailable(error))
        log.error('the version of the database cannot be read', { error })
    }),
  )
  const timer = setInterval(look, LOOK_MS).unref()
  return () => clearInterval(timer)
}

/** Takes over every two seconds what other servers changed that share no folder; the result ends that. */
function followServers(log: Log, { served }: Changing): () => void {
  const look = oneByOne(async () => {
    const { db, follow } = served()
    try {
      await follow?.()
    } catch (error) {
      if (!db || !dialectOf(db).errors.isUnavailable(error)) log.error('other servers cannot be followed', { error })
    }
  })
  const timer = setInterval(look, LOOK_MS).unref()
  return () => clearInterval(timer)
}

interface HostOptions {
  /** Told when it serves something else. */
  changed?: () => void
  /** Told when it has no database open any more but the one that it serves from. */
  settled?: () => void
  /** Beside what serves: it begins nothing in the background. */
  isTrial?: boolean
}

/** Opens what there is to serve, and changes it from then on. */
async function openChanging(config: Config, log: Log, options: HostOptions): Promise<Changing> {
  const { changed = () => undefined, settled = () => undefined, isTrial = false } = options
  const closeLater = closer(log, settled)
  let opening: Promise<void> | undefined
  let lastTryMs = performance.now()

  async function open(): Promise<Running> {
    const stage = await openStage(config, log, refresh)
    return { ...stage, stopTasks: isTrial ? undefined : stage.startTasks?.() }
  }
  let served = await open()

  const isDue = () => {
    if (served.stage === 'application') return false
    // Installed by this wizard, which first says so to whoever pressed its last button, or by the command line elsewhere.
    if (served.stage === 'installation') return hasMarker(config.storage) && !isFinishing(config.storage)
    return performance.now() - lastTryMs > RETRY_MS
  }

  function take(next: Running): void {
    const before = served
    served = next
    if (next.stage !== before.stage || next.address !== before.address) changed()
    if (!before.db) closeLater(before, 0)
  }

  function reopen(): Promise<void> {
    opening ??= open()
      .then(take)
      .finally(() => {
        opening = undefined
        lastTryMs = performance.now()
      })
    return opening
  }

  async function move(): Promise<boolean> {
    const next = await open()
    if (next.db) take(next)
    return next.db !== undefined
  }

  async function refresh(): Promise<void> {
    if (opening || isDue()) await reopen()
  }

  return { served: () => served, refresh, reopen: () => opening ?? reopen(), move, closeLater }
}

/**
 * One process, whatever its state: the wizard, then the site without a restart once it is installed; a page that says what is
 * wrong as long as it cannot serve, then the site once it can.
 */
export async function openHost(config: Config, log: Log, options: HostOptions = {}): Promise<Host> {
  const changing = await openChanging(config, log, options)
  const { served, refresh } = changing
  const catchUp = followUpdates(config, log)
  const machine = thisMachine()
  const ends = [followMoves(config, log, changing), followVersions(config, log, changing), followServers(log, changing)]
  return {
    async fetch(request, env) {
      await refresh()
      return served().fetch(request, env)
    },
    stage: () => served().stage,
    path: () => served().path,
    address: () => served().address,
    processes() {
      const { address } = served()
      return address === undefined ? 1 : processesFor(schemeOf(address), machine)
    },
    tick: async (at) => (served().isOvertaken ? catchUp() : served().tick?.(at)),
    async close() {
      for (const end of ends) end()
      await closeStage(served())
    },
  }
}
