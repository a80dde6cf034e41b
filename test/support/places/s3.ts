import { createHash, createHmac, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { end, listening, received, sendFile } from './http.ts'
import { type Mood, stored } from './mood.ts'
import { placeOf } from './settings.ts'

const REGION = 'fr-par'
const BUCKET = 'seau-asso'
const SECRET = 'mot de passe du stockage'
const SKEW_MS = 15 * 60_000

interface S3Site {
  mood: Mood
  /** By key. */
  files: Map<string, Buffer>
  uploads: Map<string, { key: string; parts: Map<number, Buffer> }>
  /** Its clock is so far from ours. */
  aheadMs: number
  /** How many keys a page of a listing has. */
  perPage: number
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** RFC 3986, as the signature wants it. */
const strict = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const error = (response: ServerResponse, status: number, code: string): void =>
  end(response, status, `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`)

/** The signature that the request should bear (AWS Signature Version 4), made from the published description alone. */
function signatureOf(request: IncomingMessage, url: URL, signed: string[], date: string, digest: string): string {
  const query = [...url.searchParams]
    .map(([name, value]) => `${strict(name)}=${strict(value)}`)
    .sort()
    .join('&')
  const headers = signed.map((name) => `${name}:${String(request.headers[name]).trim()}\n`).join('')
  const path = url.pathname
    .split('/')
    .map((part) => strict(decodeURIComponent(part)))
    .join('/')
  const canonical = [request.method, path, query, headers, signed.join(';'), digest].join('\n')
  const scope = `${date.slice(0, 8)}/${REGION}/s3/aws4_request`
  const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${SECRET}`, date.slice(0, 8)), REGION))
  return hmac(key, ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')).toString('hex')
}

const instantOf = (date: string): number =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))

/** Why the request is refused; undefined where it is signed as it should be. */
function refusal(request: IncomingMessage, url: URL, body: Buffer, site: S3Site): [number, string] | undefined {
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/\d{8}\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      request.headers.authorization ?? '',
    )
  const [, account, region, signed = '', signature] = found ?? []
  const date = String(request.headers['x-amz-date'])
  const digest = String(request.headers['x-amz-content-sha256'])
  if (account !== 'asso') return [403, 'InvalidAccessKeyId']
  if (region !== REGION) return [400, 'AuthorizationHeaderMalformed']
  if (Math.abs(Date.now() + site.aheadMs - instantOf(date)) > SKEW_MS) return [403, 'RequestTimeTooSkewed']
  if (!signed.includes('host') || signature !== signatureOf(request, url, signed.split(';'), date, digest))
    return [403, 'SignatureDoesNotMatch']
  return digest === sha256(body) ? undefined : [400, 'XAmzContentSHA256Mismatch']
}

function listing({ files, perPage }: S3Site, url: URL): string {
  const start = Number(url.searchParams.get('continuation-token') ?? 0)
  const keys = [...files].filter(([key]) => key.startsWith(url.searchParams.get('prefix') ?? '')).sort()
  const rows = keys
    .slice(start, start + perPage)
    .map(([key, { length }]) => `<Contents><Key>${key}</Key><Size>${length}</Size></Contents>`)
  const next = start + perPage < keys.length ? `<NextContinuationToken>${start + perPage}</NextContinuationToken>` : ''
  return `<?xml version="1.0"?><ListBucketResult>${rows.join('')}${next}</ListBucketResult>`
}

/** Answers what concerns an upload in parts; false for any other request. */
function uploadAnswer(
  site: S3Site,
  { method }: IncomingMessage,
  response: ServerResponse,
  url: URL,
  body: Buffer,
): boolean {
  const key = decodeURIComponent(url.pathname.slice(BUCKET.length + 2))
  const id = url.searchParams.get('uploadId')
  if (url.searchParams.has('uploads')) {
    if (method === 'GET' && site.mood.listsNoUploads) {
      error(response, 501, 'NotImplemented')
      return true
    }
    if (method === 'GET') {
      const rows = [...site.uploads].map(
        ([UploadId, one]) => `<Upload><Key>${one.key}</Key><UploadId>${UploadId}</UploadId></Upload>`,
      )
      end(response, 200, `<ListMultipartUploadsResult>${rows.join('')}</ListMultipartUploadsResult>`)
      return true
    }
    const uploadId = randomUUID()
    site.uploads.set(uploadId, { key, parts: new Map() })
    end(
      response,
      200,
      `<InitiateMultipartUploadResult><UploadId>${uploadId}</UploadId></InitiateMultipartUploadResult>`,
    )
    return true
  }
  if (id === null) return false
  const upload = site.uploads.get(id)
  if (!upload) error(response, 404, 'NoSuchUpload')
  else if (method === 'PUT') {
    const size = [...upload.parts.values()].reduce((sum, { length }) => sum + length, body.length)
    if (size > (site.mood.roomFor ?? Infinity)) error(response, 403, 'QuotaExceeded')
    else {
      upload.parts.set(Number(url.searchParams.get('partNumber')), body)
      end(response, 200, '', { etag: `"${sha256(body).slice(0, 32)}"` })
    }
  } else if (method === 'DELETE') {
    site.uploads.delete(id)
    end(response, 204)
  } else {
    const parts = [...upload.parts].sort(([a], [b]) => a - b)
    const tags = parts.map(([, bytes]) => `&quot;${sha256(bytes).slice(0, 32)}&quot;`)
    const told = [...body.toString().matchAll(/<ETag>(.*?)<\/ETag>/g)].map(([, tag]) => tag)
    site.uploads.delete(id)
    if (tags.join() !== told.join()) error(response, 400, 'InvalidPart')
    else {
      site.files.set(key, stored(Buffer.concat(parts.map(([, bytes]) => bytes)), site.mood))
      end(response, 200, '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>')
    }
  }
  return true
}

async function answer(site: S3Site, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '', 'http://s3.test')
  const body = await received(request, response, { ...site.mood, roomFor: Infinity })
  if (!body) return
  const refused = refusal(request, url, body, site)
  if (refused) return error(response, ...refused)
  if (!url.pathname.startsWith(`/${BUCKET}/`)) return error(response, 404, 'NoSuchBucket')
  if (uploadAnswer(site, request, response, url, body)) return
  const key = decodeURIComponent(url.pathname.slice(BUCKET.length + 2))
  const bytes = site.files.get(key)
  if (key === '') return end(response, 200, listing(site, url))
  if (request.method === 'PUT') {
    if (body.length > (site.mood.roomFor ?? Infinity)) return error(response, 403, 'QuotaExceeded')
    site.files.set(key, stored(body, site.mood))
    return end(response, 200, '', { etag: '"x"' })
  }
  if (request.method === 'DELETE') {
    if (site.mood.keepsAll) return error(response, 403, 'AccessDenied')
    site.files.delete(key)
    return end(response, 204)
  }
  if (!bytes) return error(response, 404, 'NoSuchKey')
  sendFile(response, bytes, site.mood)
}

const PREFIX = 'copies du site/'

/** An S3-compatible server of one bucket in this process that checks every signature, `files` by key. */
export async function s3Server() {
  const site: S3Site = { mood: {}, files: new Map(), uploads: new Map(), aheadMs: 0, perPage: 1000 }
  const adresse = await listening(
    (request, response) => void answer(site, request, response).catch(() => response.destroy()),
  )
  const place = placeOf({ sorte: 's3', adresse, seau: BUCKET, region: REGION, dossier: PREFIX })
  return {
    ...{ site, place, names: () => [...site.files.keys()].map((key) => key.slice(PREFIX.length)).sort() },
    bytes: (name: string) => site.files.get(PREFIX + name),
    drop: (name: string) => void site.files.delete(PREFIX + name),
    put: (name: string, text: string) => void site.files.set(PREFIX + name, Buffer.from(text)),
  }
}
