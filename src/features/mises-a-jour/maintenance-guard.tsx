import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '../../web/env.ts'
import { refusal } from '../../web/errors.tsx'
import { isInMaintenance } from './maintenance.ts'

const RETRY_SECONDS = '60'
const MESSAGE =
  'Le site est en maintenance pour quelques minutes\u00a0: on peut le lire, pas y enregistrer. Gardez cette page ouverte, revenez en arrière et recommencez un peu plus tard.'

/** While the database is being replaced, what would be written to the old one is refused rather than lost. */
export const readOnlyInMaintenance: MiddlewareHandler<AppEnv> = (c, next) => {
  const { method } = c.req
  const isReadOnly = isInMaintenance(c.var.deps.storage)
  c.set('isReadOnly', isReadOnly)
  if (method === 'GET' || method === 'HEAD' || !isReadOnly) return next()
  c.header('Retry-After', RETRY_SECONDS)
  // Who asks is not looked up: nothing on this page needs a token.
  c.set('csrf', '')
  return Promise.resolve(refusal(c, 503, MESSAGE))
}
