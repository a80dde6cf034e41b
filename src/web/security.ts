import type { Context, MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { isHttps, isOneHost } from './address.ts'
import type { AppEnv } from './env.ts'
import { wantsFragment } from './render.tsx'

/** Hono sends these unless it is told not to. This site never has: `frame-ancestors` says what X-Frame-Options would. */
const NOT_SENT = {
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} as const

const headersOf = (images: string, isHttps: boolean, opensWindows = false) =>
  secureHeaders({
    ...NOT_SENT,
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', ...(images === '' ? [] : [images])],
      connectSrc: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
    // no-referrer, the default, would make browsers send « Origin: null », and every form post be refused.
    referrerPolicy: 'same-origin',
    // Else the browser cuts the tie to the window of the register that the page has opened, and the next view would open another one.
    crossOriginOpenerPolicy: opensWindows ? 'same-origin-allow-popups' : true,
    permissionsPolicy: { camera: [], geolocation: [], microphone: [] },
    strictTransportSecurity: isHttps ? 'max-age=31536000' : false,
    // An uploaded image brings a stricter policy of its own.
    overwrite: false,
  })

const USUAL = { http: headersOf('', false), https: headersOf('', true) }

/** Nothing else goes into the policy: a sign more could end its list, or mean every server. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/

/**
 * This page may show images of these servers (`host` or `host:port`), and no other page may; a form of records (`isDesk`) those of the
 * reader's own disk too. It also opens the window of the register. Call it before `page`.
 */
export function allowImages(c: Context<AppEnv>, hosts: readonly string[], isDesk = false): void {
  c.set('imageHosts', [...hosts.filter((host) => HOST.test(host)), ...(isDesk ? ['blob:'] : [])])
}

/** The middleware that fits this answer: only a page with a map, or with pictures of others, names where its images come from. */
function headersFor(c: Context<AppEnv>): MiddlewareHandler {
  const hosts = c.get('imageHosts')
  const images = [c.get('mapImages') ?? '', ...(hosts ?? [])].filter((origin) => origin !== '').join(' ')
  if (images !== '' || hosts) return headersOf(images, isHttps(c), hosts !== undefined)
  return isHttps(c) ? USUAL.https : USUAL.http
}

/**
 * The answer to what a script of ours posted, whose bytes a slow line counts: 540 of them are policies of documents, which it never
 * is. No form, link or other site sends `HX-Request`, so that nothing else can ask for it; no cache keeps it, so that nothing varies.
 */
function slimHeaders(c: Context<AppEnv>): void {
  c.res.headers.set('X-Content-Type-Options', 'nosniff')
  c.res.headers.delete('Vary')
}

/** Sets the headers on every answer, errors and redirects included, once the page has said which images it shows. */
export const securityHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next()
  if (c.req.method === 'POST' && wantsFragment(c)) slimHeaders(c)
  else {
    await headersFor(c)(c, () => Promise.resolve())
    c.res.headers.set('X-Robots-Tag', 'noindex, nofollow')
  }
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
