import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '../../web/env.ts'
import { refuseWhenFull } from './rules/password.ts'

let last: Promise<void> = Promise.resolve()

const turnOfTheLoop = () => new Promise<void>((go) => setImmediate(go))

/**
 * Log-ins that arrive together begin one a turn of the event loop: requests of others are answered between them, not after the
 * last. Those who come while too many wait already are told so before anything is looked up.
 */
export const logInsInLine: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (c.req.method === 'POST') {
    last = last.then(turnOfTheLoop)
    await last
    refuseWhenFull()
  }
  await next()
}
