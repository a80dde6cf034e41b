import type { Context } from 'hono'
import { plainAddress } from '../lib/network.ts'
import type { AppEnv } from './env.ts'

/** Public origin of this request: APP_URL where it is set, otherwise what the client asked for. */
export function publicOrigin(c: Context<AppEnv>): string {
  const { appUrl, trustProxy } = c.var.deps
  if (appUrl) return appUrl
  const forwarded = (name: string) => (trustProxy ? c.req.header(name)?.split(',')[0]?.trim() : undefined)
  const host = forwarded('x-forwarded-host') ?? c.req.header('host') ?? new URL(c.req.url).host
  return `${forwarded('x-forwarded-proto') === 'https' ? 'https' : 'http'}://${host}`
}

export const isHttps = (c: Context<AppEnv>): boolean => publicOrigin(c).startsWith('https:')

/**
 * The address of who asks: the peer, or what the proxy in front says of it; '' where neither tells. The last entry is the one
 * that our own proxy wrote; those before it are the client's to invent (reliability.md T4).
 */
export function clientAddress(c: Context<AppEnv>): string {
  const incoming = (c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined)?.incoming
  const forwarded = c.var.deps.trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  return plainAddress(forwarded || (incoming?.socket?.remoteAddress ?? ''))
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
