import type { MiddlewareHandler } from 'hono'
import { type AppEnv, router } from '../../web/env.ts'
import { refusal } from '../../web/errors.tsx'

/** Said to whoever comes back to the wizard. */
export const CLOSED = 'Relevés est déjà installé : cet assistant ne sert plus. Connectez-vous pour utiliser le site.'

/** An installed site refuses the wizard's addresses, whatever the method and the path beneath. */
export const closedSetup = router()
  .all('/setup', (c) => refusal(c, 403, CLOSED))
  .all('/setup/*', (c) => refusal(c, 403, CLOSED))

/** Verbs that no browser sends are refused there with 403 too, before the page of the site is at hand. */
export const setupClosed: MiddlewareHandler<AppEnv> = (c, next) => {
  const isSetup = c.req.path === '/setup' || c.req.path.startsWith('/setup/')
  if (isSetup && !['GET', 'HEAD', 'POST'].includes(c.req.method)) return Promise.resolve(c.text(CLOSED, 403))
  return next()
}
