import { DAMAGED, ImageRefused, MOST_PARTS } from './refusal.ts'

const MARK = 0xff
const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda

export const isJpeg = (bytes: Buffer): boolean => bytes[0] === MARK && bytes[1] === SOI && bytes[2] === MARK

/** Start of a frame, which tells the size; C4, C8 and CC are tables between them. */
const isFrame = (code: number): boolean => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code)

/** Tables, frames, scans, and three applications that change what is seen: JFIF, the colour profile, Adobe's colours. */
function isKept(code: number, body: Buffer): boolean {
  if (isFrame(code) || [0xc4, 0xcc, 0xdb, 0xdd, SOS].includes(code)) return true
  const starts = (text: string) => body.toString('latin1', 0, text.length) === text
  return (
    (code === 0xe0 && starts('JFIF\0')) ||
    (code === 0xe2 && starts('ICC_PROFILE\0')) ||
    (code === 0xee && starts('Adobe'))
  )
}

/** The coded picture after a SOS ends at the next marker that is neither a restart nor a stuffed zero. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(MARK, from); at >= 0; at = bytes.indexOf(MARK, at + 1)) {
    const code = bytes[at + 1]
    if (code === undefined) break
    if (code !== 0 && code !== MARK && (code < 0xd0 || code > 0xd7)) return at
  }
  throw new ImageRefused(DAMAGED)
}

export interface Segment {
  code: number
  body: Buffer
  end: number
}

function segmentAt(bytes: Buffer, at: number): Segment {
  const code = bytes[at + 1] ?? 0
  if (bytes[at] !== MARK || at + 4 > bytes.length) throw new ImageRefused(DAMAGED)
  const end = at + 2 + bytes.readUInt16BE(at + 2)
  if (end > bytes.length || end < at + 4) throw new ImageRefused(DAMAGED)
  return { code, body: bytes.subarray(at + 4, end), end }
}

/** The segments up to the end of the picture, each with its coded picture where it begins one. */
export function* segmentsOf(bytes: Buffer): Generator<Segment & { whole: Buffer }> {
  let parts = 0
  for (let at = 2; bytes[at] !== MARK || bytes[at + 1] !== EOI; ) {
    // A marker may be preceded by any number of fill bytes.
    while (bytes[at] === MARK && bytes[at + 1] === MARK) at += 1
    parts += 1
    if (parts > MOST_PARTS) throw new ImageRefused(DAMAGED)
    const segment = segmentAt(bytes, at)
    const next = segment.code === SOS ? endOfScan(bytes, segment.end) : segment.end
    yield { ...segment, whole: bytes.subarray(at, next) }
    at = next
  }
}

/** The picture and nothing else of the file: no position, no camera, no thumbnail, nothing after its end. */
export function readJpeg(bytes: Buffer) {
  const segments = [...segmentsOf(bytes)]
  const frame = segments.find(({ code, body }) => isFrame(code) && body.length >= 5)?.body
  if (!frame || !segments.some(({ code }) => code === SOS)) throw new ImageRefused(DAMAGED)
  const kept = segments.filter(({ code, body }) => isKept(code, body)).map(({ whole }) => whole)
  return {
    bytes: Buffer.concat([Buffer.from([MARK, SOI]), ...kept, Buffer.from([MARK, EOI])]),
    width: frame.readUInt16BE(3),
    height: frame.readUInt16BE(1),
  }
}
