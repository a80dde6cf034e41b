import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import busboy from 'busboy'
import type { Context, Handler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { Body } from '../lib/body.ts'
import { randomToken } from '../lib/crypto.ts'
import { AppError } from '../lib/errors.ts'
import type { AppEnv, Deps } from './env.ts'
import { readBody } from './form.ts'
import { checkToken } from './token.ts'

/** The largest CSV file taken (reliability.md T19). */
export const MAX_UPLOAD_BYTES = 64 * 1024 * 1024
/** Boundaries, part headers and fields around the file. */
const ENVELOPE_BYTES = 64 * 1024
const LIMITS = { fields: 20, fieldNameSize: 100, fieldSize: 64 * 1024, headerPairs: 20 }

interface UploadLimit {
  maxBytes: number
  /** The sentence that refuses a larger file. */
  tooLarge: string
  /** How many files one form may bring, and bytes in all; one file where it is not said. */
  several?: { files: number; bytes: number }
  /** One file that is too large does not stop the others: it comes with a `taille` above `maxBytes`, cut there. */
  tellsEach?: boolean
}

const CSV_LIMIT: UploadLimit = {
  maxBytes: MAX_UPLOAD_BYTES,
  tooLarge: 'Ce fichier dépasse la taille permise (64\u00a0Mo). Partagez-le en plusieurs fichiers.',
}
const MALFORMED = 'Cet envoi n’a pas pu être lu. Choisissez le fichier de nouveau et recommencez.'

export interface UploadedFile {
  /** Its name in the folder, ours; and the one that its owner gave it, to be shown only. */
  fichier: string
  nomFichier: string
  /** The name of the field that brought it. */
  champ: string
  /** Bytes. */
  taille: number
  /** SHA-256, in hexadecimal. */
  empreinte: string
}

export type Received =
  | { ok: true; fields: Body; file: UploadedFile | undefined; files: UploadedFile[] }
  | { ok: false; fields: Body; status: 413 | 422; message: string }

/** A route that takes a file: where the file goes, how large it may be, what is done once it is there. */
interface FileRoute<Asked> {
  /**
   * Rights and the object of the path, asked before a single byte of the file is taken in. The token is not checked yet:
   * nothing may be changed here.
   */
  before(c: Context<AppEnv>): Asked | Promise<Asked>
  folder(deps: Deps): string
  limit?: UploadLimit
  /** Runs only once the token of the form is checked; it owns the file that it is given. */
  received(c: Context<AppEnv>, received: Received, asked: Asked): Promise<Response>
}

/** The handlers that `takesFile` made; nothing else gets in here, so that each of them checks the token itself. */
const STREAMED = new WeakSet<object>()

/** The handler of a route that takes a file: `routes.post('/import', takesFile({ … }))`. */
export function takesFile<Asked>({ before, folder, limit, received }: FileRoute<Asked>): Handler<AppEnv> {
  const handler = async (c: Context<AppEnv>) => {
    const asked = await before(c)
    return received(c, await receiveUpload(c, folder(c.var.deps), limit), asked)
  }
  STREAMED.add(handler)
  return handler
}

/**
 * A form with a file for a route that says it takes one: too large to be read by the middleware, so the route checks the token
 * before the first byte of the file. Where another handler comes first, the form is read and checked like any other.
 */
export function isStreamedUpload(c: Context<AppEnv>): boolean {
  if (!/^multipart\/form-data\b/i.test(c.req.header('content-type') ?? '')) return false
  const first = matchedRoutes(c).find(({ method }) => method !== 'ALL')
  // It answers, as `takesFile` leaves nothing to the handlers behind it.
  return first !== undefined && STREAMED.has(first.handler)
}

interface Reading {
  fields: Body
  isTrusted: boolean
  savings: Promise<UploadedFile>[]
  paths: string[]
  isTooLarge: boolean
}

/**
 * A posted form with one file, or several, which go to files of `folder` as they arrive, never to memory. The form's first field must be
 * its token: a request without it is refused before the file is read (AppError `interdit`). Nothing stays in the folder
 * unless the answer is `ok`; the caller then owns the file.
 */
async function receiveUpload(
  c: Context<AppEnv>,
  folder: string,
  { maxBytes, tooLarge, several = { files: 1, bytes: maxBytes }, tellsEach = false }: UploadLimit = CSV_LIMIT,
): Promise<Received> {
  // The CSRF middleware has read and checked a form without a file part (text browsers, urlencoded).
  if (!isStreamedUpload(c)) return { ok: true, fields: await readBody(c), file: undefined, files: [] }
  const fields: Body = Object.create(null)
  if (Number(c.req.header('content-length') ?? 0) > several.bytes + ENVELOPE_BYTES)
    return { ok: false, fields, status: 413, message: tooLarge }
  const reading: Reading = { fields, isTrusted: false, savings: [], paths: [], isTooLarge: false }
  try {
    await readParts(c, folder, reading, { fileSize: maxBytes + 1, files: several.files, parts: 19 + several.files })
    // A request without a single field has not shown its token either.
    if (!reading.isTrusted) checkToken(c, '')
    const saved = await Promise.all(reading.savings)
    if (reading.isTooLarge && !tellsEach) {
      await removeAll(reading.paths)
      return { ok: false, fields, status: 413, message: tooLarge }
    }
    const files = saved.filter(({ taille, nomFichier }) => taille > 0 || nomFichier !== '')
    const kept = new Set(files.map(({ fichier }) => fichier))
    await removeAll(reading.paths.filter((path) => !kept.has(basename(path))))
    return { ok: true, fields, file: files[0], files }
  } catch (error) {
    await Promise.allSettled(reading.savings)
    await removeAll(reading.paths)
    if (error instanceof AppError || !isMalformed(error)) throw error
    return { ok: false, fields, status: 422, message: MALFORMED }
  }
}

async function removeAll(paths: readonly string[]): Promise<void> {
  for (const path of paths) await rm(path, { force: true })
}

/** Busboy has no codes: its sentences tell a body that is no form, or ends in the middle of one, from our own errors. */
const isMalformed = (error: unknown): boolean =>
  error instanceof Error &&
  /^(Unexpected end of (form|file)|Malformed part header|Multipart: Boundary not found)$/.test(error.message)

async function readParts(c: Context<AppEnv>, folder: string, reading: Reading, most: busboy.Limits): Promise<void> {
  const { body } = c.req.raw
  if (!body) throw new Error('Unexpected end of form')
  const headers = { 'content-type': c.req.header('content-type') ?? '' }
  // busboy calls a file that has exactly the limit too large.
  const parser = busboy({ headers, limits: { ...LIMITS, ...most }, defParamCharset: 'utf8' })
  const header = c.req.header('x-csrf-token')
  const check = (token: string) => {
    if (!reading.isTrusted) checkToken(c, header ?? token)
    reading.isTrusted = true
  }
  const guarded = (work: () => void) => {
    try {
      work()
    } catch (error) {
      parser.destroy(error instanceof Error ? error : new Error(String(error)))
    }
  }
  parser.on('field', (name, value) =>
    guarded(() => {
      check(name === '_csrf' ? value : '')
      reading.fields[name] ??= value
    }),
  )
  parser.on('file', (name, stream, info) => {
    stream.on('limit', () => {
      reading.isTooLarge = true
    })
    const before = reading.savings.length
    guarded(() => {
      check('')
      const path = join(folder, `${randomToken()}.csv`)
      reading.paths.push(path)
      reading.savings.push(save(stream, path, { nomFichier: info.filename ?? '', champ: name }))
    })
    // Without a reader the parser would wait for ever; an error of it is told by `readParts` or `save` already.
    stream.on('error', () => stream.resume())
    if (reading.savings.length === before) stream.resume()
  })
  await pipeline(Readable.fromWeb(body as ReadableStream), parser)
}

/** Writes the file. */
function save(stream: Readable, path: string, sent: Pick<UploadedFile, 'nomFichier' | 'champ'>): Promise<UploadedFile> {
  const hash = createHash('sha256')
  let taille = 0
  async function* counted() {
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
      hash.update(chunk as Buffer)
      taille += (chunk as Buffer).length
      yield chunk
    }
  }
  const write = async () => {
    await mkdir(dirname(path), { recursive: true, mode: 0o750 })
    // A stream that opens its file itself may still do so after it has failed, and what was removed would be there again.
    const file = await open(path, 'wx', 0o640)
    await pipeline(counted, createWriteStream(path, { fd: file }))
    return { fichier: basename(path), ...sent, taille, empreinte: hash.digest('hex') }
  }
  const saved = write()
  // A file that the disk has no room for is read all the same: the parser would wait for ever, and a browser listens once it has sent all.
  void saved.catch(() => stream.resume())
  return saved
}
