import type { Context } from 'hono'
import { shown } from '../lib/body.ts'
import { keyedDigest, randomToken, sameText } from '../lib/crypto.ts'
import { AppError } from '../lib/errors.ts'
import { publicOrigin } from './address.ts'
import { readCookie, writeCookie } from './cookies.ts'
import type { AppEnv } from './env.ts'
import { readBody } from './form.ts'

export const REFUSED =
  'Ce formulaire a expiré ou ne vient pas de ce site. Revenez en arrière, rechargez la page et recommencez.'

/** The token of this visitor's forms: bound to the session, before log-in to a cookie of its own. */
export function tokenOf(c: Context<AppEnv>): string {
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

export async function sentToken(c: Context<AppEnv>): Promise<string> {
  return c.req.header('x-csrf-token') ?? shown(await readBody(c), '_csrf')
}

/** Does the request bear the token of this visitor's forms? */
export const hasToken = async (c: Context<AppEnv>): Promise<boolean> => sameText(await sentToken(c), c.var.csrf)

/** Refuses unless `token` is the one of this visitor's forms. */
export function checkToken(c: Context<AppEnv>, token: string): void {
  if (!sameText(token, c.var.csrf)) throw new AppError('interdit', REFUSED)
}
