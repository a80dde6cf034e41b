import { keyedDigest, randomToken } from '../../../lib/crypto.ts'
import type { KeySite } from './key-site.ts'

/** So many bits that nobody meets a challenge twice. */
const CHALLENGE_BYTES = 20

/** A challenge: 32 signs that base64url has too. */
export const newChallenge = (): string => randomToken(CHALLENGE_BYTES)

/** Elliptic curves, then RSA, which is what Windows Hello makes. */
export const ALGORITHMS = [-7, -8, -257]

/** A browser that was told so much waits no longer for its person. */
const PATIENCE_MS = 120_000

/** A key as it is stored. */
interface Known {
  identifiant: string
  transports: string
}

const described = ({ identifiant, transports }: Known) => ({
  type: 'public-key',
  id: identifiant,
  transports: transports.split(' ').filter((word) => word !== ''),
})

/** How a key calls the account: nothing of the person is in it, and it stays the same as long as the key of the site does. */
export const handleOf = (secret: string, userId: number): string => keyedDigest(secret, 'cle', String(userId))

interface Making {
  site: KeySite
  siteName: string
  person: { handle: string; name: string }
  challenge: string
  known: readonly Known[]
}

/**
 * Gives what `navigator.credentials.create` is called with, as JSON; bytes stand in base64url. The password comes before it, so that a key
 * that only feels a finger will do; one that lives in the browser or the telephone may be found again on the next device.
 */
export const creationOptions = ({ site, siteName, person, challenge, known }: Making): string =>
  JSON.stringify({
    challenge,
    rp: { id: site.name, name: siteName },
    user: { id: person.handle, name: person.name, displayName: person.name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: known.map(described),
    authenticatorSelection: { residentKey: 'preferred', requireResidentKey: false, userVerification: 'preferred' },
    attestation: 'none',
    timeout: PATIENCE_MS,
  })

/** Gives what `navigator.credentials.get` is called with, as JSON. */
export const requestOptions = (site: KeySite, challenge: string, known: readonly Known[]): string =>
  JSON.stringify({
    challenge,
    rpId: site.name,
    allowCredentials: known.map(described),
    userVerification: 'preferred',
    timeout: PATIENCE_MS,
  })
