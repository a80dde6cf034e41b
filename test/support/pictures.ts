import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

/** A chunk of a PNG with its checksum. */
export function chunk(type: string, body: Buffer): Buffer {
  const whole = Buffer.concat([Buffer.alloc(4), Buffer.from(type, 'latin1'), body, Buffer.alloc(4)])
  whole.writeUInt32BE(body.length, 0)
  whole.writeUInt32BE(crc32(whole.subarray(4, 8 + body.length)), 8 + body.length)
  return whole
}

/** A grey PNG of that size, told from others by its shade. */
export function pngOf(width: number, height: number, shade = 0): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 8
  const lines = Buffer.alloc((width + 1) * height, shade)
  for (let y = 0; y < height; y += 1) lines[y * (width + 1)] = 0
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(lines, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const segment = (code: number, body: Buffer): Buffer => {
  const head = Buffer.from([0xff, code, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

/** A camera writes this into a JPEG: an orientation in little-endian EXIF, and where it was taken. */
export function exifSegment(orientation: number, secret = '48.2N 4.5W Jean Dupont'): Buffer {
  const tiff = Buffer.alloc(38)
  tiff.write('II*\0', 'latin1')
  tiff.writeUInt32LE(8, 4)
  tiff.writeUInt16LE(2, 8)
  tiff.writeUInt16LE(0x010f, 10)
  tiff.writeUInt16LE(2, 12)
  tiff.writeUInt16LE(0x0112, 22)
  tiff.writeUInt16LE(3, 24)
  tiff.writeUInt32LE(1, 26)
  tiff.writeUInt16LE(orientation, 30)
  return segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, Buffer.from(secret)]))
}

/** A JPEG as a camera gives it: with EXIF, XMP, IPTC, a comment, and another picture behind its end. */
export function asCamera(jpeg: Buffer, orientation: number, secret?: string): Buffer {
  const more = [
    segment(0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${secret ?? 'XMP'}`)),
    segment(0xed, Buffer.from(`Photoshop 3.0\0${secret ?? 'IPTC'}`)),
    segment(0xfe, Buffer.from(secret ?? 'comment')),
  ]
  return Buffer.concat([
    jpeg.subarray(0, 2),
    exifSegment(orientation, secret),
    ...more,
    jpeg.subarray(2),
    Buffer.from(secret ?? 'behind'),
  ])
}

const noise = new Map<number, Buffer>()

/** A grey PNG of that many points each way that does not get smaller, told from others by its number: like a photo, a byte a point. */
export function noisyPng(side: number, number: number): Buffer {
  const lines = noise.get(side) ?? randomBytes((side + 1) * side)
  noise.set(side, lines)
  for (let y = 0; y < side; y += 1) lines[y * (side + 1)] = 0
  lines.writeUInt32LE(number, 1)
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head[8] = 8
  return Buffer.concat([
    pngOf(1, 1).subarray(0, 8),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(lines, { level: 0 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
