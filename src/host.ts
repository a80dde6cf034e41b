import type { Config } from './config.ts'
import { isFinishing } from './features/setup/finish.ts'
import { hasMarker } from './features/setup/installation.ts'
import type { Log } from './lib/log.ts'
import { openStage, type Served } from './stages.ts'

export interface Host {
  fetch: Served['fetch']
  /** What answers now. */
  stage(): Served['stage']
  /** Where to begin: the wizard's ready address with its code, or the home page. */
  path(): string
  /** Begins what is due: what has expired is thrown away, a backup is made. Called every minute. */
  tick(now: Date): Promise<void>
  close(): Promise<void>
}

/** A database that is away is asked for again by the requests that come, not more often than this. */
const RETRY_MS = 3000

/**
 * One process, whatever its state: the wizard, then the site without a restart once it is installed; a page that says what is
 * wrong as long as it cannot serve, then the site once it can.
 */
export async function openHost(config: Config, log: Log): Promise<Host> {
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

  async function refresh(): Promise<void> {
    if (!opening && !isDue()) return
    opening ??= open()
      .then((next) => {
        served = next
      })
      .finally(() => {
        opening = undefined
        lastTryMs = performance.now()
      })
    await opening
  }

  return {
    async fetch(request, env) {
      await refresh()
      return served.fetch(request, env)
    },
    stage: () => served.stage,
    path: () => served.path,
    tick: async (now) => served.tick?.(now),
    async close() {
      await served.stopTasks?.()
      await served.db?.destroy()
    },
  }
}
