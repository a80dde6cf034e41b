import type { Context, MiddlewareHandler } from 'hono'
import type { AppEnv } from '../../../web/env.ts'
import { seeOther } from '../../../web/render.tsx'
import { PROOF_PATH } from '../../auth/fresh.tsx'
import { needsFactor } from './policy.ts'

export const FACTOR_PATH = '/profil/application'
export const KEYS_PATH = '/profil/cles'
export const NEW_KEY_PATH = `${KEYS_PATH}/nouvelle`

/** A key is as good as an application; the password may be asked for on the way to it. */
const ON_THE_WAY: ReadonlySet<string> = new Set([FACTOR_PATH, NEW_KEY_PATH, PROOF_PATH])

/** Does this person have to set an application or a key up before anything else? */
export const lacksFactor = ({ maybeUser, hasFactor, deps }: Context<AppEnv>['var']): boolean =>
  maybeUser !== undefined && !hasFactor && needsFactor(maybeUser.role, deps.settings.read())

/**
 * Behind `mustChangePassword`: who needs an application or a key and has neither sets one up before anything else, whatever the path asked.
 * /logout and /apparence answer before this.
 */
export const mustHaveFactor: MiddlewareHandler<AppEnv> = (c, next) => {
  // A temporary password is replaced first.
  if (c.var.user.must_change_password || ON_THE_WAY.has(c.req.path) || !lacksFactor(c.var)) return next()
  c.set('turnedTo', FACTOR_PATH)
  // htmx would swap the form into a corner of the page: it is told to go there instead.
  if (c.req.header('HX-Request') === 'true') return Promise.resolve(c.body(null, 403, { 'HX-Redirect': FACTOR_PATH }))
  const { pathname, search } = new URL(c.req.url)
  const isOnTheWay = c.req.method === 'GET' && pathname !== '/'
  const suite = isOnTheWay ? `?suite=${encodeURIComponent(pathname + search)}` : ''
  return Promise.resolve(seeOther(c, FACTOR_PATH + suite))
}
