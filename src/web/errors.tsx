import type { Context, ErrorHandler, NotFoundHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { dialectOf } from '../db/dialect/index.ts'
import { isOfThisVersion } from '../db/migrate.ts'
import type { Db } from '../db/schema.ts'
import { isDiskFull } from '../lib/disk.ts'
import { AppError, type AppErrorCode, type Way } from '../lib/errors.ts'
import { Refusal, refusalTitle } from '../ui/page.tsx'
import { incomingOf, pathWithoutSecrets } from './address.ts'
import type { AppEnv } from './env.ts'
import { page } from './render.tsx'

const STATUS: Record<AppErrorCode, ContentfulStatusCode> = {
  introuvable: 404,
  interdit: 403,
  conflit: 409,
  invalide: 422,
  trop_de_demandes: 429,
  sature: 503,
}

export function refusal(c: Context<AppEnv>, status: ContentfulStatusCode, message: string, { instead }: Way = {}) {
  const way = instead && (
    <p>
      <a href={instead.href}>{instead.label}</a>
    </p>
  )
  return page(
    c,
    refusalTitle(status),
    <Refusal status={status} message={message}>
      {way}
    </Refusal>,
    status,
  )
}

const UNAVAILABLE =
  'La base de données ne répond pas. Attendez quelques instants, puis rechargez la page : rien de ce qui a été enregistré n’est perdu.'
/** A form may have been stored before the database fell silent; sent again, it is not stored twice. */
const UNCERTAIN =
  'La base de données ne répond pas\u00a0: votre envoi a peut-être été enregistré, peut-être pas. Attendez quelques instants, puis rechargez la page, ou revenez en arrière et envoyez-le de nouveau\u00a0: rien ne sera enregistré deux fois.'
const DISK_FULL = 'L’espace disque du serveur est épuisé : rien n’a été enregistré. Prévenez un administrateur.'

const OTHER_VERSION =
  'Le site vient d’être mis à jour, et ce serveur pas encore. Attendez quelques instants, puis recommencez : rien de ce qui a été enregistré n’est perdu.'

/** Has another server of the site changed the tables that this code knows? A database that cannot say so has another trouble. */
const isOfAnotherVersion = async (db: Db): Promise<boolean> => !(await isOfThisVersion(db).catch(() => true))

/** The browser left in the middle of what it sent: nobody reads the answer, and nothing is wrong here. */
function isGone(error: Error, c: Context<AppEnv>): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ECONNRESET' && error.message === 'aborted' && incomingOf(c)?.readableAborted === true
}

/** An AppError says what the user may not do, an HTTPException comes from Hono itself, anything else is our bug. */
export const onError: ErrorHandler<AppEnv> = async (error, c) => {
  if (error instanceof AppError) {
    const { retryAfter } = error.way
    if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter))
    return refusal(c, STATUS[error.code], error.message, error.way)
  }
  if (error instanceof HTTPException)
    return refusal(c, error.status as ContentfulStatusCode, 'Cette demande n’a pas pu être comprise.')
  const { log } = c.var.deps
  if (isGone(error, c)) {
    log.info('the browser left before its request was whole', { path: pathWithoutSecrets(c.req.path) })
    return c.body(null, 400)
  }
  const dialect = dialectOf(c.var.deps.db)
  log.error('request failed', {
    error,
    method: c.req.method,
    path: pathWithoutSecrets(c.req.path),
    requestId: c.var.requestId,
  })
  if (dialect.errors.isDiskFull(error) || isDiskFull(error)) return refusal(c, 507, DISK_FULL)
  if (dialect.errors.isUnavailable(error)) {
    c.header('Retry-After', '5')
    return refusal(c, 503, c.req.method === 'GET' ? UNAVAILABLE : UNCERTAIN)
  }
  if (await isOfAnotherVersion(c.var.deps.db)) {
    c.header('Retry-After', '5')
    return refusal(c, 503, OTHER_VERSION)
  }
  return refusal(
    c,
    500,
    `Une erreur interne est survenue. Si elle se répète, donnez cette référence à un administrateur : ${c.var.requestId}.`,
  )
}

export const notFound: NotFoundHandler<AppEnv> = (c) =>
  refusal(c, 404, 'Cette page n’existe pas, ou elle ne vous est pas accessible.')
