import type { MiddlewareHandler } from 'hono'
import { AppError } from '../lib/errors.ts'
import type { AppEnv } from './env.ts'
import { checkToken, comesFromElsewhere, REFUSED, sentToken, tokenOf } from './token.ts'
import { isStreamedUpload } from './upload.ts'

/** Every request that could change something needs the token, whatever its content type (reliability.md T7). */
export const csrf: MiddlewareHandler<AppEnv> = async (c, next) => {
  c.set('csrf', tokenOf(c))
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
  if (comesFromElsewhere(c)) throw new AppError('interdit', REFUSED)
  if (!isStreamedUpload(c)) checkToken(c, await sentToken(c))
  return next()
}
