import { keyedToken, randomToken } from '../../../lib/crypto.ts'
import { DAY_MS } from '../../../lib/durations.ts'

const BYTES = 12
/** Days in which a temporary password can be used (reliability.md T45). */
export const TEMPORARY_DAYS = 14

/** A password to be read aloud and typed once: 96 bits, letters and the figures 2 to 7 in groups of four. */
export const temporaryPassword = (): string => inGroups(randomToken(BYTES))

const inGroups = (token: string): string => token.replace(/(.{4})(?=.)/g, '$1-')

/**
 * The one that a form gives an account: it follows from the form's token and the secret of the site, so that the same form
 * sent twice shows the same one although nothing keeps it.
 */
export const passwordOfForm = (secret: string, jeton: string, userId: number): string =>
  inGroups(keyedToken(secret, 'mot de passe temporaire', `${jeton} ${userId}`, BYTES))

/** The instant from which a temporary password given at `now` (ISO) opens nothing. */
export const temporaryUntil = (now: string): string => new Date(Date.parse(now) + TEMPORARY_DAYS * DAY_MS).toISOString()
