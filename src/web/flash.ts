import type { Context } from 'hono'
import { keyedDigest, sameText } from '../lib/crypto.ts'
import { dropCookie, readCookie, writeCookie } from './cookies.ts'
import type { AppEnv } from './env.ts'

export interface Flash {
  tone: 'ok' | 'err'
  text: string
  /** Our address that takes it back, for a while. */
  undo?: string | undefined
}

const LIFE_SECONDS = 60

/** A sentence shown once on the next page; signed, so that nobody else puts words in our mouth. */
export function setFlash(c: Context<AppEnv>, flash: Flash): void {
  const payload = Buffer.from(JSON.stringify(flash)).toString('base64url')
  writeCookie(c, 'message', `${payload}.${keyedDigest(c.var.deps.secret, 'message', payload)}`, LIFE_SECONDS)
}

export function takeFlash(c: Context<AppEnv>): Flash | null {
  const cookie = readCookie(c, 'message')
  if (!cookie) return null
  dropCookie(c, 'message')
  const [payload = '', signature = ''] = cookie.split('.')
  if (!sameText(signature, keyedDigest(c.var.deps.secret, 'message', payload))) return null
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Flash
}
