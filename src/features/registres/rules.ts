import { keyedToken, sameText } from '../../lib/crypto.ts'
import { DAY_MS } from '../../lib/durations.ts'

/** Days without an answer after which those who manage the source hear of it. */
export const ANSWER_DAYS = 30
/** Days in which the links of a mail work. */
const LINK_DAYS = 90

const TOKEN_BYTES = 16
const secretOf = (secret: string, id: number): string => keyedToken(secret, 'rappel', String(id), TOKEN_BYTES)

/** The end of the address by which somebody answers a reminder without a session; nobody without the secret of the site can tell it. */
export const reminderToken = (secret: string, id: number): string => `${id}-${secretOf(secret, id)}`

/** The reminder that such an address means; undefined where it was not made here. */
export function reminderOf(secret: string, token: string): number | undefined {
  const [, digits = '', proof = ''] = /^(\d{1,9})-([a-z2-7]+)$/.exec(token) ?? []
  const id = Number(digits)
  return digits !== '' && sameText(proof, secretOf(secret, id)) ? id : undefined
}

export const isTooOld = (envoyeAt: string, now: Date): boolean =>
  now.getTime() - Date.parse(envoyeAt) > LINK_DAYS * DAY_MS

/** The instant before which what has not moved is silent. */
export const silentSince = (days: number, now: Date): string => new Date(now.getTime() - days * DAY_MS).toISOString()
