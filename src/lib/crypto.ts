import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { encodeBase32LowerCaseNoPadding, encodeBase64urlNoPadding } from '@oslojs/encoding'

/** A random token, readable alphabet (a-z, 2-7), 5 bits a character. */
export function randomToken(bytes = 20): string {
  return encodeBase32LowerCaseNoPadding(randomBytes(bytes))
}

export function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

const keyed = (secret: string, purpose: string, text: string): Buffer =>
  createHmac('sha256', secret).update(`${purpose}\0${text}`).digest()

/** Keyed digest, URL-safe. `purpose` keeps the uses of the one application secret apart. */
export const keyedDigest = (secret: string, purpose: string, text: string): string =>
  encodeBase64urlNoPadding(keyed(secret, purpose, text))

/** Makes a token that is the same each time for the same text, and that nobody without the secret can tell. At most 32 bytes. */
export const keyedToken = (secret: string, purpose: string, text: string, bytes: number): string =>
  encodeBase32LowerCaseNoPadding(keyed(secret, purpose, text).subarray(0, bytes))

/** Compares without telling by its time where two texts differ. */
export function sameText(a: string, b: string): boolean {
  const [x, y] = [createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest()]
  return timingSafeEqual(x, y)
}
