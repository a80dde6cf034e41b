import type { Context, MiddlewareHandler } from 'hono'
import type { AppEnv } from '../../../web/env.ts'
import { seeOther } from '../../../web/render.tsx'
import { needsFactor } from './policy.ts'

export const FACTOR_PATH = '/profil/application'

/** Does this person have to set an application up before anything else? */
export const lacksFactor = ({ maybeUser, hasFactor, deps }: Context<AppEnv>['var']): boolean =>
  maybeUser !== undefined && !hasFactor && needsFactor(maybeUser.role, deps.settings.read())

/**
 * Behind `mustChangePassword`: who needs an application and has none sets one up before anything else, whatever the path asked.
 * /logout and /apparence answer before this.
 */
export const mustHaveFactor: MiddlewareHandler<AppEnv> = (c, next) => {
  // A temporary password is replaced first.
  if (c.var.user.must_change_password || c.req.path === FACTOR_PATH || !lacksFactor(c.var)) return next()
  c.set('turnedTo', FACTOR_PATH)
  // htmx would swap the form into a corner of the page: it is told to go there instead.
  if (c.req.header('HX-Request') === 'true') return Promise.resolve(c.body(null, 403, { 'HX-Redirect': FACTOR_PATH }))
  const { pathname, search } = new URL(c.req.url)
  const isOnTheWay = c.req.method === 'GET' && pathname !== '/'
  const suite = isOnTheWay ? `?suite=${encodeURIComponent(pathname + search)}` : ''
  return Promise.resolve(seeOther(c, FACTOR_PATH + suite))
}
