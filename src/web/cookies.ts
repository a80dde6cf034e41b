import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { isHttps } from './address.ts'
import type { AppEnv } from './env.ts'

/** The `__Host-` prefix binds a cookie to this very host, but browsers accept it behind HTTPS only. */
const nameOf = (c: Context<AppEnv>, name: string): string => (isHttps(c) ? `__Host-${name}` : name)

export function readCookie(c: Context<AppEnv>, name: string): string | undefined {
  return getCookie(c, nameOf(c, name))
}

/** `maxAge` in seconds; undefined for a cookie that ends with the browser. */
export function writeCookie(c: Context<AppEnv>, name: string, value: string, maxAge?: number): void {
  const life = maxAge === undefined ? {} : { maxAge }
  setCookie(c, nameOf(c, name), value, { path: '/', httpOnly: true, sameSite: 'Lax', secure: isHttps(c), ...life })
}

export function dropCookie(c: Context<AppEnv>, name: string): void {
  deleteCookie(c, nameOf(c, name), { path: '/', secure: isHttps(c) })
}
