import { expect, test } from 'vitest'
import { readPhoto } from '../../../src/lib/images/photo.ts'
import { chunk, pngOf } from '../../support/pictures.ts'

const MB = 1024 * 1024
const filled = (head: Buffer, part: Buffer) => Buffer.concat([head, Buffer.alloc(15 * MB - head.length - 20, part)])

const riff = Buffer.from('RIFF\0\0\xe0\0WEBP', 'latin1')
const png = pngOf(9, 9).subarray(0, 33)

test.each([
  ['JPEG', filled(Buffer.from([0xff, 0xd8]), Buffer.from([0xff, 0xdb, 0, 2]))],
  ['WebP', filled(riff, Buffer.from('ALPH\0\0\0\0', 'latin1'))],
  ['PNG', filled(png, chunk('IDAT', Buffer.alloc(0)))],
])('a %s of millions of empty parts is refused before it fills the memory', (_, bytes) => {
  const before = process.memoryUsage().heapUsed
  expect(readPhoto(bytes)).toEqual({ ok: false, message: expect.stringContaining('abîmée') })
  expect((process.memoryUsage().heapUsed - before) / MB).toBeLessThan(100)
})
