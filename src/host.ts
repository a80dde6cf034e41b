import { unwatchFile, watchFile } from 'node:fs'
import type { Config } from './config.ts'
import { LOOK_MS } from './features/mises-a-jour/presence.ts'
import { isFinishing } from './features/setup/finish.ts'
import { databaseAddress, hasMarker, pathsOf, readSiteConfig } from './features/setup/installation.ts'
import type { Log } from './lib/log.ts'
import { openStage, type Served } from './stages.ts'

export interface Host {
  fetch: Served['fetch']
  /** What answers now. */
  stage(): Served['stage']
  /** Where to begin: the wizard's ready address with its code, or the home page. */
  path(): string
  /** How many processes it is worth serving by: one writes to a SQLite file at a time. */
  processes(): number
  /** Begins what is due: what has expired is thrown away, a backup is made. Called every minute. */
  tick(now: Date): Promise<void>
  close(): Promise<void>
}

/** A database that is away is asked for again by the requests that come, not more often than this. */
const RETRY_MS = 3000

/** Processes on a database server. */
const ON_SERVER = 2

/** Requests that had begun end within that time, by the database that they began with. */
const CLOSE_AFTER_MS = 10_000

async function closeStage({ stopTasks, db }: Served): Promise<void> {
  await stopTasks?.()
  await db?.destroy()
}

/** Has the configuration been given another database than the one that is served (`releve db:transfer`)? */
function hasMoved({ storage, databaseUrl }: Config, { address }: Served): boolean {
  if (!address || databaseUrl) return false
  const stored = readSiteConfig(storage)
  return typeof stored === 'object' && !!stored.database && databaseAddress(storage, stored.database) !== address
}

/** Goes over to another database when the configuration has been given one; the result ends that. */
function followMoves(config: Config, log: Log, served: () => Served, reopen: () => Promise<void>): () => void {
  const follow = async () => {
    const before = served()
    if (!hasMoved(config, before)) return
    await reopen()
    log.info('the site has another database')
    setTimeout(
      () => closeStage(before).catch((error: unknown) => log.error('closing failed', { error })),
      CLOSE_AFTER_MS,
    )
  }
  const look = () => void follow().catch((error: unknown) => log.error('the new database cannot be opened', { error }))
  const { config: file } = pathsOf(config.storage)
  watchFile(file, { interval: LOOK_MS, persistent: false }, look)
  return () => unwatchFile(file, look)
}

/**
 * One process, whatever its state: the wizard, then the site without a restart once it is installed; a page that says what is
 * wrong as long as it cannot serve, then the site once it can. `changed`: told when it serves something else.
 */
export async function openHost(config: Config, log: Log, changed: () => void = () => undefined): Promise<Host> {
  let opening: Promise<void> | undefined
  let lastTryMs = performance.now()

  const open = () => openStage(config, log, refresh)
  let served = await open()

  const isDue = () => {
    if (served.stage === 'application') return false
    // Installed by this wizard, which first says so to whoever pressed its last button, or by the command line elsewhere.
    if (served.stage === 'installation') return hasMarker(config.storage) && !isFinishing(config.storage)
    return performance.now() - lastTryMs > RETRY_MS
  }

  function reopen(): Promise<void> {
    opening ??= open()
      .then((next) => {
        const isAnother = next.stage !== served.stage || next.address !== served.address
        served = next
        if (isAnother) changed()
      })
      .finally(() => {
        opening = undefined
        lastTryMs = performance.now()
      })
    return opening
  }

  async function refresh(): Promise<void> {
    if (opening || isDue()) await reopen()
  }

  const unwatch = followMoves(
    config,
    log,
    () => served,
    () => opening ?? reopen(),
  )

  return {
    async fetch(request, env) {
      await refresh()
      return served.fetch(request, env)
    },
    stage: () => served.stage,
    path: () => served.path,
    processes: () => (served.address?.startsWith('postgres') ? ON_SERVER : 1),
    tick: async (now) => served.tick?.(now),
    async close() {
      unwatch()
      await closeStage(served)
    },
  }
}
