// A key (passkey) in software: it makes what browsers send, and whatever they never would.
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: Buffer) => data.toString('base64url')

/** A text or bytes in CBOR, up to 65,535 bytes. */
function cbor(value: string | Buffer): Buffer {
  const kind = typeof value === 'string' ? 0x60 : 0x40
  const body = Buffer.from(value as string)
  if (body.length < 24) return Buffer.concat([Buffer.from([kind + body.length]), body])
  if (body.length < 256) return Buffer.concat([Buffer.from([kind + 24, body.length]), body])
  return Buffer.concat([Buffer.from([kind + 25, body.length >> 8, body.length & 0xff]), body])
}

/** A point of P-256 as COSE has it. */
function coseOf(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const point = (text: string) => cbor(Buffer.from(text, 'base64url'))
  // {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21])
  return Buffer.concat([head, point(x), Buffer.from([0x22]), point(y)])
}

const PRESENT = 0x01
const VERIFIED = 0x04
const NEW_KEY = 0x40

interface Lies {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  /** How often the key says that it signed. */
  count?: number
  isPresent?: boolean
  isVerified?: boolean
}

interface Options {
  challenge: string
  rp?: { id: string }
  rpId?: string
  allowCredentials?: { id: string }[]
}

/** A key that a person holds; `origin`: what its browser says it is at. */
export function softKey(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const identifier = randomBytes(16)
  const id = base64url(identifier)
  let signed = 0

  const clientData = (type: string, { challenge }: Options, lies: Lies) =>
    Buffer.from(
      JSON.stringify({
        type: lies.type ?? type,
        challenge: lies.challenge ?? challenge,
        origin: lies.origin ?? origin,
        crossOrigin: false,
      }),
    )

  function authenticatorData(
    rpId: string,
    { isPresent = true, isVerified = false, count = signed }: Lies,
    more?: Buffer,
  ) {
    const flags = (isPresent ? PRESENT : 0) | (isVerified ? VERIFIED : 0) | (more ? NEW_KEY : 0)
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(count)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, ...(more ? [more] : [])])
  }

  return {
    id,
    /** The answer to `navigator.credentials.create`, as static/js/cle.js sends it. */
    create(json: string, lies: Lies = {}): string {
      const options = JSON.parse(json) as Options
      const length = Buffer.from([0, identifier.length])
      const made = Buffer.concat([Buffer.alloc(16), length, identifier, coseOf(publicKey)])
      const data = authenticatorData(lies.rpId ?? options.rp?.id ?? '', lies, made)
      const parts = [Buffer.from([0xa3]), cbor('fmt'), cbor('none'), cbor('attStmt'), Buffer.from([0xa0])]
      const attestation = Buffer.concat([...parts, cbor('authData'), cbor(data)])
      const client = clientData('webauthn.create', options, lies)
      const response = {
        clientDataJSON: base64url(client),
        attestationObject: base64url(attestation),
        transports: ['usb'],
      }
      return JSON.stringify({ id, rawId: id, type: 'public-key', response })
    },
    /** The answer to `navigator.credentials.get`; the key counts one more. */
    get(json: string, lies: Lies = {}): string {
      const options = JSON.parse(json) as Options
      signed = lies.count ?? signed + 1
      const data = authenticatorData(lies.rpId ?? options.rpId ?? '', lies)
      const client = clientData('webauthn.get', options, lies)
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey)
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
      }
      return JSON.stringify({ id, rawId: id, type: 'public-key', response })
    },
  }
}
