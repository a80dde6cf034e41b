import type { Context, MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { shown } from '../../lib/body.ts'
import { keyedDigest, sameText } from '../../lib/crypto.ts'
import { networkOf } from '../../lib/network.ts'
import { plural } from '../../lib/text.ts'
import { clientAddress, isHttps } from '../../web/address.ts'
import type { AppEnv } from '../../web/env.ts'
import { readBody, readQuery } from '../../web/form.ts'
import { page, seeOther } from '../../web/render.tsx'
import type { Attempts } from './rules/code.ts'
import { CODE_TITLE, CodePage } from './views/code.tsx'

const COOKIE = 'installation'
const DAY_SECONDS = 86_400

const WRONG =
  'Ce code n’est pas le bon. Il se trouve dans le fichier « storage/setup-code » et dans l’adresse affichée au démarrage.'

/** The browser keeps a digest instead of the code itself. */
const proofOf = (c: Context<AppEnv>, code: string): string => keyedDigest(c.var.deps.secret, COOKIE, code)

function remember(c: Context<AppEnv>, code: string): void {
  const secure = isHttps(c)
  setCookie(c, COOKIE, proofOf(c, code), {
    path: '/setup',
    httpOnly: true,
    sameSite: 'Strict',
    secure,
    maxAge: DAY_SECONDS,
  })
}

function tooOften(c: Context<AppEnv>, wait: number) {
  c.header('Retry-After', String(wait))
  const error = `Trop de codes faux : attendez ${plural(wait, 'seconde', 'secondes')} avant de recommencer.`
  return page(c, CODE_TITLE, <CodePage error={error} />, 429)
}

function tryCode(c: Context<AppEnv>, code: string, tries: Attempts, typed: string) {
  const address = networkOf(clientAddress(c))
  const wait = tries.wait(address)
  if (wait > 0) return tooOften(c, wait)
  if (!sameText(typed.trim(), code)) {
    tries.count(address)
    return page(c, CODE_TITLE, <CodePage error={WRONG} />, 422)
  }
  remember(c, code)
  return seeOther(c, '/setup')
}

/** No part of the wizard answers without the code: `/setup?code=…` or the form turn it into a cookie (reliability.md T1). */
export function codeGuard(code: string, tries: Attempts): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const typed = shown(readQuery(c), 'code')
    if (c.req.method === 'GET' && typed !== '') return tryCode(c, code, tries, typed)
    if (c.req.method === 'POST' && c.req.path === '/setup/code')
      return tryCode(c, code, tries, shown(await readBody(c), 'code'))
    if (!sameText(getCookie(c, COOKIE) ?? '', proofOf(c, code))) return page(c, CODE_TITLE, <CodePage />, 403)
    return next()
  }
}
