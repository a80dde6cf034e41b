import type { Context, MiddlewareHandler } from 'hono'
import { isOfThisVersion } from '../../db/migrate.ts'
import { AppError } from '../../lib/errors.ts'
import type { AppEnv } from '../../web/env.ts'
import { isStreamedUpload } from '../../web/upload.ts'
import { isInMaintenance } from './maintenance.ts'

const RETRY_SECONDS = 60
const MESSAGE =
  'Le site est en maintenance pour quelques minutes\u00a0: on peut le lire, pas y enregistrer. Gardez cette page ouverte, revenez en arrière et recommencez un peu plus tard.'

const refuseWrite = (): never => {
  throw new AppError('sature', MESSAGE, { retryAfter: RETRY_SECONDS })
}

const writes = ({ req }: Context<AppEnv>): boolean => req.method !== 'GET' && req.method !== 'HEAD'

/** While the database is being replaced, what would be written to the old one is refused rather than lost. */
export const readOnlyInMaintenance: MiddlewareHandler<AppEnv> = (c, next) => {
  const isReadOnly = isInMaintenance(c.var.deps.storage)
  c.set('isReadOnly', isReadOnly)
  // The session is not looked up: nothing on the page of a refusal needs a token.
  if (isReadOnly) c.set('csrf', '')
  return isReadOnly && writes(c) ? refuseWrite() : next()
}

/**
 * Call it once the whole of a request is there, before anything is written: it may have been on its way for minutes, and the
 * database be replaced, or brought to another version, meanwhile. AppError `sature`.
 */
export async function ensureWritable(c: Context<AppEnv>): Promise<void> {
  const { db, storage } = c.var.deps
  if (!isInMaintenance(storage) && (await isOfThisVersion(db))) return
  c.set('isReadOnly', true)
  refuseWrite()
}

/** Behind what reads the forms. Files are read by their own routes. */
export const readOnlyOnceReceived: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (writes(c) && !isStreamedUpload(c)) await ensureWritable(c)
  return next()
}
