import type { MiddlewareHandler } from 'hono'
import { isHttps, isOneHost } from './address.ts'
import type { AppEnv } from './env.ts'

/** What a page may load. `images`: another origin whose images it shows, beside our own. */
export const contentPolicy = (images = ''): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data:${images === '' ? '' : ` ${images}`}`,
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

const CSP = contentPolicy()

const HEADERS: Record<string, string> = {
  'X-Content-Type-Options': 'nosniff',
  // no-referrer would make browsers send « Origin: null », and every form post be refused.
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex, nofollow',
}

/** On every answer, errors and redirects included. */
export const securityHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next()
  for (const [name, value] of Object.entries(HEADERS)) c.res.headers.set(name, value)
  // An uploaded image has a stricter one, a page with a map that shows images of elsewhere names them.
  if (!c.res.headers.has('Content-Security-Policy')) c.res.headers.set('Content-Security-Policy', CSP)
  if (isHttps(c)) c.res.headers.set('Strict-Transport-Security', 'max-age=31536000')
  // Names of living people may stand in a page: only the reader's own browser may keep it, and it asks each time.
  if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'private, no-cache')
}

/** Browsers know three verbs; anything else (TRACE, PUT…) is refused. */
export const knownMethods: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (['GET', 'HEAD', 'POST'].includes(c.req.method)) return next()
  return c.text('Méthode refusée.', 405, { Allow: 'GET, HEAD, POST' })
}

/** Two names for the site, or one that is none: somebody wants our links to lead elsewhere, or two programs to understand two things. */
export const oneHost: MiddlewareHandler<AppEnv> = (c, next) =>
  isOneHost(c) ? next() : Promise.resolve(c.text('Le nom de ce site n’est pas clair dans cette demande.', 400))
