import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import { plainAddress, withoutPort } from '../lib/network.ts'
import type { AppEnv } from './env.ts'

/** The server's side of a request; absent where there is no connection (tests). */
export const incomingOf = (c: Context<AppEnv>): Partial<IncomingMessage> | undefined =>
  (c.env as { incoming?: Partial<IncomingMessage> } | undefined)?.incoming

/** Names the other end of the connection; '' where that is not known. */
const peerOf = (c: Context<AppEnv>): string => plainAddress(incomingOf(c)?.socket?.remoteAddress ?? '')

/** Lists what the proxy in front says under this name; a peer that is not trusted is not heard. */
function forwarded(c: Context<AppEnv>, name: string): string[] {
  const header = c.get('deps').trustProxy(peerOf(c)) ? c.req.header(name) : undefined
  return header?.split(',').map((entry) => entry.trim()) ?? []
}

const HOST = /^(?:[\w.~-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/** Is the site asked for by one name, twice the same at most? Links and redirects are made with it, unless APP_URL says it. */
export function isOneHost(c: Context<AppEnv>): boolean {
  const sent = incomingOf(c)?.rawHeaders?.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host') ?? []
  const host = c.req.header('host')
  if (sent.length > 1 || (host !== undefined && !HOST.test(host))) return false
  const names = c.get('deps').appUrl ? [] : forwarded(c, 'x-forwarded-host')
  return names.every((name) => HOST.test(name) && name === names[0])
}

/** Public origin of this request: APP_URL where it is set, otherwise what the client asked for. Every cookie asks, so it is kept. */
export function publicOrigin(c: Context<AppEnv>): string {
  const known = c.get('origin')
  if (known !== undefined) return known
  const origin = askedOrigin(c)
  c.set('origin', origin)
  return origin
}

function askedOrigin(c: Context<AppEnv>): string {
  const { appUrl } = c.get('deps')
  if (appUrl) return appUrl
  const host = forwarded(c, 'x-forwarded-host')[0] ?? c.req.header('host') ?? new URL(c.req.url).host
  return `${forwarded(c, 'x-forwarded-proto')[0] === 'https' ? 'https' : 'http'}://${host}`
}

export const isHttps = (c: Context<AppEnv>): boolean => publicOrigin(c).startsWith('https:')

/**
 * The address of who asks: the peer, or what the proxies in front say of it; '' where nobody tells. Each of them adds whom it saw to
 * the end of the list: what stands before the last stranger is the client's to invent (reliability.md T4).
 */
export function clientAddress(c: Context<AppEnv>): string {
  let client = peerOf(c)
  for (const entry of forwarded(c, 'x-forwarded-for').reverse()) {
    const address = plainAddress(withoutPort(entry))
    if (address === '') break
    client = address
    if (!c.var.deps.trustProxy(address)) break
  }
  return client
}

/** A path for the log and the journal: the secrets of links that were sent by mail stand in neither. */
export const pathWithoutSecrets = (path: string): string => path.replace(/[a-z2-7]{20,}/g, '…')

/** A path of this site that a link or form may send the user back to; '/' for anything else (reliability.md T15). */
export function safePath(path: string | undefined): string {
  if (!path || !/^\/(?![/\\])/.test(path) || /[\p{Cc}\\]/u.test(path)) return '/'
  const base = 'http://relevés.invalid'
  const url = URL.parse(path, base)
  if (!url || url.origin !== new URL(base).origin) return '/'
  // « /x/..//evil.example » only turns into a foreign address once its dots are worked out.
  return url.pathname.startsWith('//') ? '/' : url.pathname + url.search + url.hash
}

/** Counted up when what is taken for an image becomes less: what a browser kept of before is then asked for again. */
const LOGO_RULES = 2

export const logoVersion = ({ logo_version }: { logo_version: string }): string => `${logo_version}-${LOGO_RULES}`

/** Where the image of the association is served; null where there is none. Its address changes with it. */
export const logoAddress = (settings: { logo: string; logo_version: string }): string | null =>
  settings.logo === ''
    ? null
    : `/logo/${encodeURIComponent(settings.logo)}?v=${encodeURIComponent(logoVersion(settings))}`
