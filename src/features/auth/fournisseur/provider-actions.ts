import type { ClientAuth, CustomFetch } from 'openid-client'
import { SECOND_MS } from '../../../lib/durations.ts'
import { httpSend, textOf } from '../../../lib/http-send.ts'
import type { IdentityProvider } from '../../../lib/identity-provider.ts'
import { challengeOf, type Flow } from './rules/flow.ts'

/** People wait for it. */
const SILENCE_MS = 10 * SECOND_MS
const WHOLE_S = 15
const MOST_BYTES = 512 * 1024
const SCOPE = 'openid email'

/** The provider says, and signs, that somebody is this. `email`: undefined where it does not say that it is the person's. */
export interface Identity {
  sujet: string
  email: string | undefined
}

const library = () => import('openid-client')

/** Asks by the guard of the house: no link-local address, no redirection, nothing without end. */
const guardedFetch: CustomFetch = async (address, init) => {
  const body = init.body ? Buffer.from(String(init.body)) : undefined
  const answer = await httpSend({
    url: new URL(address),
    method: init.method,
    headers: { ...init.headers, ...(body && { 'content-length': String(body.length) }) },
    body,
    silenceMs: SILENCE_MS,
    ...(init.signal && { signal: init.signal }),
  })
  const text = await textOf(answer, MOST_BYTES)
  const type = answer.headers['content-type']
  return new Response(text, {
    status: answer.statusCode ?? 502,
    headers: type === undefined ? {} : { 'content-type': type },
  })
}

/** Reads what the provider says of itself. Throws what `faultOf` reads. */
async function discovered({ emetteur, client_id, secret }: IdentityProvider) {
  const client = await library()
  const url = new URL(emetteur)
  const isPlain = url.protocol === 'http:'
  const config = await client.discovery(url, client_id, secret, authentication(client, secret), {
    [client.customFetch]: guardedFetch,
    timeout: WHOLE_S,
    execute: [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])],
  })
  return { client, config }
}

/** By the form where the provider takes that, else by the header: some take one, some the other. */
function authentication(client: Awaited<ReturnType<typeof library>>, secret: string): ClientAuth {
  const [post, basic] = [client.ClientSecretPost(secret), client.ClientSecretBasic(secret)]
  return (server, ...rest) => {
    const takesForm = server.token_endpoint_auth_methods_supported?.includes('client_secret_post') === true
    return takesForm ? post(server, ...rest) : basic(server, ...rest)
  }
}

/** Looks whether there is a provider at this address that calls itself so. Throws what `faultOf` reads. */
export async function tryProvider(provider: IdentityProvider): Promise<void> {
  await discovered(provider)
}

/** Where the browser is sent. Throws what `faultOf` reads. */
export async function authorizationAddress(provider: IdentityProvider, flow: Flow, back: string): Promise<string> {
  const { client, config } = await discovered(provider)
  return client.buildAuthorizationUrl(config, {
    ...{ redirect_uri: back, scope: SCOPE, state: flow.state, nonce: flow.nonce },
    ...{ code_challenge: challengeOf(flow), code_challenge_method: 'S256' },
  }).href
}

/** A provider that says nothing of the address in the token may say it when it is asked. */
type Told = { email?: unknown; email_verified?: unknown }

const emailIn = ({ email, email_verified }: Told): string | undefined =>
  typeof email === 'string' && email_verified === true ? email : undefined

/**
 * Tells who came back to this address (whole, with what the provider put into it). State, nonce, issuer, audience, times and the signature of the
 * token are held against what was sent and what the provider publishes. Throws what `faultOf` reads.
 */
export async function identityAt(provider: IdentityProvider, flow: Flow, address: string): Promise<Identity> {
  const { client, config } = await discovered(provider)
  const tokens = await client.authorizationCodeGrant(config, new URL(address), {
    pkceCodeVerifier: flow.verifier,
    expectedState: flow.state,
    expectedNonce: flow.nonce,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new Error('no token of an identity')
  const isTold = claims.email !== undefined && claims.email_verified !== undefined
  const asks = !isTold && config.serverMetadata().userinfo_endpoint !== undefined
  const more: Told = asks ? await client.fetchUserInfo(config, tokens.access_token, claims.sub) : {}
  return { sujet: claims.sub, email: emailIn({ ...claims, ...more }) }
}
