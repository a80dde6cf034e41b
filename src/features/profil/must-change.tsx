import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '../../web/env.ts'
import { seeOther } from '../../web/render.tsx'

export const PASSWORD_PATH = '/profil/mot-de-passe'

/**
 * Behind `signedIn`: who came in with a temporary password chooses another before anything else, whatever the path asked
 * (reliability.md T45). /logout and /apparence answer before this.
 */
export const mustChangePassword: MiddlewareHandler<AppEnv> = (c, next) => {
  if (!c.var.user.must_change_password || c.req.path === PASSWORD_PATH) return next()
  // htmx would swap the form into a corner of the page: it is told to go there instead.
  if (c.req.header('HX-Request') === 'true') return Promise.resolve(c.body(null, 403, { 'HX-Redirect': PASSWORD_PATH }))
  // Whoever was on the way to a page goes on there with the new password.
  const { pathname, search } = new URL(c.req.url)
  const isOnTheWay = c.req.method === 'GET' && pathname !== '/'
  const suite = isOnTheWay ? `?suite=${encodeURIComponent(pathname + search)}` : ''
  return Promise.resolve(seeOther(c, PASSWORD_PATH + suite))
}
