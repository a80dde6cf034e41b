// Pages that a browser holds already, told without making them anew. What a page of this kind shows follows from the database, the
// settings, the day and what was asked: where none of these has changed since it was made, neither has the page.
import { hash } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { dayOf } from '../lib/text.ts'
import { incomingOf, publicOrigin } from './address.ts'
import { isHeld } from './coding.ts'
import type { AppEnv, Deps, Settings } from './env.ts'

/** A page of some site takes some 300 bytes here: what a hundred people turned over in the last minutes. */
const MOST = 2000

/** They come with every request, and no page tells of them. Whatever else is sent makes another page. */
const UNTOLD = new Set(
  `accept accept-encoding cache-control connection dnt if-modified-since if-none-match keep-alive pragma priority referer te
  upgrade-insecure-requests user-agent x-request-id`.split(/\s+/),
)

const isTold = (name: string): boolean => !UNTOLD.has(name) && !name.startsWith('sec-')

function* headersOf(c: Context<AppEnv>): Generator<string> {
  const raw = incomingOf(c)?.rawHeaders
  if (!raw) {
    for (const [name, value] of c.req.raw.headers) if (isTold(name)) yield `${name}:${value}`
    return
  }
  for (let i = 0; i < raw.length; i += 2) {
    const name = (raw[i] ?? '').toLowerCase()
    if (isTold(name)) yield `${name}:${raw[i + 1]}`
  }
}

/** Names what was asked, cookies and all, by a digest: no session stands in this table. */
const askedBy = (c: Context<AppEnv>): string =>
  hash('sha256', [c.req.url, publicOrigin(c), ...headersOf(c)].join('\n'), 'base64url')

interface Known {
  tag: string
  /** The moment of the database (`SqlPieces.moment`) before the page was read from it. */
  moment: string
  settings: Settings
  /** It was made on this day: pages say « hier », and count by months. */
  day: string
  /** It may show pictures of these servers, which its headers say again: a browser takes those of the last answer. */
  imageHosts: readonly string[] | undefined
}

const today = ({ clock }: Deps): string => dayOf(clock().toISOString())

/** The pages made lately, by what was asked; the table of one process and one database. */
export class KnownPages {
  readonly #pages = new Map<string, Known>()

  /** The page that was asked for is the one of this tag, as long as nothing changes. */
  keep(c: Context<AppEnv>, tag: string): void {
    const { moment, isReadOnly, deps } = c.var
    if (moment === undefined || isReadOnly) return
    const asked = askedBy(c)
    this.#pages.delete(asked)
    this.#pages.set(asked, {
      tag,
      moment,
      settings: deps.settings.read(),
      day: today(deps),
      imageHosts: c.get('imageHosts'),
    })
    const [oldest] = this.#pages.keys()
    if (this.#pages.size > MOST && oldest !== undefined) this.#pages.delete(oldest)
  }

  /** Finds the page that the browser says it holds; whether that is still the page is not asked yet. */
  find(c: Context<AppEnv>): Known | undefined {
    if (c.req.method !== 'GET' || c.var.isReadOnly || c.req.header('if-none-match') === undefined) return undefined
    const known = this.#pages.get(askedBy(c))
    return known && isHeld(c, known.tag) ? known : undefined
  }
}

/** Behind the session, which is read anew each time. `c.var.moment` is that of this very request. */
export const answerKnown: MiddlewareHandler<AppEnv> = (c, next) => {
  const { known, moment, maybeUser, deps } = c.var
  if (
    !known ||
    !maybeUser ||
    known.moment !== moment ||
    known.settings !== deps.settings.read() ||
    known.day !== today(deps)
  )
    return next()
  c.set('imageHosts', known.imageHosts)
  return Promise.resolve(c.body(null, 304, { ETag: known.tag, Vary: 'HX-Request, Accept-Encoding' }))
}
