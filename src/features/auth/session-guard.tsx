import { setTimeout } from 'node:timers/promises'
import type { Context, MiddlewareHandler } from 'hono'
import type { UserRole } from '../../db/schema.ts'
import { AppError } from '../../lib/errors.ts'
import { dropCookie, readCookie, writeCookie } from '../../web/cookies.ts'
import type { AppEnv } from '../../web/env.ts'
import { seeOther, wantsFragment } from '../../web/render.tsx'
import { inactiveAccount } from './rules/contact.ts'
import { DEVICE_DAYS, markDevice } from './rules/device.ts'
import { hasOwnFactor } from './rules/own-factor.ts'
import type { Beside } from './session-queries.ts'
import { createSession, holderOf, revokeSession, SESSION_DAYS, touchSession, validateSession } from './sessions.ts'

export const SESSION_COOKIE = 'session'
const DAY_SECONDS = 86_400
const DEVICE_COOKIE = 'appareil'

/** A new log-in: whatever session this browser had ends with it. */
export async function startSession(c: Context<AppEnv>, secret: string): Promise<void> {
  if (c.var.sessionId) await revokeSession(c.var.deps.db, c.var.sessionId)
  sendSession(c, secret)
  await rememberBrowser(c, secret)
}

export const deviceCookie = (c: Context<AppEnv>): string | undefined => readCookie(c, DEVICE_COOKIE)

/** The browser is known from now on as one in which this person was in: strangers who try the password do not slow it. */
async function rememberBrowser(c: Context<AppEnv>, secret: string): Promise<void> {
  const { deps } = c.var
  const account = await holderOf(deps.db, secret)
  if (!account) return
  const marked = markDevice(deps.secret, deviceCookie(c), account, deps.clock())
  writeCookie(c, DEVICE_COOKIE, marked, DEVICE_DAYS * DAY_SECONDS)
}

/**
 * All sessions of the person ended with what was changed: this browser goes on in another one, which ends when the first would
 * have. `isFresh`: the password was shown for the change.
 */
export async function continueSession(c: Context<AppEnv>, isFresh: boolean): Promise<void> {
  const { maybeUser, sessionSince } = c.var
  if (!maybeUser || sessionSince === undefined) throw new Error('no session to go on from')
  const from = { since: sessionSince, isFresh }
  const userAgent = c.req.header('user-agent') ?? null
  await startSession(c, await createSession(c.var.deps.db, maybeUser.id, userAgent, from))
}

function sendSession(c: Context<AppEnv>, secret: string): void {
  writeCookie(c, SESSION_COOKIE, secret, SESSION_DAYS * DAY_SECONDS)
}

export async function endSession(c: Context<AppEnv>): Promise<void> {
  if (c.var.sessionId) await revokeSession(c.var.deps.db, c.var.sessionId)
  dropCookie(c, SESSION_COOKIE)
}

/** A page tells how the site stands in its head; a part of one does not, nor does a page that the browser may hold already. */
function besideOf(c: Context<AppEnv>): Beside {
  if (c.req.method !== 'GET') return 'rien'
  const known = c.var.pages.find(c)
  c.set('known', known)
  return known || wantsFragment(c) ? 'moment' : 'entete'
}

/** The account is read anew from the database at each request: a role taken away or an account closed counts at once. */
export const loadSession: MiddlewareHandler<AppEnv> = async (c, next) => {
  const secret = readCookie(c, SESSION_COOKIE)
  if (!secret) return next()
  const found = await validateSession(c.var.deps.db, secret, besideOf(c))
  if (!found) {
    dropCookie(c, SESSION_COOKIE)
    return next()
  }
  if (!found.user.is_active) {
    await revokeSession(c.var.deps.db, secret)
    dropCookie(c, SESSION_COOKIE)
    return shownOut(c)
  }
  const { id, name, email, role, must_change_password } = found.user
  c.set('maybeUser', { id, name, email, role, must_change_password })
  c.set('sessionId', secret)
  c.set('sessionSince', found.since)
  c.set('hasFactor', hasOwnFactor(found.user))
  c.set('isFresh', found.isFresh)
  c.set('moment', found.moment)
  c.set('badges', found.badges)
  if (found.isSeenLongAgo) await rememberBrowser(c, secret)
  if (found.isSeenLongAgo && !c.var.isReadOnly) await seen(c, secret)
  if (found.renewed) sendSession(c, secret)
  return next()
}

/** The account was closed while its person was in: the log-in page says so, once in each browser. */
function shownOut(c: Context<AppEnv>) {
  const answer = seeOther(c, '/login', inactiveAccount(c.var.deps.settings.read()), 'err')
  // htmx would swap the log-in page into a corner of the page: it is told to go there instead.
  return c.req.header('HX-Request') === 'true' ? c.body(null, 401, { 'HX-Redirect': '/login' }) : answer
}

/** Before a page goes on without that note: who holds the database may hold it for seconds. */
const NOTE_MS = 100

/** A disk that is full, or a database that another program holds, must not keep people from reading. */
async function seen(c: Context<AppEnv>, secret: string): Promise<void> {
  const { db, log } = c.var.deps
  const noted = touchSession(db, secret).catch((error: unknown) => log.warn('session not touched', { error }))
  await Promise.race([noted, setTimeout(NOTE_MS, undefined, { ref: false })])
}

/** Behind it `c.var.user` is there; others are sent to the log-in page and come back here afterwards. */
export const signedIn: MiddlewareHandler<AppEnv> = async (c, next) => {
  const user = c.var.maybeUser
  if (!user) {
    const { pathname, search } = new URL(c.req.url)
    const back = c.req.method === 'GET' && pathname !== '/' ? `?suite=${encodeURIComponent(pathname + search)}` : ''
    // htmx would swap the log-in page into a corner of the form: it is told to go there instead.
    if (c.req.header('HX-Request') === 'true') return c.body(null, 401, { 'HX-Redirect': `/login${back}` })
    return seeOther(c, `/login${back}`, 'Connectez-vous pour continuer.', 'err')
  }
  c.set('user', user)
  return next()
}

/** A whole area for some roles only: 403 for the others. */
export const role =
  (...roles: UserRole[]): MiddlewareHandler<AppEnv> =>
  (c, next) => {
    if (!roles.includes(c.var.user.role))
      throw new AppError('interdit', 'Cette page est réservée à d’autres rôles que le vôtre.')
    return next()
  }
