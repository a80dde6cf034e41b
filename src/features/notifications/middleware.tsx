import type { MiddlewareHandler } from 'hono'
import { publicOrigin } from '../../web/address.ts'
import type { AppEnv } from '../../web/env.ts'
import { wantsFragment } from '../../web/render.tsx'
import { record } from '../journal/actions.ts'
import { actorOf } from '../journal/actor.tsx'
import { badgesOf } from './queries.ts'

/** Counts what the head of the page shows where the session was asked for without it; parts that htmx asks for have no head. */
export const loadBadges: MiddlewareHandler<AppEnv> = async (c, next) => {
  const user = c.var.maybeUser
  if (user && !c.var.badges && !wantsFragment(c)) c.set('badges', await badgesOf(c.var.deps.db, user))
  return next()
}

const isLocal = (origin: string): boolean => /^https?:\/\/(localhost|127\.|\[::1\])/.test(origin)

/**
 * Remembers the address under which an administrator works, for the links of mails where APP_URL says nothing: the first one,
 * or a better one than « localhost ». Only from forms of administrators that passed the CSRF check: a forged Host header
 * cannot come from their browser.
 */
export const rememberOrigin: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { appUrl, settings } = c.var.deps
  if (c.req.method === 'POST' && c.var.user.role === 'admin' && appUrl === undefined) {
    const [known, origin] = [settings.read().public_origin, publicOrigin(c)]
    const isBetter = known === '' || (isLocal(known) && !isLocal(origin))
    if (isBetter && URL.canParse(origin)) {
      await settings.save({ public_origin: new URL(origin).origin })
      const entry = { action: 'reglages', detail: { cles: ['public_origin'] } } as const
      await record(c.var.deps.db, actorOf(c), entry, c.var.deps.clock().toISOString())
    }
  }
  return next()
}
