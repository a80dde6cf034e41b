// The door of every site, installed or not: what each request passes before it is known whose it is, and what guards its forms.
import { hash } from 'node:crypto'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import { requestId } from 'hono/request-id'
import { TrieRouter } from 'hono/router/trie-router'
import { setupClosed } from './features/setup/closed-routes.tsx'
import { randomToken } from './lib/crypto.ts'
import { csrf } from './web/csrf.ts'
import type { AppEnv, Deps } from './web/env.ts'
import { notFound, onError, refusal } from './web/errors.tsx'
import { health } from './web/health.ts'
import { KnownPages } from './web/known-pages.ts'
import { knownMethods, oneHost, securityHeaders } from './web/security.ts'
import { countTraffic } from './web/traffic.ts'
import { isStreamedUpload } from './web/upload.ts'
import { lookUpVariables } from './web/variables.ts'

const MAX_FORM_BYTES = 1024 * 1024
const REFERENCE_BYTES = 10
const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Built files carry a hash of their content in their name, so that browsers may keep them for ever. */
function assets(deps: Deps) {
  return serveStatic({
    root: deps.assetsFolder,
    precompressed: true,
    rewriteRequestPath: (path) => path.replace(/^\/assets/, ''),
    onFound: (_path, c) => c.header('Cache-Control', IMMUTABLE),
  })
}

/** By one call on this thread: a page is hashed sooner than it is handed to another one (Web Crypto's way: 1.5 ms more a page). */
const generateDigest = (body: Uint8Array): ArrayBuffer => new Uint8Array(hash('sha1', body, 'buffer')).buffer

/** Goes with every answer, and somebody may have to read it out. */
const reference = () => randomToken(REFERENCE_BYTES)

/** Every request passes here first, of an installed site or not. `sante`: what says whether it is alive. */
export function entrance(deps: Deps, sante = health(deps)) {
  // Hono's own choice tries its regular expressions first, which our addresses are too many kinds for: every start would pay for both.
  const app = new Hono<AppEnv>({ router: new TrieRouter() })
  const pages = new KnownPages()
  app.use(async (c, next) => {
    lookUpVariables(c)
    c.set('deps', deps)
    c.set('pages', pages)
    await next()
  })
  app.use(countTraffic, securityHeaders, oneHost, setupClosed, knownMethods, requestId({ generator: reference }))
  app.onError(onError)
  app.notFound(notFound)
  app.get('/assets/*', assets(deps), (c) => c.text('Ce fichier n’existe pas.', 404))
  app.route('/', sante)
  app.use(compress(), etag({ generateDigest }))
  return app
}

const limitForm = bodyLimit({
  maxSize: MAX_FORM_BYTES,
  onError: (c) => refusal(c, 413, 'Cet envoi dépasse la taille permise (1 Mo).'),
})

/**
 * Files of an import have a limit of their own, where they are read (web/upload.ts). What asks for a page has no body: to look for one
 * makes a whole `Request` of what node:http has.
 */
const limitBody: MiddlewareHandler<AppEnv> = (c, next) =>
  c.req.method === 'GET' || isStreamedUpload(c) ? next() : limitForm(c, next)

/** A posted form must pass these, once it is known whose it is. */
export const formGuards = [limitBody, csrf] as const
