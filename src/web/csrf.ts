import type { Context, MiddlewareHandler } from 'hono'
import { shown } from '../lib/body.ts'
import { keyedDigest, randomToken, sameText } from '../lib/crypto.ts'
import { AppError } from '../lib/errors.ts'
import { publicOrigin } from './address.ts'
import { readCookie, writeCookie } from './cookies.ts'
import type { AppEnv } from './env.ts'
import { readBody } from './form.ts'

const REFUSED =
  'Ce formulaire a expiré ou ne vient pas de ce site. Revenez en arrière, rechargez la page et recommencez.'

/** The token of this visitor's forms: bound to the session, before log-in to a cookie of its own. */
function tokenOf(c: Context<AppEnv>): string {
  let bound = c.var.sessionId
  if (!bound) {
    bound = readCookie(c, 'visite')
    if (!bound) {
      bound = randomToken()
      writeCookie(c, 'visite', bound)
    }
  }
  return keyedDigest(c.var.deps.secret, 'csrf', bound)
}

/** Browsers that tell where a request comes from are believed; text browsers tell nothing and pass with the token alone. */
export function comesFromElsewhere(c: Context<AppEnv>): boolean {
  const origin = c.req.header('origin')
  const site = c.req.header('sec-fetch-site')
  if (origin !== undefined && origin !== publicOrigin(c)) return true
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

async function sentToken(c: Context<AppEnv>): Promise<string> {
  return c.req.header('x-csrf-token') ?? shown(await readBody(c), '_csrf')
}

/** Does the request bear the token of this visitor's forms? */
export const hasToken = async (c: Context<AppEnv>): Promise<boolean> => sameText(await sentToken(c), c.var.csrf)

/** Refuses unless `token` is the one of this visitor's forms. */
export function checkToken(c: Context<AppEnv>, token: string): void {
  if (!sameText(token, c.var.csrf)) throw new AppError('interdit', REFUSED)
}

const UPLOADS = /^\/((lieux|sources\/\d{1,10}|admin\/utilisateurs)\/import|parametres\/logo)$/

/** A file too large to be read as a form: web/upload.ts streams it, and checks the token before the first byte of the file. */
export function isStreamedUpload(c: Context<AppEnv>): boolean {
  return UPLOADS.test(c.req.path) && /^multipart\/form-data\b/i.test(c.req.header('content-type') ?? '')
}

/** Every request that could change something needs the token, whatever its content type (reliability.md T7). */
export const csrf: MiddlewareHandler<AppEnv> = async (c, next) => {
  c.set('csrf', tokenOf(c))
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
  if (comesFromElsewhere(c)) throw new AppError('interdit', REFUSED)
  if (!isStreamedUpload(c)) checkToken(c, await sentToken(c))
  return next()
}
