import { createReadStream } from 'node:fs'
import type { Context } from 'hono'
import { breathe } from '../lib/breath.ts'
import { randomToken } from '../lib/crypto.ts'
import { pathWithoutSecrets } from './address.ts'
import { codingFor } from './coding.ts'
import type { AppEnv } from './env.ts'
import { Packer } from './packer.ts'

const MAX_NAME = 120

/** A title as part of a file name that every system takes: no control or direction marks, no signs of paths or shells. */
function fileStem(title: string): string {
  const plain = title
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '')
    .replace(/[\\/:*?"<>|;%]/g, ' ')
    .replace(/\s+/g, ' ')
  const stem = [...plain]
    .slice(0, MAX_NAME)
    .join('')
    .replace(/^[\s.]+|[\s.]+$/g, '')
  return stem === '' ? 'export' : stem
}

const ascii = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/œ/g, 'oe')
    .replace(/Œ/g, 'OE')
    .replace(/æ/g, 'ae')
    .replace(/Æ/g, 'AE')
    .replace(/[’‘]/g, "'")
    .replace(/[–—]/g, '-')
    .replace(/[^\x20-\x7e]/g, '_')

/** RFC 8187: what encodeURIComponent leaves alone but a header parameter may not hold. */
const extended = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** `Content-Disposition` (RFC 6266), whatever the title: an ASCII name, and the true one for who reads it. */
function disposition(kind: 'attachment' | 'inline', title: string, extension: string): string {
  const name = `${fileStem(title)}.${extension}`
  return `${kind}; filename="${ascii(name)}"; filename*=UTF-8''${extended(name)}`
}

/** A file to keep. */
export const attachment = (title: string, extension: string): string => disposition('attachment', title, extension)

/** A file to look at, that has a name for whoever keeps it. */
export const inline = (title: string, extension: string): string => disposition('inline', title, extension)

type Piece = string | Uint8Array

const encoder = new TextEncoder()
const bytesOf = (piece: Piece): Uint8Array => (typeof piece === 'string' ? encoder.encode(piece) : piece)

/** The pieces as bytes, none of them empty. */
async function* plain(pieces: AsyncGenerator<Piece, void>, first: Piece): AsyncGenerator<Uint8Array, void> {
  try {
    for (let next: IteratorResult<Piece, void> = { value: first }; !next.done; next = await pieces.next()) {
      const bytes = bytesOf(next.value)
      if (bytes.length > 0) yield bytes
      await breathe()
    }
  } finally {
    await pieces.return()
  }
}

/** The pieces packed, none of them empty. While one is packed on another thread, the next one is made on this one. */
async function* packed(
  pieces: AsyncGenerator<Piece, void>,
  first: Piece,
  packer: Packer,
): AsyncGenerator<Uint8Array, void> {
  try {
    for (let next: IteratorResult<Piece, void> = { value: first }; !next.done; ) {
      const [bytes, behind]: [Uint8Array, IteratorResult<Piece, void>] = await Promise.all([
        packer.add(next.value),
        pieces.next(),
      ])
      if (bytes.length > 0) yield bytes
      await breathe()
      next = behind
    }
    yield await packer.end()
  } finally {
    packer.leave()
    await pieces.return()
  }
}

/**
 * Pieces of a file as a body that is made only as fast as it is read, others having their turn before each. An error on the way breaks the connection off, so that
 * nobody takes half a file for a whole one; a reader who leaves ends `pieces`.
 */
function bodyOf(pieces: AsyncGenerator<Uint8Array, void>, onError: (error: unknown) => void) {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { value } = await pieces.next()
          if (value === undefined) controller.close()
          else controller.enqueue(value)
        } catch (error) {
          onError(error)
          controller.error(error)
        }
      },
      async cancel() {
        await pieces.return()
      },
    },
    { highWaterMark: 0 },
  )
}

async function* chunksOf(path: string): AsyncGenerator<Uint8Array, void> {
  yield* createReadStream(path)
}

/** A file as a body: open only while somebody reads on. Whoever asks for the headers alone would leave it open for ever. */
export const fileBody = (path: string): ReadableStream =>
  ReadableStream.from(chunksOf(path)) as unknown as ReadableStream

interface FileKind {
  extension: string
  /** Its `Content-Type`. */
  mediaType: string
}

/** Streams pieces of this type. The first one is made before anything is sent: an error there is still a page of its own. */
async function answer(
  c: Context<AppEnv>,
  { mediaType, disposition: named }: { mediaType: string; disposition: string },
  pieces: AsyncGenerator<Piece, void>,
) {
  const first = await pieces.next()
  const { log } = c.var.deps
  const isText = mediaType.startsWith('text/')
  const coding = isText ? codingFor(c.req.header('accept-encoding') ?? '') : 'identity'
  const begun = first.value ?? ''
  const bytes = coding === 'identity' ? plain(pieces, begun) : packed(pieces, begun, new Packer(coding))
  const body = bodyOf(bytes, (error) =>
    log.error('download broken off', { error, path: pathWithoutSecrets(c.req.path), requestId: c.var.requestId }),
  )
  return c.body(body, 200, {
    'Content-Type': mediaType,
    'Content-Disposition': named,
    'Cache-Control': 'private, no-store',
    ...(isText && { Vary: 'Accept-Encoding' }),
    ...(coding !== 'identity' && { 'Content-Encoding': coding }),
    // The ETag middleware would read the whole file into memory for its digest; a tag that is there already it leaves.
    ETag: `W/"${randomToken()}"`,
  })
}

/** Streams a file to keep. */
export const download = (
  c: Context<AppEnv>,
  title: string,
  { extension, mediaType }: FileKind,
  pieces: AsyncGenerator<Piece, void>,
) => answer(c, { mediaType, disposition: attachment(title, extension) }, pieces)

/** Streams a page of our own, long as a file is, to look at and to print. */
export const streamed = (c: Context<AppEnv>, title: string, pieces: AsyncGenerator<string, void>) =>
  answer(c, { mediaType: 'text/html; charset=UTF-8', disposition: inline(title, 'html') }, pieces)
