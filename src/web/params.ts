import type { Context } from 'hono'
import { AppError } from '../lib/errors.ts'
import type { AppEnv } from './env.ts'
import { MAX_ID } from './form.ts'

/** An id in the path; anything that cannot be one is a page that does not exist. */
export function idParam(c: Context<AppEnv>, name = 'id'): number {
  const text = c.req.param(name) ?? ''
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0
  if (id < 1 || id > MAX_ID) throw new AppError('introuvable', 'Cette page n’existe pas.')
  return id
}
