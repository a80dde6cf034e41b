// A provider of identities (OpenID Connect) on this machine: what it should do, and whatever a wrong or hostile one would.
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

export const CLIENT = { client_id: 'releves', secret: 'le secret du client', libelle: 'Nextcloud' }

interface Person {
  sub: string
  email?: string
  email_verified?: unknown
}

/** This goes wrong; everything is right where nothing is said. */
interface Lies {
  /** Claims of the token in the place of the right ones. */
  claims?: Record<string, unknown>
  /** Header of the token; `none` is not signed. */
  alg?: string
  /** The token is signed by a key that is not published. */
  isForeignKey?: boolean
  /** Says another address for itself in its document. */
  issuer?: string
  /** The address is told by userinfo alone. */
  isQuiet?: boolean
  /** Every answer of these paths has this status. */
  broken?: { path: string; status: number; body?: string }
  methods?: string[]
}

const base64url = (data: object | Buffer) =>
  (data instanceof Buffer ? data : Buffer.from(JSON.stringify(data))).toString('base64url')

interface Grant {
  nonce: string | null
  challenge: string | null
  redirect: string
  person: Person
}

const rsaKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

/** Those of all providers of a worker: to make a pair takes longer than most tests. */
let made: Record<'keys' | 'foreign', ReturnType<typeof rsaKeys>> | undefined

/** Starts a provider that signs by RS256; it ends with the test. */
export async function oidcProvider(
  person: Person = { sub: 'u-marie', email: 'marie@exemple.fr', email_verified: true },
) {
  made ??= { keys: rsaKeys(), foreign: rsaKeys() }
  const { keys, foreign } = made
  const grants = new Map<string, Grant>()
  const tokens = new Map<string, Person>()
  const asked: string[] = []
  const provider = { person, lies: {} as Lies, issuer: '', asked, close }

  function idToken({ nonce, person: who }: Grant): string {
    const { claims = {}, alg = 'RS256', isForeignKey = false, isQuiet = false } = provider.lies
    const now = Math.floor(Date.now() / 1000)
    const told = isQuiet ? { sub: who.sub } : who
    const payload = { iss: provider.issuer, aud: CLIENT.client_id, iat: now, exp: now + 300, nonce, ...told, ...claims }
    const head = `${base64url({ alg, kid: 'k1', typ: 'JWT' })}.${base64url(payload)}`
    if (alg === 'none') return `${head}.`
    const { privateKey } = isForeignKey ? foreign : keys
    return `${head}.${base64url(createSign('sha256').update(head).sign(privateKey))}`
  }

  const json = (response: ServerResponse, body: object, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

  const knowsClient = (request: IncomingMessage, body: URLSearchParams): boolean => {
    const basic = `Basic ${Buffer.from(`${CLIENT.client_id}:${encodeURIComponent(CLIENT.secret).replace(/%20/g, '+')}`).toString('base64')}`
    return request.headers.authorization === basic || body.get('client_secret') === CLIENT.secret
  }

  async function token(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const body = new URLSearchParams(await text(request))
    if (!knowsClient(request, body)) return json(response, { error: 'invalid_client' }, 401)
    const grant = grants.get(body.get('code') ?? '')
    grants.delete(body.get('code') ?? '')
    const proof = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight = grant && grant.challenge === proof && grant.redirect === body.get('redirect_uri')
    if (!isRight) return json(response, { error: 'invalid_grant' }, 400)
    const access_token = randomBytes(8).toString('hex')
    tokens.set(access_token, grant.person)
    return json(response, { access_token, token_type: 'Bearer', expires_in: 60, id_token: idToken(grant) })
  }

  const document = () => ({
    issuer: provider.lies.issuer ?? provider.issuer,
    authorization_endpoint: `${provider.issuer}/authorize`,
    token_endpoint: `${provider.issuer}/token`,
    userinfo_endpoint: `${provider.issuer}/userinfo`,
    jwks_uri: `${provider.issuer}/jwks`,
    response_types_supported: ['code'],
    id_token_signing_alg_values_supported: ['RS256'],
    ...(provider.lies.methods && { token_endpoint_auth_methods_supported: provider.lies.methods }),
  })

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', provider.issuer)
    asked.push(pathname)
    const { broken } = provider.lies
    if (broken?.path === pathname)
      return void response.writeHead(broken.status, { 'content-type': 'application/json' }).end(broken.body ?? '{}')
    if (pathname === '/.well-known/openid-configuration') return void json(response, document())
    if (pathname === '/jwks')
      return void json(response, {
        keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'RS256', use: 'sig' }],
      })
    if (pathname === '/token') return void token(request, response)
    const bearer = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
    if (pathname === '/userinfo') return void json(response, tokens.get(bearer) ?? {}, tokens.has(bearer) ? 200 : 401)
    response.writeHead(404).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  provider.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function close(): Promise<void> {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
  onTestFinished(() => (server.listening ? close() : undefined))

  return Object.assign(provider, {
    settings: { ...CLIENT, emetteur: provider.issuer },
    /** Somebody logs in over there: the path and query to which the browser is sent back. */
    consent(address: string, who: Person = provider.person): string {
      const query = new URL(address).searchParams
      const code = randomBytes(8).toString('hex')
      const redirect = query.get('redirect_uri') ?? ''
      grants.set(code, { nonce: query.get('nonce'), challenge: query.get('code_challenge'), redirect, person: who })
      return `${new URL(redirect).pathname}?code=${code}&state=${query.get('state')}`
    },
  })
}
