import { inTiff } from './exif.ts'
import { DAMAGED, ImageRefused, MOST_PARTS } from './refusal.ts'

const ANIMATED = 'Cette image est animée : choisissez une image fixe.'
const HEAD = 8
/** Flags of an extended file: what we leave behind must not be announced. */
const PROFILE_AND_ALPHA = 0b0011_0000
const ANIMATION = 0b0000_0010

export const isWebp = (bytes: Buffer): boolean =>
  bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'

interface Chunk {
  type: string
  body: Buffer
}

function chunksOf(bytes: Buffer): Chunk[] {
  const end = HEAD + bytes.readUInt32LE(4)
  if (end > bytes.length) throw new ImageRefused(DAMAGED)
  const chunks: Chunk[] = []
  for (let at = 12; at + HEAD <= end; ) {
    const length = bytes.readUInt32LE(at + 4)
    if (at + HEAD + length > end || chunks.length >= MOST_PARTS) throw new ImageRefused(DAMAGED)
    chunks.push({ type: bytes.toString('latin1', at, at + 4), body: bytes.subarray(at + HEAD, at + HEAD + length) })
    at += HEAD + length + (length % 2)
  }
  return chunks
}

/** The size stands in the picture itself, lossy or lossless; an extended header may be missing. */
function sizeOf({ type, body }: Chunk): { width: number; height: number } {
  if (type === 'VP8 ' && body.length >= 10 && body.toString('hex', 3, 6) === '9d012a')
    return { width: body.readUInt16LE(6) & 0x3fff, height: body.readUInt16LE(8) & 0x3fff }
  if (type !== 'VP8L' || body.length < 5 || body[0] !== 0x2f) throw new ImageRefused(DAMAGED)
  const bits = body.readUInt32LE(1)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

function written({ type, body }: Chunk): Buffer {
  const head = Buffer.alloc(HEAD)
  head.write(type, 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)])
}

function plainHead({ type, body }: Chunk): Chunk {
  if ((body[0] ?? 0) & ANIMATION) throw new ImageRefused(ANIMATED)
  const flags = Buffer.from([(body[0] ?? 0) & PROFILE_AND_ALPHA])
  return { type, body: Buffer.concat([flags, body.subarray(1)]) }
}

/** Some programs write the header of a JPEG's segment before the block. */
const tiffOf = (body: Buffer): Buffer => (body.toString('latin1', 0, 4) === 'Exif' ? body.subarray(6) : body)

/** The picture and nothing else of the file. */
export function readWebp(bytes: Buffer) {
  const chunks = chunksOf(bytes)
  if (chunks.some(({ type }) => type === 'ANIM' || type === 'ANMF')) throw new ImageRefused(ANIMATED)
  const picture = chunks.find(({ type }) => type === 'VP8 ' || type === 'VP8L')
  if (!picture) throw new ImageRefused(DAMAGED)
  const kept = chunks
    .filter(({ type }) => ['VP8X', 'ICCP', 'ALPH', 'VP8 ', 'VP8L'].includes(type))
    .map((chunk) => written(chunk.type === 'VP8X' ? plainHead(chunk) : chunk))
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...kept])
  const head = Buffer.alloc(HEAD)
  head.write('RIFF', 'latin1')
  head.writeUInt32LE(body.length, 4)
  const exif = chunks.find(({ type }) => type === 'EXIF')
  const asksTurning = exif !== undefined && inTiff(tiffOf(exif.body)) !== 1
  return { bytes: Buffer.concat([head, body]), ...sizeOf(picture), asksTurning }
}
