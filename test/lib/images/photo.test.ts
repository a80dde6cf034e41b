import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { orientationOf } from '../../../src/lib/images/exif.ts'
import { MAX_PHOTO_BYTES, readPhoto } from '../../../src/lib/images/photo.ts'
import { asCamera, chunk, exifSegment, pngOf } from '../../support/pictures.ts'

const file = (name: string) => readFileSync(join(import.meta.dirname, '../../data/images', name))
const JPG = file('logo.jpg')
const WEBP = file('logo.webp')
const SECRET = '48.2N 4.5W Jean Dupont'

function taken(bytes: Buffer) {
  const read = readPhoto(bytes)
  if (!read.ok) throw new Error(read.message)
  return read.photo
}

const refusal = (bytes: Buffer): string => {
  const read = readPhoto(bytes)
  return read.ok ? `taken as ${read.photo.format}` : read.message
}

const plain = taken(JPG)

test('an upright photo keeps its picture, to the byte, and nothing of its camera', () => {
  const photo = taken(asCamera(JPG, 1, SECRET))
  expect(photo).toEqual(plain)
  expect(photo.bytes.includes(SECRET)).toBe(false)
})

test.each([2, 3, 4, 5, 6, 7, 8])(
  'one that was taken turned keeps the word that turns it, and its sizes as one looks at it: %i',
  (orientation) => {
    const { bytes, width, height } = taken(asCamera(JPG, orientation, SECRET))
    expect(orientationOf(bytes)).toBe(orientation)
    expect([width, height]).toEqual(orientation >= 5 ? [plain.height, plain.width] : [plain.width, plain.height])
    expect(bytes.includes(SECRET)).toBe(false)
    // Without that one segment it is the picture, to the byte.
    const at = bytes.indexOf(Buffer.from('Exif')) - 4
    const length = 2 + bytes.readUInt16BE(at + 2)
    expect(Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)])).toEqual(plain.bytes)
    expect(taken(bytes).bytes).toEqual(bytes)
  },
)

test('PNG and WebP leave their texts and positions behind', () => {
  const png = pngOf(40, 30)
  const told = Buffer.concat([
    png.subarray(0, 33),
    ...['tEXt', 'iTXt', 'zTXt', 'eXIf'].map((type) => chunk(type, Buffer.from(SECRET))),
    png.subarray(33),
  ])
  expect(taken(told)).toEqual({ format: 'png', bytes: png, width: 40, height: 30, asksTurning: false })
  const webp = Buffer.concat([WEBP, Buffer.from('XMP \x16\0\0\0', 'latin1'), Buffer.from(SECRET)])
  webp.writeUInt32LE(webp.length - 8, 4)
  expect(taken(webp).bytes).toEqual(WEBP)
})

test.each([
  ['an upright one', 1, '', false],
  ['one on its side', 6, '', true],
  ['one on its side, with the header of a JPEG', 6, 'Exif\0\0', true],
])('a WebP asks to be turned, and keeps nothing of it: %s', (_, orientation, head, asks) => {
  // The block begins behind marker, length and name of the segment.
  const block = Buffer.concat([Buffer.from(head), exifSegment(orientation).subarray(10)])
  const size = Buffer.alloc(4)
  size.writeUInt32LE(block.length)
  const webp = Buffer.concat([WEBP, Buffer.from('EXIF'), size, block, Buffer.alloc(block.length % 2)])
  webp.writeUInt32LE(webp.length - 8, 4)
  expect(taken(webp)).toMatchObject({ bytes: WEBP, asksTurning: asks })
})

const bomb = () => {
  const png = pngOf(8, 8)
  png.writeUInt32BE(20_000, 16)
  png.writeUInt32BE(10_001, 20)
  return Buffer.concat([png.subarray(0, 8), chunk('IHDR', png.subarray(16, 29)), png.subarray(33)])
}

test.each([
  ['200 megapixels and more', bomb(), /200 millions de points/],
  ['15 MB and a byte', Buffer.concat([JPG, Buffer.alloc(MAX_PHOTO_BYTES + 1 - JPG.length)]), /dépasse 15\u00a0Mo/],
  ['HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), /HEIC.*JPEG.*Le plus compatible/],
  ['PDF', Buffer.from('%PDF-1.7\n'), /PDF.*exportez ses pages/],
  ['TIFF', Buffer.from('II*\0\x08\0\0\0', 'latin1'), /TIFF/],
  ['a text called .jpg', Buffer.from('<html>non</html>'), /n’est pas une photo/],
  ['nothing', Buffer.alloc(0), /vide/],
])('is refused in words: %s', (_name, bytes, words) => {
  expect(refusal(bytes)).toMatch(words)
})

test('cut anywhere, a photo is refused; a byte less than too much is taken', () => {
  const camera = asCamera(JPG, 6, '')
  const end = camera.length
  for (const whole of [camera, pngOf(9, 9), WEBP])
    for (let length = 0; length < (whole === camera ? end : whole.length); length += 1)
      expect([length, readPhoto(whole.subarray(0, length)).ok]).toEqual([length, false])
  expect(taken(Buffer.concat([JPG, Buffer.alloc(MAX_PHOTO_BYTES - JPG.length)])).bytes).toEqual(plain.bytes)
})
