import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { Utf8Scan } from '../../src/lib/utf8.ts'

function scanned(bytes: Uint8Array, size = bytes.length): Utf8Scan {
  const scan = new Utf8Scan()
  for (let at = 0; at < bytes.length; at += size) scan.push(bytes.subarray(at, at + size))
  scan.end()
  return scan
}

const countsOf = ({ signs, telling, wrong, wrongLines, tellingLines }: Utf8Scan) => [
  ...[signs, telling, wrong],
  ...[wrongLines.first, wrongLines.count, tellingLines.first, tellingLines.count],
]

test('signs, what is no UTF-8, and their lines, wherever the bytes are cut', () => {
  const bytes = Buffer.concat([
    Buffer.from('nom\r\nHélène\n« 5 € » l’été\rž Жук 😀\r\n'),
    Buffer.from([0xe9, 0x0a, 0x41, 0xc3]),
    Buffer.from('\n\nÉ\n'),
    Buffer.from([0xe2, 0x80]),
  ])
  const expected = [14, 9, 4, [5, 6, 9], 3, [2, 3, 8], 3]
  for (const size of [bytes.length, 1, 2, 3, 7])
    expect([size, countsOf(scanned(bytes, size))]).toEqual([size, expected])
})

test('agrees with the platform on what is UTF-8', () => {
  const random = [
    0x00, 0x41, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc2, 0xdf, 0xe0, 0xe2, 0xed, 0xef, 0xf0, 0xf4, 0xf5,
  ]
  let seed = 11
  const next = () => {
    seed = (seed * 16_807) % 2_147_483_647
    return random[seed % random.length] ?? 0
  }
  const isValid = (bytes: Uint8Array) => {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes) !== undefined
    } catch {
      return false
    }
  }
  const samples = Array.from({ length: 20_000 }, (_, n) => Uint8Array.from({ length: 1 + (n % 5) }, next))
  expect(samples.filter((bytes) => isValid(bytes) !== (scanned(bytes).wrong === 0))).toEqual([])
  expect(samples.filter(isValid).length).toBeGreaterThan(500)
})

test('Windows-1252 has signs that look like UTF-8 by chance, and none that can be nothing else', () => {
  const text = 'ANDRÉ\u00a0: « RENÉ\u00a0», l’abbé… NOËL’ ÇÀ ET LÀ’ É» œuvre\u00a0; 5 €\n'.repeat(3)
  const { signs, telling, wrong } = scanned(iconv.encode(text, 'win1252'))
  expect([signs > 0, telling, wrong > signs]).toEqual([true, 0, true])
})

test('names the first lines and counts the others, each line once', () => {
  const { first, count } = scanned(Buffer.from('\xe9\xe9 a\n'.repeat(5000), 'latin1')).wrongLines
  expect([first, count]).toEqual([[1, 2, 3, 4, 5, 6, 7, 8], 5000])
})
