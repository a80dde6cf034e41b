import { z } from 'zod'
import { ALGORITHMS } from './key-options.ts'
import type { KeySite } from './key-site.ts'

const LONGEST = 16_384
/** A key may call itself by 1,023 bytes. */
const LONGEST_ID = 1_364

const base64url = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(/^[\w-]+$/)
const named = { id: base64url(LONGEST_ID), rawId: base64url(LONGEST_ID), type: z.literal('public-key') }

const NewKey = z.object({
  ...named,
  response: z.object({
    clientDataJSON: base64url(LONGEST),
    attestationObject: base64url(LONGEST),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(8)
      .catch([]),
  }),
})

const Signed = z.object({
  ...named,
  response: z.object({
    clientDataJSON: base64url(LONGEST),
    authenticatorData: base64url(LONGEST),
    signature: base64url(LONGEST),
  }),
})

/** A browser sends this about a key that it made. */
export type NewKeyAnswer = z.output<typeof NewKey>
/** A browser sends this when a key has signed. */
export type SignedAnswer = z.output<typeof Signed>

function read<T>(shape: z.ZodType<T>, text: string): T | undefined {
  try {
    return shape.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** Undefined for what no browser sends. */
export const readNewKey = (text: string): NewKeyAnswer | undefined => read(NewKey, text)
export const readSigned = (text: string): SignedAnswer | undefined => read(Signed, text)

/** The challenge that the browser says it answers; '' where it says none. */
export function challengeIn({ response }: NewKeyAnswer | SignedAnswer): string {
  try {
    const data: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8'))
    return z.object({ challenge: z.string() }).safeParse(data).data?.challenge ?? ''
  } catch {
    return ''
  }
}

/** Seven megabytes and 28 MB of memory, for the few minutes a day in which somebody uses a key: loaded by the first of them. */
const checks = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

/**
 * A certificate of the maker was not asked for (`attestation: 'none'`) and browsers take it out. One that comes all the same would have
 * the library ask the addresses that it names whether it was revoked.
 */
async function hasCertificate({ response }: NewKeyAnswer): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await helpers()
  const told = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject))
  return !['none', 'packed'].includes(told.get('fmt')) || told.get('attStmt').get('x5c') !== undefined
}

/** A key that was made for this site and this challenge, as it is stored; undefined where it is none. */
export async function madeKey(answer: NewKeyAnswer, challenge: string, { name, origin }: KeySite) {
  const { verifyRegistrationResponse } = await checks()
  try {
    if (await hasCertificate(answer)) return undefined
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...answer, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: name,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified || registrationInfo === undefined) return undefined
    const { id, publicKey, counter } = registrationInfo.credential
    return {
      identifiant: id,
      cle_publique: Buffer.from(publicKey).toString('base64url'),
      compteur: counter,
      transports: answer.response.transports.join(' '),
      domaine: name,
    }
  } catch {
    // The library refuses by throwing, whatever it is that does not fit.
    return undefined
  }
}

export type MadeKey = NonNullable<Awaited<ReturnType<typeof madeKey>>>

/**
 * How often the key says that it signed, where this is its signature of the challenge for this site; undefined where it is not. The
 * caller holds the number against the one of before.
 */
export async function signedCount(
  answer: SignedAnswer,
  challenge: string,
  { name, origin }: KeySite,
  cle_publique: string,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await checks()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: name,
      requireUserVerification: false,
      // No number is below this one: that of before is looked at where the refusal can be told.
      credential: { id: answer.id, publicKey: new Uint8Array(Buffer.from(cle_publique, 'base64url')), counter: -1 },
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    return undefined
  }
}

/** Does a key that said `before` last say less than one more by now? Then there are two of it. Keys that do not count say 0. */
export const goesBack = (before: number, count: number): boolean => (before > 0 || count > 0) && count <= before
