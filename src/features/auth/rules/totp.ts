import { createHmac, randomBytes } from 'node:crypto'
import { decodeBase32, encodeBase32UpperCaseNoPadding } from '@oslojs/encoding'
import { sameText } from '../../../lib/crypto.ts'
import { SECOND_MS } from '../../../lib/durations.ts'

/** The defaults of RFC 6238, the only values that every application knows: SHA-1, six digits, thirty seconds. */
const STEP_MS = 30 * SECOND_MS
const DIGITS = 6
const SECRET_BYTES = 20
/** A telephone may be so many steps before or behind. */
const DRIFT = 1

/** A secret for an application, in base 32: 32 signs. */
export const newTotpSecret = (): string => encodeBase32UpperCaseNoPadding(randomBytes(SECRET_BYTES))

/** The step in which this instant lies: so many spans of thirty seconds since 1970. */
export const stepOf = (now: Date): number => Math.floor(now.getTime() / STEP_MS)

/** The code of a step (RFC 4226, 5.3). `secret`: base 32. */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', decodeBase32(secret)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0x0f
  const number = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/**
 * The step whose code this is: the present one or one beside it, after `last` (the last one taken, null for none); undefined where
 * it is none of theirs. All are compared, whichever is right: the time tells nothing.
 */
export function acceptedStep(secret: string, code: string, now: Date, last: number | null): number | undefined {
  const present = stepOf(now)
  let found: number | undefined
  for (let step = present - DRIFT; step <= present + DRIFT; step += 1) {
    const isRight = sameText(code, totpCode(secret, step))
    if (isRight && (last === null || step > last)) found ??= step
  }
  return found
}

/** The address that applications read from a QR code; `issuer` and `account` are the words they show. */
export function totpAddress(secret: string, issuer: string, account: string): string {
  const label = [issuer.replaceAll(':', ' '), account].map(encodeURIComponent).join(':')
  const params = [`secret=${secret}`, `issuer=${encodeURIComponent(issuer)}`]
  return `otpauth://totp/${label}?${params.join('&')}`
}
