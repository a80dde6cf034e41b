import { sql } from 'kysely'
import { lookAtDisk } from '../lib/disk.ts'
import { type Deps, router } from './env.ts'

/** One look at the disk serves everybody who asks within that time: it writes. */
const FRESH_MS = 5000
/** A disk behind a network that has gone says nothing at all. */
const PATIENCE_MS = 3000

type Look = Awaited<ReturnType<typeof lookAtDisk>>

function within<T>(answer: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the disk does not answer')), ms)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

interface Options {
  look?: typeof lookAtDisk
  freshMs?: number
  patienceMs?: number
}

/** Looks at the disk when the last look is old; one at a time, so that those that hang are one. */
export function diskWatch(
  folder: string,
  { look = lookAtDisk, freshMs = FRESH_MS, patienceMs = PATIENCE_MS }: Options = {},
): () => Promise<Look> {
  let last: Promise<Look> | undefined
  let endedAt = Number.POSITIVE_INFINITY
  return () => {
    if (!last || performance.now() - endedAt > freshMs) {
      endedAt = Number.POSITIVE_INFINITY
      last = look(folder).finally(() => {
        endedAt = performance.now()
      })
    }
    return within(last, patienceMs)
  }
}

/** Alive, does the database answer, can files be written, is there room? Says no more than that to whoever asks. */
export function health(deps: Deps, disk = diskWatch(deps.storage)) {
  return router().get('/sante', async (c) => {
    try {
      await sql`select 1`.execute(deps.db)
      const { isNearlyFull } = await disk()
      return c.json({ statut: 'ok', ...(isNearlyFull && { disque: 'faible' }) })
    } catch (error) {
      deps.log.error('health check failed', { error })
      return c.json({ statut: 'indisponible' }, 503)
    }
  })
}
