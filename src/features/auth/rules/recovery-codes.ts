import { randomToken, sha256Hex } from '../../../lib/crypto.ts'

/** So many are given at once. */
export const RECOVERY_CODES = 10
/** 80 bits: nobody guesses one, and a stolen digest gives none away, even without a key. */
const CODE_BYTES = 10
const CODE = /^[a-z2-7]{16}$/

export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, () => randomToken(CODE_BYTES))

/** « abcd-efgh-ijkl-mnop »: how people read and type one. */
export const inGroups = (code: string): string => (code.match(/.{1,4}/g) ?? []).join('-')

/** The code that was typed, blanks, dashes and capitals aside; undefined where it has not the shape of one. */
export function typedRecoveryCode(text: string): string | undefined {
  const code = text.replace(/[\s\p{Pd}]/gu, '').toLowerCase()
  return CODE.test(code) ? code : undefined
}

/** How a code of this person is stored. */
export const storedCode = (userId: number, code: string): string => sha256Hex(`secours\0${userId}\0${code}`)
