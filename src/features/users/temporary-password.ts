import { randomToken } from '../../lib/crypto.ts'

const BYTES = 12
/** Days in which a temporary password can be used (reliability.md T45). */
export const TEMPORARY_DAYS = 14
const DAY_MS = 86_400_000

/** A password to be read aloud and typed once: 96 bits, letters and the figures 2 to 7 in groups of four. */
export const temporaryPassword = (): string => randomToken(BYTES).replace(/(.{4})(?=.)/g, '$1-')

/** The instant from which a temporary password given at `now` (ISO) opens nothing. */
export const temporaryUntil = (now: string): string => new Date(Date.parse(now) + TEMPORARY_DAYS * DAY_MS).toISOString()
