import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const VERSION = 'v1.'
const IV_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32

/** One key for each use of the application secret. */
const keyOf = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `releves ${purpose}`, KEY_BYTES))

/** Encrypts a text for storage (AES-256-GCM, a new nonce each time): « v1. » and nonce, tag, text in base64url. */
export function seal(secret: string, purpose: string, text: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret, purpose), iv)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return VERSION + Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
}

/** The text that `seal` encrypted. Throws where it was changed, or sealed with another secret or for another purpose. */
export function unseal(secret: string, purpose: string, sealed: string): string {
  if (!sealed.startsWith(VERSION)) throw new Error('not a sealed text')
  const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url')
  const body = bytes.subarray(IV_BYTES + TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, purpose), bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
}
