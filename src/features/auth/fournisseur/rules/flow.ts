import { createHash } from 'node:crypto'
import { z } from 'zod'
import { randomToken, sha256Hex } from '../../../../lib/crypto.ts'
import { MINUTE_MS } from '../../../../lib/durations.ts'
import { seal, unseal } from '../../../../lib/sealed.ts'

const PURPOSE = 'oidc log-in'
/** Somebody who types a password, and a code, over there may take so long. */
export const FLOW_MS = 15 * MINUTE_MS
const VERIFIER_BYTES = 32

const Flow = z.object({
  state: z.string(),
  nonce: z.string(),
  /** Shown to the provider only with the code that it gave (PKCE). */
  verifier: z.string(),
  /** The provider that it began with: another one may be set meanwhile. */
  emetteur: z.string(),
  /** Where the person was going. */
  suite: z.string(),
  at: z.number(),
})

/** A log-in that went to the provider and is to come back to the same browser. */
export type Flow = z.output<typeof Flow>

export const newFlow = (emetteur: string, suite: string, now: Date): Flow => ({
  ...{ state: randomToken(), nonce: randomToken(), verifier: randomToken(VERIFIER_BYTES) },
  ...{ emetteur, suite, at: now.getTime() },
})

/** The proof that goes ahead of the verifier (RFC 7636, S256). */
export const challengeOf = ({ verifier }: Flow): string => createHash('sha256').update(verifier).digest('base64url')

/** The browser keeps this of it: nobody reads it, nor changes it. */
export const sealFlow = (secret: string, flow: Flow): string => seal(secret, PURPOSE, JSON.stringify(flow))

/** Undefined where the cookie is none of ours, or too old. */
export function readFlow(secret: string, cookie: string | undefined, now: Date): Flow | undefined {
  try {
    const flow = Flow.parse(JSON.parse(unseal(secret, PURPOSE, cookie ?? '')))
    return Math.abs(now.getTime() - flow.at) < FLOW_MS ? flow : undefined
  } catch {
    return undefined
  }
}

/** The name under which a log-in that came back is remembered: it comes back once. */
export const spentKey = ({ state }: Flow): string => `oidc:${sha256Hex(state)}`
