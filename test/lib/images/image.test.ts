import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readImage } from '../../../src/lib/images/image.ts'
import { HOSTILE_SVG, PIEGE, REFUSED_SVG } from '../../data/images/svg-hostiles.ts'
import { HEAVY_SVG, ORDINARY_SVG } from '../../data/images/svg-lourds.ts'

const file = (name: string) => readFileSync(join(import.meta.dirname, '../../data/images', name))
const PNG = file('logo.png')
const JPG = file('logo.jpg')
const WEBP = file('logo.webp')
const LOSSLESS = file('logo-sans-perte.webp')

function taken(bytes: Buffer) {
  const read = readImage(bytes)
  if (!read.ok) throw new Error(read.message)
  return read.image
}

const refusal = (bytes: Buffer | string): string => {
  const read = readImage(Buffer.from(bytes))
  return read.ok ? `taken as ${read.image.kind}` : read.message
}

test.each([
  ['png', PNG],
  ['jpg', JPG],
  ['webp', WEBP],
  ['webp', LOSSLESS],
] as const)('a picture is known by its content and comes out as it was (%s)', (kind, bytes) => {
  expect(taken(bytes)).toEqual({ kind, bytes, removed: [] })
})

/** A chunk of a PNG with its checksum. */
function chunk(type: string, body: Buffer): Buffer {
  const whole = Buffer.concat([Buffer.alloc(4), Buffer.from(type, 'latin1'), body, Buffer.alloc(4)])
  whole.writeUInt32BE(body.length, 0)
  whole.writeUInt32BE(crc32(whole.subarray(4, 8 + body.length)), 8 + body.length)
  return whole
}

const HEAD_PNG = 33
const segment = (code: number, text: string) => {
  const whole = Buffer.concat([Buffer.from([0xff, code, 0, 0]), Buffer.from(text, 'latin1')])
  whole.writeUInt16BE(whole.length - 2, 2)
  return whole
}
const SECRET = '<script>48.2N 4.5W</script>'

test('what a picture carries beside itself stays behind: texts, positions, thumbnails, what follows its end', () => {
  const png = Buffer.concat([
    PNG.subarray(0, HEAD_PNG),
    chunk('tEXt', Buffer.from(`Comment\0${SECRET}`)),
    chunk('eXIf', Buffer.from(SECRET)),
    chunk('acTL', Buffer.alloc(8)),
    PNG.subarray(HEAD_PNG),
    Buffer.from(SECRET),
  ])
  expect(taken(png).bytes).toEqual(PNG)
  const jpg = Buffer.concat([
    JPG.subarray(0, 2),
    segment(0xe1, `Exif\0\0${SECRET}`),
    segment(0xfe, SECRET),
    segment(0xe2, `MPF\0${SECRET}`),
    Buffer.from([0xff, 0xff]),
    JPG.subarray(2),
    Buffer.from(SECRET),
  ])
  expect(taken(jpg).bytes).toEqual(JPG)
  const webp = Buffer.concat([
    WEBP,
    Buffer.from('EXIF\x1c\0\0\0', 'latin1'),
    Buffer.from(SECRET.padEnd(28)),
    Buffer.from(SECRET),
  ])
  webp.writeUInt32LE(WEBP.length - 8 + 36, 4)
  webp[20] = (webp[20] ?? 0) | 0b1100
  expect(taken(webp).bytes).toEqual(WEBP)
})

test('a picture too wide, animated, damaged or cut is refused in words', () => {
  const wide = Buffer.concat([PNG.subarray(0, 8), chunk('IHDR', PNG.subarray(16, 29)), PNG.subarray(HEAD_PNG)])
  wide.writeUInt32BE(4097, 16)
  wide.writeUInt32BE(crc32(wide.subarray(12, 29)), 29)
  expect(refusal(wide)).toMatch(/4096/)
  const animated = Buffer.from(WEBP)
  animated[20] = 0b10
  expect(refusal(animated)).toMatch(/animée/)
  const damaged = Buffer.from(PNG)
  damaged[50] = (damaged[50] ?? 0) ^ 1
  expect(refusal(damaged)).toMatch(/abîmée/)
  for (const whole of [PNG, JPG, WEBP, LOSSLESS]) {
    for (let length = 0; length < whole.length; length += 1) {
      expect([length, readImage(whole.subarray(0, length)).ok]).toEqual([length, false])
    }
  }
})

test('whatever else it says it is, a file that is no image is refused', () => {
  for (const other of ['', 'GIF89a', '%PDF-1.7', '<html></html>', 'BM', '\u0000', '{"a":1}', '<svgx/>'])
    expect([other, refusal(other)]).toEqual([
      other,
      expect.stringMatching(/ni une image PNG, JPG ou WebP, ni un dessin SVG/),
    ])
  expect(refusal(Buffer.concat([Buffer.from('<svg >'), Buffer.from([0xe9])]))).toMatch(/ni un dessin SVG/)
})

describe('a drawing', () => {
  const FORBIDDEN =
    /<(?!\/?(svg|g|defs|title|desc|path|rect|circle|ellipse|line|polyline|polygon|text|tspan|linearGradient|radialGradient|stop|clipPath|mask|use|symbol)[\s>/])|\son\w+\s*=|javascript:|data:|@|url\((?!["']?#)|\\|<\?|<!|tabindex|xml:base/i

  test.each(HOSTILE_SVG)('comes out harmless, and still drawn: %s', (_name, svg) => {
    const { kind, bytes } = taken(Buffer.from(svg))
    const clean = bytes.toString()
    expect(kind).toBe('svg')
    expect(clean).toContain('<rect width="9" height="9"')
    expect(clean.match(FORBIDDEN)).toBeNull()
    expect(clean).not.toContain(PIEGE)
    // The drawing that comes out is itself one that loses nothing more.
    expect(taken(bytes).bytes.toString()).toBe(clean)
  })

  test.each(REFUSED_SVG)('is refused: %s', (_name, svg) => {
    expect(refusal(svg)).toMatch(/^Ce fichier (SVG|n’est)/)
  })

  test('says what had to go, of what it drew', () => {
    const svg = (inside: string) =>
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9"/>${inside}</svg>`)
    expect(taken(svg('<script/><image/><script/><foreignObject/>')).removed).toEqual([
      'script',
      'image',
      'foreignObject',
    ])
    expect(taken(svg('<metadata/><sodipodi:namedview/>')).removed).toEqual([])
  })

  test('as drawing programs write it keeps its look', () => {
    const svg = `\uFEFF<?xml version="1.0" encoding="UTF-8"?>
<!-- Generator -->
<svg id="a" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 60 40" width="60" height="40">
  <defs>
    <style>/* couleurs */ .cls-1, .cls-2 { fill: #7a2e1f; stroke-width: 2px; } .cls-3{fill:url(#degrade)} @media print { .cls-1 { fill: #000 } } .cls-4{opacity:.5}</style>
    <linearGradient id="degrade" x1="0" x2="1" gradientUnits="userSpaceOnUse"><stop offset="0" stop-color="#fff"/></linearGradient>
    <symbol id="feuille"><path d="M1,2c3.4-5,6e-2z"/></symbol>
  </defs>
  <title>Cercle d&apos;Aleth &amp; de Saint-Malo &#233;</title>
  <path class="cls-1" style="fill:none;stroke:#000;-inkscape-stroke:none" d="M0,0 L10,10" transform="matrix(1 0 0 1 0 0)"/>
  <rect class="cls-4 cls-3" width="9" height="9"/>
  <use xlink:href="#feuille" x="3"/>
  <text font-family="'Times New Roman', serif" x="1"><tspan>é</tspan></text>
</svg>`
    const clean = taken(Buffer.from(svg)).bytes.toString()
    // The rules of classes stand in the elements, an element's own style first.
    expect(clean).toContain(
      '<path d="M0,0 L10,10" transform="matrix(1 0 0 1 0 0)" style="fill:none;stroke-width:2px;stroke:#000"/>',
    )
    expect(clean).toContain('<rect width="9" height="9" style="opacity:.5;fill:url(#degrade)"/>')
    expect(clean).toContain('<use xlink:href="#feuille" x="3"/>')
    expect(clean).toContain('font-family="\'Times New Roman\', serif"')
    expect(clean).toContain("<title>Cercle d'Aleth &#38; de Saint-Malo é</title>")
    expect(clean).toContain('<linearGradient id="degrade" x1="0" x2="1" gradientUnits="userSpaceOnUse">')
  })

  test.each(ORDINARY_SVG)('of a logo loses nothing: %s', (_name, svg) => {
    const { bytes, removed } = taken(Buffer.from(svg))
    expect(removed).toEqual([])
    expect(bytes.toString().match(/url\(/g)?.length).toBeGreaterThan(1)
    expect(taken(bytes).bytes.toString()).toBe(bytes.toString())
  })

  test.each(HEAVY_SVG)('that nests or weighs without end is refused, or holds no nest any more: %s', (_name, svg) => {
    const begun = performance.now()
    const read = readImage(Buffer.from(svg))
    expect(performance.now() - begun).toBeLessThan(3000)
    if (!read.ok) return expect(read.message).toMatch(/^Ce dessin SVG demande trop de calculs aux navigateurs/)
    const clean = read.image.bytes.toString()
    const cutters = clean.match(/<(mask|clipPath)[\s>].*?<\/\1>/gs) ?? []
    expect(cutters.filter((cutter) => /(clip-path|mask)(=|:)|<use/.test(cutter))).toEqual([])
    expect(readImage(read.image.bytes).ok).toBe(true)
  })

  test('whatever its signs, it is read in no time', () => {
    const deep =
      '<g fill="url(#a)" stroke-dasharray="1">'.repeat(90) + '<path d="M0 0h9"/>'.repeat(900) + '</g>'.repeat(90)
    const svg = `<svg xmlns="http://www.w3.org/2000/svg"><linearGradient id="a">${'<stop/>'.repeat(900)}</linearGradient>${deep}</svg>`
    expect(refusal(svg)).toMatch(/trop de calculs/)
  })

  test('copies of copies, which could grow without end, are left out', () => {
    const copies =
      '<g id="a"><path d="M0 0"/></g><g id="b"><use href="#a"/><use href="#a"/></g><use href="#b"/><use href="#c"/>'
    const clean = taken(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${copies}</svg>`)).bytes.toString()
    expect(clean.match(/<use/g)).toHaveLength(2)
    expect(clean).not.toContain('href="#b"')
  })
})

test('two megabytes of hostile text are read in no more than their time', () => {
  const length = 2_000_000
  const bodies = [
    '<'.repeat(length),
    '&'.repeat(length),
    `<svg ${'a '.repeat(length / 2)}`,
    `<svg xmlns="http://www.w3.org/2000/svg"><style>${'{'.repeat(length)}</style></svg>`,
    `<svg xmlns="http://www.w3.org/2000/svg"><style>${'a{b}'.repeat(length / 4)}</style></svg>`,
    `<svg xmlns="http://www.w3.org/2000/svg"><style>${'/*'.repeat(length / 2)}</style></svg>`,
    `<svg xmlns="http://www.w3.org/2000/svg"><path fill="${'url('.repeat(length / 4)}"/></svg>`,
    `<svg xmlns="http://www.w3.org/2000/svg"><path fill="${' '.repeat(length)}"/></svg>`,
  ]
  for (const body of bodies) {
    const begun = performance.now()
    readImage(Buffer.from(body))
    expect([body.slice(0, 60), performance.now() - begun < 2000]).toEqual([body.slice(0, 60), true])
  }
})

test('references to several elements of one name, that hold nothing, cost no more than their number', () => {
  const levels = Array.from({ length: 10 }, (_, n) => `<linearGradient id="a${n}" href="#a${n + 1}"/>`.repeat(6))
  const rects = '<rect width="1" height="1"/>'.repeat(3000)
  const drawings = [
    `${levels.join('')}<rect width="1" height="1" fill="url(#a0)"/>`,
    `${'<linearGradient id="a"/>'.repeat(3000)}<g fill="url(#a)">${rects}</g>`,
    `<rect/>${'<symbol id="a"/>'.repeat(3000)}${'<use href="#a"/>'.repeat(3000)}`,
  ]
  const before = performance.now()
  for (const drawing of drawings)
    expect(refusal(`<svg xmlns="http://www.w3.org/2000/svg">${drawing}</svg>`)).toContain('trop de calculs')
  expect(performance.now() - before).toBeLessThan(1000)
})

test('a deep drawing is read in the time of its length', () => {
  const groups = Array.from({ length: 90 }, (_, n) => `<g id="g${n}">`).join('')
  const drawing = `${groups}${'<rect/>'.repeat(15_000)}${'</g>'.repeat(90)}`
  const before = performance.now()
  taken(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${drawing}</svg>`))
  expect(performance.now() - before).toBeLessThan(500)
})
