import type { Context } from 'hono'
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

/** A path of this site that a link or form may send the user back to; '/' for anything else (reliability.md T15). */
export function safePath(path: string | undefined): string {
  if (!path || !/^\/(?![/\\])/.test(path) || /[\p{Cc}\\]/u.test(path)) return '/'
  const base = 'http://relevés.invalid'
  const url = URL.parse(path, base)
  if (!url || url.origin !== new URL(base).origin) return '/'
  // « /x/..//evil.example » only turns into a foreign address once its dots are worked out.
  return url.pathname.startsWith('//') ? '/' : url.pathname + url.search + url.hash
}
