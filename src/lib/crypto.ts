import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { encodeBase32LowerCaseNoPadding } from '@oslojs/encoding'

/** Random bytes fetched beforehand: to ask the system for ten costs as much as for a thousand, and every request needs ten. */
const POOL_BYTES = 1024
let pool = Buffer.alloc(0)

/** No byte is ever given twice. */
function nextBytes(count: number): Buffer {
  if (count > POOL_BYTES) return randomBytes(count)
  if (pool.length < count) pool = randomBytes(POOL_BYTES)
  const bytes = pool.subarray(0, count)
  pool = pool.subarray(count)
  return bytes
}

/** A random token, readable alphabet (a-z, 2-7), 5 bits a character. */
export function randomToken(bytes = 20): string {
  return encodeBase32LowerCaseNoPadding(nextBytes(bytes))
}

export const sha256Hex = (text: string): string => hash('sha256', text)

const keyed = (secret: string, purpose: string, text: string) =>
  createHmac('sha256', secret).update(`${purpose}\0${text}`)

/** Keyed digest, URL-safe. `purpose` keeps the uses of the one application secret apart. */
export const keyedDigest = (secret: string, purpose: string, text: string): string =>
  keyed(secret, purpose, text).digest('base64url')

/** Makes a token that is the same each time for the same text, and that nobody without the secret can tell. At most 32 bytes. */
export const keyedToken = (secret: string, purpose: string, text: string, bytes: number): string =>
  encodeBase32LowerCaseNoPadding(keyed(secret, purpose, text).digest().subarray(0, bytes))

/** Compares without telling by its time where two texts differ. */
export function sameText(a: string, b: string): boolean {
  return timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'))
}
