import { randomToken } from '../../lib/crypto.ts'

const BYTES = 12

/** A password to be read aloud and typed once: 96 bits, letters and the figures 2 to 7 in groups of four. */
export const temporaryPassword = (): string => randomToken(BYTES).replace(/(.{4})(?=.)/g, '$1-')
