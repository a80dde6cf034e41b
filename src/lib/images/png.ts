import { crc32 } from 'node:zlib'
import { inTiff } from './exif.ts'
import { DAMAGED, ImageRefused, MOST_PARTS } from './refusal.ts'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Length, type and checksum around the data of a chunk. */
const AROUND = 12

/** The picture itself needs these; texts, dates, positions, further frames and unknown chunks stay behind. */
const KEPT = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT', 'bKGD', 'pHYs'])

export const isPng = (bytes: Buffer): boolean => bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)

interface Chunk {
  type: string
  /** Header and checksum included. */
  whole: Buffer
}

function chunkAt(bytes: Buffer, at: number): Chunk {
  if (at + AROUND > bytes.length) throw new ImageRefused(DAMAGED)
  const length = bytes.readUInt32BE(at)
  if (at + AROUND + length > bytes.length) throw new ImageRefused(DAMAGED)
  const whole = bytes.subarray(at, at + AROUND + length)
  if (crc32(whole.subarray(4, 8 + length)) !== whole.readUInt32BE(8 + length)) throw new ImageRefused(DAMAGED)
  return { type: whole.toString('latin1', 4, 8), whole }
}

function chunksOf(bytes: Buffer): Chunk[] {
  const chunks: Chunk[] = []
  for (let at = SIGNATURE.length; chunks.at(-1)?.type !== 'IEND'; at += chunks.at(-1)?.whole.length ?? 0) {
    if (chunks.length >= MOST_PARTS) throw new ImageRefused(DAMAGED)
    chunks.push(chunkAt(bytes, at))
  }
  return chunks
}

/** The picture and nothing else of the file, what follows its end included. */
export function readPng(bytes: Buffer) {
  const chunks = chunksOf(bytes)
  const [head] = chunks
  if (head?.type !== 'IHDR' || head.whole.length !== AROUND + 13 || !chunks.some(({ type }) => type === 'IDAT'))
    throw new ImageRefused(DAMAGED)
  const exif = chunks.find(({ type }) => type === 'eXIf')
  const kept = chunks.filter(({ type }) => KEPT.has(type)).map(({ whole }) => whole)
  return {
    bytes: Buffer.concat([SIGNATURE, ...kept]),
    width: head.whole.readUInt32BE(8),
    height: head.whole.readUInt32BE(12),
    asksTurning: exif !== undefined && inTiff(exif.whole.subarray(8)) !== 1,
  }
}
