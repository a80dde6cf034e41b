import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { AwsV4Signer } from 'aws4fetch'
import type { Elsewhere } from '../../../../../lib/elsewhere.ts'
import { ElsewhereError, type Fault } from '../../rules/faults.ts'
import type { RemoteFile } from '../../rules/remote-names.ts'
import { rowsOf } from '../../rules/xml.ts'
import type { Bytes, OpenOptions, Place } from '../place.ts'
import { answerTo, bodyOf, bytesOf, faultOfStatus, isAbsent, isDone, statusOf } from './http.ts'

/** All that is in memory of a file on its way. */
const LEAST_PART = 8 * 1024 * 1024
/** S3 takes ten thousand parts. */
const MOST_PARTS = 9000

const BY_CODE: Record<string, Fault> = {
  InvalidAccessKeyId: 'identifiants',
  SignatureDoesNotMatch: 'identifiants',
  AccessDenied: 'droits',
  NoSuchBucket: 'dossier',
  NoSuchKey: 'dossier',
  RequestTimeTooSkewed: 'horloge',
  RequestExpired: 'horloge',
  EntityTooLarge: 'limite',
  QuotaExceeded: 'plein',
  XMinioStorageFull: 'plein',
  AuthorizationHeaderMalformed: 'region',
  PermanentRedirect: 'redirection',
  IncompleteBody: 'coupee',
  BadDigest: 'altere',
  XAmzContentSHA256Mismatch: 'altere',
}

/** The fault that an answer tells of by its code, else by its status. */
async function faultIn(answer: IncomingMessage): Promise<ElsewhereError> {
  const byStatus = faultOfStatus(statusOf(answer))
  const xml = await bodyOf(answer).catch(() => '')
  try {
    return new ElsewhereError(BY_CODE[rowsOf(xml, 'Error')[0]?.Code ?? ''] ?? byStatus)
  } catch (error) {
    return new ElsewhereError(byStatus, { cause: error })
  }
}

const encoded = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

/** Address of the bucket, with a final slash. */
function bucketOf({ adresse, seau, par_chemin }: Elsewhere): URL {
  const service = new URL(adresse)
  if (par_chemin) return new URL(`${service.pathname.replace(/\/$/, '')}/${encodeURIComponent(seau)}/`, service)
  service.hostname = `${seau}.${service.hostname}`
  return new URL('/', service)
}

interface Asking {
  method: string
  name?: string
  query?: Record<string, string>
  body?: Uint8Array
}

const PIECE = 64 * 1024

/** Tells of each piece as the line takes it: at 20 kB a second a part is seven minutes on its way, and not silent. */
async function* piecesOf(body: Uint8Array, moved: () => void): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < body.length; start += PIECE) {
    yield body.subarray(start, start + PIECE)
    moved()
  }
}

/** Asks the service of one bucket, each request signed. */
class Bucket {
  readonly #place: Elsewhere
  readonly #silenceMs: number
  readonly #moved: () => void
  readonly #ended = new AbortController()
  readonly prefix: string

  constructor(place: Elsewhere, { silenceMs, onMoved = () => undefined }: OpenOptions) {
    this.#place = place
    this.#silenceMs = silenceMs
    this.#moved = onMoved
    this.prefix = place.dossier === '' ? '' : `${place.dossier.replace(/^\/+|\/+$/g, '')}/`
  }

  async ask({ method, name, query = {}, body }: Asking): Promise<IncomingMessage> {
    const { identifiant, secret, region } = this.#place
    const url = new URL(name === undefined ? '' : encoded(this.prefix + name), bucketOf(this.#place))
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value)
    const digest = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const signer = new AwsV4Signer({
      ...{ method, url: url.href, headers: { 'x-amz-content-sha256': digest }, service: 's3', region },
      ...{ accessKeyId: identifiant, secretAccessKey: secret },
    })
    const { url: signed, headers } = await signer.sign()
    const answer = await answerTo({
      ...{ url: signed, method, silenceMs: this.#silenceMs, signal: this.#ended.signal },
      ...(body && { body: body.length > PIECE ? piecesOf(body, this.#moved) : body }),
      headers: { ...Object.fromEntries(headers), 'content-length': String(body?.length ?? 0) },
    })
    if (!isDone(answer)) throw await faultIn(answer)
    return answer
  }

  async done(asking: Asking): Promise<IncomingMessage> {
    return (await this.ask(asking)).resume()
  }

  async text(asking: Asking): Promise<string> {
    return bodyOf(await this.ask(asking))
  }

  close(): void {
    this.#ended.abort()
  }
}

async function list(bucket: Bucket): Promise<RemoteFile[]> {
  const files: RemoteFile[] = []
  let token = ''
  do {
    const query = { 'list-type': '2', prefix: bucket.prefix, ...(token !== '' && { 'continuation-token': token }) }
    const xml = await bucket.text({ method: 'GET', query })
    for (const { Key = '', Size } of rowsOf(xml, 'Contents'))
      files.push({ name: Key.slice(bucket.prefix.length), taille: Number(Size) })
    token = rowsOf(xml, 'ListBucketResult')[0]?.NextContinuationToken ?? ''
  } while (token !== '')
  return files.filter(({ name }) => name !== '' && !name.includes('/'))
}

/** The bytes in parts of one length, the last one shorter; always one. */
async function* partsOf(body: Bytes, length: number): AsyncGenerator<Buffer> {
  let part = Buffer.alloc(length)
  let filled = 0
  let isFirst = true
  for await (const bytes of body)
    for (let start = 0; start < bytes.length; ) {
      if (filled === length) {
        yield part
        isFirst = false
        part = Buffer.alloc(length)
        filled = 0
      }
      const more = bytes.subarray(start, start + length - filled)
      part.set(more, filled)
      filled += more.length
      start += more.length
    }
  if (filled > 0 || isFirst) yield part.subarray(0, filled)
}

const completion = (tags: readonly string[]): Buffer =>
  Buffer.from(
    `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${tags
      .map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag.replaceAll('"', '&quot;')}</ETag></Part>`)
      .join('')}</CompleteMultipartUpload>`,
  )

async function writeParts(bucket: Bucket, name: string, parts: AsyncIterable<Buffer>): Promise<void> {
  const begun = await bucket.text({ method: 'POST', name, query: { uploads: '' } })
  const uploadId = rowsOf(begun, 'InitiateMultipartUploadResult')[0]?.UploadId
  if (!uploadId) throw new ElsewhereError('reponse')
  try {
    const tags: string[] = []
    for await (const body of parts) {
      const query = { partNumber: String(tags.length + 1), uploadId }
      const { headers } = await bucket.done({ method: 'PUT', name, query, body })
      tags.push(headers.etag ?? '')
    }
    const ended = await bucket.text({ method: 'POST', name, query: { uploadId }, body: completion(tags) })
    // An upload that fails at its end says so in an answer that began as a success.
    if (rowsOf(ended, 'Error').length > 0) throw new ElsewhereError('panne')
  } catch (error) {
    await bucket.done({ method: 'DELETE', name, query: { uploadId } }).catch(() => false)
    throw error
  }
}

async function write(bucket: Bucket, name: string, body: Bytes, size: number): Promise<void> {
  const length = Math.max(LEAST_PART, Math.ceil(size / MOST_PARTS))
  const parts = partsOf(body, length)
  if (size > length) return writeParts(bucket, name, parts)
  for await (const part of parts) await bucket.done({ method: 'PUT', name, body: part })
}

/** Some services do not list uploads, or not to every key (s3rver: 501): what was broken off then stays there, which is no failure. */
async function uploadsOf(bucket: Bucket): Promise<string> {
  try {
    return await bucket.text({ method: 'GET', query: { uploads: '', prefix: bucket.prefix } })
  } catch (error) {
    if (error instanceof ElsewhereError && ['droits', 'panne', 'reponse'].includes(error.fault)) return '<none/>'
    throw error
  }
}

async function clean(bucket: Bucket, isOurs: (name: string) => boolean): Promise<void> {
  const xml = await uploadsOf(bucket)
  for (const { Key = '', UploadId = '' } of rowsOf(xml, 'Upload')) {
    const name = Key.slice(bucket.prefix.length)
    if (isOurs(name)) await bucket.done({ method: 'DELETE', name, query: { uploadId: UploadId } })
  }
}

/** Opens a bucket, or a prefix of one; nothing is sent before something is asked of it. */
export function openS3(place: Elsewhere, options: OpenOptions): Place {
  const bucket = new Bucket(place, options)
  return {
    list: () => list(bucket),
    write: (name, body, size) => write(bucket, name, body, size),
    read: async (name) => bytesOf(await bucket.ask({ method: 'GET', name })),
    // A file is there once it is whole: no name for what is under way.
    rename: undefined,
    async remove(name) {
      try {
        await bucket.done({ method: 'DELETE', name })
      } catch (error) {
        if (!isAbsent(error)) throw error
      }
    },
    clean: (isOurs) => clean(bucket, isOurs),
    close: () => bucket.close(),
  }
}
