import type { Context, MiddlewareHandler } from 'hono'
import { copiesOf, readsBeside } from '../db/open.ts'
import { readingFrom } from '../db/reading.ts'
import type { Db } from '../db/schema.ts'
import { readCookie, writeCookie } from './cookies.ts'
import type { AppEnv } from './env.ts'

/** Position of the database behind what this browser has last written. Somebody who makes one up reads the database itself. */
const COOKIE = 'ecrit'
/** A copy that is behind by more than ten seconds is not read. */
const COOKIE_S = 60

/** Has every reader see what he or she has written, from whatever copy of the database it is read. */
export const seesOwnWrites: MiddlewareHandler<AppEnv> = async (c, next) => {
  const followed = copiesOf(c.var.deps.db)
  if (!followed) return next()
  if (c.req.method === 'GET' || c.req.method === 'HEAD') {
    const written = Number(readCookie(c, COOKIE) ?? 0)
    return readingFrom(Number.isFinite(written) ? written : 0, next)
  }
  await next()
  // Asked once everything is committed: before that it would be the position before.
  const position = await followed.copies.position().catch(() => Number.MAX_SAFE_INTEGER)
  writeCookie(c, COOKIE, String(position), COOKIE_S)
}

/**
 * Where a page that only reads is read from: a copy of the database, where there is one that holds what its reader has written. Such a
 * page is made anew each time, since the moment of the database that the session came with is not that of the copy.
 */
export function readsOf(c: Context<AppEnv>): Db {
  const { db } = c.var.deps
  const followed = copiesOf(db)
  if (!followed || c.req.method !== 'GET') return db
  c.set('moment', undefined)
  return followed.db
}

/** Likewise for what may take long: where there is no copy, beside the thread that answers everybody. */
export const longReadsOf = (c: Context<AppEnv>): Db => readsBeside(readsOf(c))
