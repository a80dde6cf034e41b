import { expect, test } from 'vitest'
import {
  inGroups,
  newRecoveryCodes,
  RECOVERY_CODES,
  storedCode,
  typedRecoveryCode,
} from '../../../src/features/auth/rules/recovery-codes.ts'
import { acceptedStep, newTotpSecret, stepOf, totpAddress, totpCode } from '../../../src/features/auth/rules/totp.ts'

/** « 12345678901234567890 », the secret of the examples of the RFCs. */
const RFC = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('after %i seconds the application of RFC 6238 shows %s', (seconds, code) => {
  const now = new Date(seconds * 1000)
  expect(totpCode(RFC, stepOf(now))).toBe(code)
  expect(acceptedStep(RFC, code, now, null)).toBe(stepOf(now))
})

test('a code is good for its step and the one beside it, never twice, never before the last one taken', () => {
  const now = new Date('2026-11-21T10:00:00.000Z')
  const step = stepOf(now)
  const accepted = (steps: number, last: number | null) => acceptedStep(RFC, totpCode(RFC, step + steps), now, last)
  expect([-2, -1, 0, 1, 2].map((steps) => accepted(steps, null))).toEqual([
    undefined,
    step - 1,
    step,
    step + 1,
    undefined,
  ])
  expect([-1, 0, 1].map((steps) => accepted(steps, step))).toEqual([undefined, undefined, step + 1])
  for (const text of ['', '28708', '2870820', 'abcdef', '٢٨٧٠٨٢'])
    expect(acceptedStep(RFC, text, new Date(59_000), null)).toBeUndefined()
})

test('secrets are 160 bits of chance, and reach the application by an address that any name leaves whole', () => {
  const secrets = Array.from({ length: 200 }, newTotpSecret)
  expect(secrets.every((secret) => /^[A-Z2-7]{32}$/.test(secret))).toBe(true)
  expect(new Set(secrets).size).toBe(200)
  const address = new URL(totpAddress(RFC, 'Cercle : d’Ille & Vilaine', 'rené/é?#'))
  expect(address.protocol).toBe('otpauth:')
  expect(address.searchParams.get('secret')).toBe(RFC)
  expect(address.searchParams.get('issuer')).toBe('Cercle : d’Ille & Vilaine')
  expect(decodeURIComponent(address.pathname.split('/').at(-1) ?? '')).toBe('Cercle   d’Ille & Vilaine:rené/é?#')
})

test('recovery codes have 80 bits, and are read however they are typed', () => {
  const codes = newRecoveryCodes()
  expect(codes).toHaveLength(RECOVERY_CODES)
  expect(codes.every((code) => /^[a-z2-7]{16}$/.test(code))).toBe(true)
  const code = 'abcdefghijklmnop'
  expect(inGroups(code)).toBe('abcd-efgh-ijkl-mnop')
  for (const typed of [code, inGroups(code), ' ABCD efgh\tIJKL–mnop ', 'abcd – efgh - ijkl-mnop'])
    expect([typed, typedRecoveryCode(typed)]).toEqual([typed, code])
  for (const typed of ['', 'abcd', `${code}a`, 'abcd-efgh-ijkl-mno1', 'abcd-efgh-ijkl-mnoé'])
    expect([typed, typedRecoveryCode(typed)]).toEqual([typed, undefined])
  expect(storedCode(1, code)).not.toBe(storedCode(2, code))
})
