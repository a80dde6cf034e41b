import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '../../../web/env.ts'
import { seeOther } from '../../../web/render.tsx'
import { needsFactor } from './policy.ts'

export const FACTOR_PATH = '/profil/application'

/**
 * Behind `mustChangePassword`: who needs an application and has none sets one up before anything else, whatever the path asked.
 * /logout and /apparence answer before this.
 */
export const mustHaveFactor: MiddlewareHandler<AppEnv> = (c, next) => {
  const { user, hasFactor, deps } = c.var
  // A temporary password is replaced first.
  if (hasFactor || user.must_change_password || c.req.path === FACTOR_PATH) return next()
  if (!needsFactor(user.role, deps.settings.read())) return next()
  c.set('turnedTo', FACTOR_PATH)
  // htmx would swap the form into a corner of the page: it is told to go there instead.
  if (c.req.header('HX-Request') === 'true') return Promise.resolve(c.body(null, 403, { 'HX-Redirect': FACTOR_PATH }))
  const { pathname, search } = new URL(c.req.url)
  const isOnTheWay = c.req.method === 'GET' && pathname !== '/'
  const suite = isOnTheWay ? `?suite=${encodeURIComponent(pathname + search)}` : ''
  return Promise.resolve(seeOther(c, FACTOR_PATH + suite))
}
