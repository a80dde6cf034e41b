import { HOUR_MS } from '../../../../lib/durations.ts'
import { seal, unseal } from '../../../../lib/sealed.ts'
import { newTotpSecret } from '../../../auth/rules/totp.ts'

/** A page that stayed open longer shows another secret. */
const OFFERED_MS = HOUR_MS
const PURPOSE = 'totp offered'

/** A secret that a page shows; nothing is stored before a first code confirms it. `cle`: for a hidden field of that page. */
export interface Offer {
  secret: string
  cle: string
}

/** A new secret, for this person alone. */
export function newOffer(key: string, userId: number, now: Date): Offer {
  const secret = newTotpSecret()
  return { secret, cle: seal(key, PURPOSE, JSON.stringify([userId, now.getTime(), secret])) }
}

/** The offer of a page that comes back; undefined where it was another person's, is too old, or is none of ours. */
export function readOffer(key: string, userId: number, cle: string, now: Date): Offer | undefined {
  try {
    const [whose, at, secret]: unknown[] = JSON.parse(unseal(key, PURPOSE, cle))
    const age = now.getTime() - Number(at)
    const isOurs = whose === userId && typeof secret === 'string' && Math.abs(age) < OFFERED_MS
    return isOurs ? { secret, cle } : undefined
  } catch {
    return undefined
  }
}
