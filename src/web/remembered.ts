import type { Context } from 'hono'
import { type Remember, readAnew, remembering } from '../db/remember.ts'
import type { AppEnv } from './env.ts'

/** Answers what was read since the database was what it was when this request looked its session up. Not for who writes. */
export const remembered = (c: Context<AppEnv>): Remember =>
  c.req.method === 'GET' && !c.var.isReadOnly ? remembering(c.var.deps.db, c.var.moment) : readAnew
