import type { Context } from 'hono'
import { AppError } from '../lib/errors.ts'
import type { AppEnv } from './env.ts'
import { MAX_ID, MAX_RELEVE_ID } from './form.ts'

function idIn(c: Context<AppEnv>, name: string, most: number): number {
  const text = c.req.param(name) ?? ''
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0
  if (id < 1 || id > most) throw new AppError('introuvable', 'Cette page n’existe pas.')
  return id
}

/** An id in the path; anything that cannot be one is a page that does not exist. */
export const idParam = (c: Context<AppEnv>, name = 'id'): number => idIn(c, name, MAX_ID)

/** Likewise of a record. */
export const releveParam = (c: Context<AppEnv>, name = 'id'): number => idIn(c, name, MAX_RELEVE_ID)
