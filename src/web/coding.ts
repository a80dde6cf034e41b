import { hash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { AppEnv } from './env.ts'

export type Coding = 'br' | 'gzip' | 'identity'

/** The best that a reader understands: what its Accept-Encoding names and does not put at zero. */
export function codingFor(accepted: string): Coding {
  const takes = (name: string) =>
    new RegExp(`(?:^|,)\\s*${name}\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$))[^,]*)?(?:,|$)`).test(accepted)
  if (takes('br')) return 'br'
  return takes('gzip') ? 'gzip' : 'identity'
}

/** Does the browser hold what this tag names? */
export const isHeld = (c: Context<AppEnv>, tag: string): boolean =>
  c.req.header('if-none-match')?.split(/,\s*/).includes(tag) ?? false

/** Shorter texts would grow. */
const LEAST = 150
/** A page has 66 kB at most: a larger window costs more to set up than it saves. */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_LGWIN]: 16 }

/** Its usual level 6 makes 2 % less of a list of 72 kB, in 0.38 ms instead of 0.24. */
const GZIP = { level: 5 }

/**
 * Compressed by one call on this thread, some 0.1 to 0.3 ms: a stream costs half a millisecond before its first byte. Measured on
 * pages of 5 to 66 kB (`npm run bench -- profil`); brotli of this quality is 8 to 12 % smaller than gzip.
 */
function packed(html: Buffer, coding: Coding): Buffer {
  if (coding === 'identity') return html
  return coding === 'br' ? brotliCompressSync(html, { params: BROTLI }) : gzipSync(html, GZIP)
}

/** The bytes of one page at a time: room that is there already is written to twice as fast. */
const ROOM = Buffer.allocUnsafeSlow(262_144)

/** The page as bytes, which stay until the next one is asked for. */
const bytesOf = (html: string): Buffer =>
  html.length * 3 > ROOM.length ? Buffer.from(html) : ROOM.subarray(0, ROOM.write(html))

/**
 * The text of a page as it goes over the wire: nothing of it where the browser has it, else compressed where it can read that.
 * `isSteady`: neither the hour nor chance says anything in it, so that it is known the next time (web/known-pages.ts).
 */
export function answerText(c: Context<AppEnv>, html: string, status: ContentfulStatusCode, isSteady = false): Response {
  c.header('Vary', 'Accept-Encoding', { append: true })
  // A copy: hono gives those of its context to whatever is answered in the place of this page (brouillons/rescue.tsx).
  const headers = new Headers(c.body(null).headers)
  const text = bytesOf(html)
  if (status === 200 && c.req.method === 'GET') {
    const tag = `W/"${hash('sha1', text, 'base64url')}"`
    headers.set('ETag', tag)
    // A message that is shown once, a cookie that is sent anew: the next page will not be this one.
    if (isSteady && !headers.has('Set-Cookie')) c.var.pages.keep(c, tag)
    if (isHeld(c, tag)) return new Response(null, { status: 304, headers })
  }
  const coding = text.length < LEAST ? 'identity' : codingFor(c.req.header('accept-encoding') ?? '')
  // A copy: the next page is written where this one is.
  const body = new Uint8Array(packed(text, coding))
  if (coding !== 'identity') headers.set('Content-Encoding', coding)
  // A stream says its length in chunks instead, which counts in the answer to a save.
  headers.set('Content-Length', String(body.length))
  headers.set('Content-Type', 'text/html; charset=UTF-8')
  return new Response(body, { status, headers })
}
