import type { Context, MiddlewareHandler } from 'hono'
import { HOUR_MS } from '../../lib/durations.ts'
import { AppError } from '../../lib/errors.ts'
import { pathWithoutSecrets } from '../../web/address.ts'
import type { AppEnv } from '../../web/env.ts'
import { type JournalEntry, record } from './actions.ts'
import { actorOf } from './actor.tsx'

/** Lines that one person, or all those who are not signed in together, can have written by being refused. */
const MOST_PER_HOUR = 200
const MAX_PATH = 200

/** Keeps a flood of refused requests from filling the disk. By process, and forgotten at its end. */
function hourly(nowMs: () => number = () => performance.now()) {
  let since = nowMs()
  let counts = new Map<number, number>()
  return (who: number): boolean => {
    if (nowMs() - since > HOUR_MS) {
      since = nowMs()
      counts = new Map()
    }
    const n = (counts.get(who) ?? 0) + 1
    counts.set(who, n)
    return n <= MOST_PER_HOUR
  }
}

/** The answer is made already: a line that cannot be written must not take it away. */
async function tryRecord(c: Context<AppEnv>, entry: JournalEntry): Promise<void> {
  const { db, clock, log } = c.var.deps
  if (c.var.isReadOnly) {
    log.warn('journal line not written, the database is being replaced', { ...entry })
    return
  }
  try {
    await record(db, actorOf(c), entry, clock().toISOString())
  } catch (error) {
    log.error('journal line not written', { error, action: entry.action, requestId: c.var.requestId })
  }
}

const refusalOf = ({ error }: Context<AppEnv>): boolean => error instanceof AppError && error.code === 'interdit'

/** A path with nothing in it but words of ours and ids. */
const shownPath = (path: string): string => (/^[\w/.-]*$/.test(path) ? pathWithoutSecrets(path).slice(0, MAX_PATH) : '')

/** Gives the object of a path where the journal knows that kind of thing; others have an address alone. */
function objectOf(path: string): Pick<JournalEntry, 'objet' | 'objet_id'> {
  const id = /^\/(?:export\/source|sources)\/([1-9]\d{0,9})(?:\/|$)/.exec(path)?.[1]
  return id === undefined ? {} : { objet: 'source', objet_id: Number(id) }
}

/** A book is to be printed: it leaves the site as whole as a file does. */
const isBook = (path: string, res: Response): boolean =>
  path.endsWith('/livret') && res.headers.has('content-disposition')

/** An answer that leaves the site as a file; an empty model says nothing of what is in it. */
const isExport = ({ req, res }: Context<AppEnv>): boolean =>
  res.status === 200 &&
  (res.headers.get('content-disposition')?.startsWith('attachment') === true || isBook(req.path, res)) &&
  !req.path.endsWith('/modele')

/** Rights that were missing, forms of other sites, and whatever leaves the site as a file. */
export function journalRequests(): MiddlewareHandler<AppEnv> {
  const isAllowed = hourly()
  return async (c, next) => {
    await next()
    const { path, method } = c.req
    if (refusalOf(c)) {
      if (!isAllowed(c.var.maybeUser?.id ?? 0)) return
      // Behind the checks of a form `user` is set.
      const cause = c.var.user === undefined ? 'formulaire' : 'droit'
      const detail = { cause, chemin: `${method} ${shownPath(path)}` }
      await tryRecord(c, { action: 'acces.refus', resultat: 'refus', detail, ...objectOf(path) })
    } else if (isExport(c)) {
      const filtres = [...new Set(new URL(c.req.url).searchParams.keys())].filter((name) => /^\w{1,40}$/.test(name))
      const detail = { chemin: shownPath(path), ...(filtres.length > 0 && { filtres }) }
      await tryRecord(c, { action: 'export', detail, ...objectOf(path) })
    }
  }
}
