import { type Segment, segmentsOf } from './jpeg.ts'
import { ImageRefused } from './refusal.ts'

/** How a camera was held, as EXIF counts it: 1 is upright, 3 upside down, 5 to 8 lie on a side. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

const APP1 = 0xe1
const SOS = 0xda
const EXIF = 'Exif\0\0'
/** The tag of the orientation, and the kind of its value: a short. */
const TAG = 0x0112
const SHORT = 3
const ENTRY = 12

const isOrientation = (value: number): value is Orientation => Number.isInteger(value) && value >= 1 && value <= 8

/** Reads the orientation from the first directory of a TIFF block; 1 where it says none, or nonsense. */
export function inTiff(tiff: Buffer): Orientation {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const long = (at: number) => (at + 4 > tiff.length ? 0 : isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at))
  const directory = long(4)
  const count = short(directory)
  for (let n = 0; n < count; n += 1) {
    const at = directory + 2 + n * ENTRY
    if (at + ENTRY > tiff.length) break
    if (short(at) !== TAG || short(at + 2) !== SHORT) continue
    const value = short(at + 8)
    return isOrientation(value) ? value : 1
  }
  return 1
}

const isExif = ({ code, body }: Segment): boolean => code === APP1 && body.toString('latin1', 0, EXIF.length) === EXIF

/** How a JPEG asks to be turned before it is looked at. */
export function orientationOf(jpeg: Buffer): Orientation {
  try {
    for (const segment of segmentsOf(jpeg)) {
      if (segment.code === SOS) break
      if (isExif(segment)) return inTiff(segment.body.subarray(EXIF.length))
    }
  } catch (error) {
    if (!(error instanceof ImageRefused)) throw error
  }
  return 1
}

/** The only EXIF segment that we write: it says how to turn the picture, and nothing of who took it where. */
export function orientationSegment(orientation: Orientation): Buffer {
  const body = Buffer.alloc(EXIF.length + 26)
  body.write(`${EXIF}MM`, 'latin1')
  const tiff = body.subarray(EXIF.length)
  tiff.writeUInt16BE(42, 2)
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(1, 8)
  tiff.writeUInt16BE(TAG, 10)
  tiff.writeUInt16BE(SHORT, 12)
  tiff.writeUInt32BE(1, 14)
  tiff.writeUInt16BE(orientation, 18)
  const head = Buffer.from([0xff, APP1, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}
