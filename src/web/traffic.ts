import type { MiddlewareHandler } from 'hono'
import { SLOW_REQUEST } from '../lib/incidents.ts'
import { clientAddress, pathWithoutSecrets } from './address.ts'
import type { AppEnv } from './env.ts'
import { isStreamedUpload } from './upload.ts'

/** A wait longer than that is told in the log. */
const SLOW_MS = 2000

/** Upper ends of the classes of waits, in seconds, as OpenMetrics asks for them; one more has all that is longer. */
export const WAITS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5] as const

/** Counts what this process answered since it began. */
export class Traffic {
  /** By the first digit of the status: « 2xx ». */
  readonly answers = new Map<string, number>()
  /** One number for each of `WAITS`, and one for what is longer: not added up. */
  readonly waits: number[] = Array.from({ length: WAITS.length + 1 }, () => 0)
  /** Seconds, all together. */
  waited = 0
  slow = 0

  add(status: number, ms: number): void {
    const kind = `${Math.floor(status / 100)}xx`
    this.answers.set(kind, (this.answers.get(kind) ?? 0) + 1)
    const seconds = ms / 1000
    const at = WAITS.findIndex((end) => seconds <= end)
    const index = at === -1 ? WAITS.length : at
    this.waits[index] = (this.waits[index] ?? 0) + 1
    this.waited += seconds
  }
}

/**
 * Counts every answer; one that took too long to begin is told in the log, without what was typed. What is sent over a slow line
 * takes the time that the line takes.
 */
export const countTraffic: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { traffic, log, isAccessLogged } = c.var.deps
  const start = performance.now()
  await next()
  const ms = Math.round(performance.now() - start)
  traffic.add(c.res.status, ms)
  const isSlow = ms > SLOW_MS && !isStreamedUpload(c)
  if (!isSlow && !isAccessLogged) return
  const path = pathWithoutSecrets(c.req.path)
  const line = { method: c.req.method, path, status: c.res.status, ms, requestId: c.var.requestId }
  if (isAccessLogged) log.info('request', { ...line, user: c.var.maybeUser?.id, address: clientAddress(c) })
  if (!isSlow) return
  traffic.slow += 1
  log.warn(SLOW_REQUEST, line)
}
