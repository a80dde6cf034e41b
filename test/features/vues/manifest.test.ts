import { expect, test } from 'vitest'
import { readManifest } from '../../../src/features/vues/rules/manifest.ts'
import { isPublicAddress } from '../../../src/lib/network.ts'
import { iiifCanvas, secondManifest, thirdManifest } from './iiif-server.ts'

const base = (n: number) => `https://iiif.exemple.fr/2/p${n}`
const read = (manifest: unknown) => readManifest(JSON.stringify(manifest))

test('versions 2 and 3 give labels, sizes and services in order', () => {
  const page = 'https://archives.exemple.fr/registre/12'
  const canvases = [1, 2].map((n) => ({
    libelle: `f° ${n}`,
    largeur: 4000,
    hauteur: 3000,
    iiif_base: base(n),
    adresse: page,
  }))
  expect(read(secondManifest([base(1), base(2)], page))).toEqual({ canvases })
  expect(read(thirdManifest([base(1), base(2)], page))).toEqual({ canvases })
})

test('a picture without a service stands for itself; one with a wrong address for nothing', () => {
  const alone = { resource: { '@id': 'https://a.fr/p1.jpg' } }
  const wrong = { resource: { '@id': 'javascript:alert(1)', service: { '@id': 'file:///etc/passwd' } } }
  const manifest = {
    sequences: [
      { canvases: [alone, wrong].map((image) => ({ width: -1, label: { '@value': 'p\u0000 1' }, images: [image] })) },
    ],
  }
  const nothing = { libelle: 'p 1', largeur: null, hauteur: null, iiif_base: null }
  expect(read(manifest)).toEqual({
    canvases: [
      { ...nothing, adresse: 'https://a.fr/p1.jpg' },
      { ...nothing, adresse: null },
    ],
  })
})

test('three thousand views are read, more than five thousand are not', () => {
  const many = (n: number) => read(thirdManifest(Array.from({ length: n }, (_, i) => base(i))))
  expect(many(3000)).toMatchObject({ canvases: { length: 3000 } })
  expect(many(5001)).toMatchObject({ problem: expect.stringContaining('trop de vues') })
})

const deep = '['.repeat(200_000)
test.each([
  ['', /vide/],
  ['<!doctype html><title>Registre</title>', /une page, pas un manifeste/],
  ['{"items": [{"type": "Canv', /abîmé/],
  [deep, /abîmé/],
  [deep + ']'.repeat(200_000), /abîmé|ne donne pas/],
  ['null', /ne donne pas/],
  ['"texte"', /ne donne pas/],
  ['{"items": {"a": 1}}', /ne donne pas/],
  ['{"sequences": [], "items": []}', /ne donne pas/],
  ['{"items": []}', /aucune image/],
  ['{"items": [null, 4, {"items": [[[[]]]]}]}', /aucune image/],
  [
    '{"type": "Collection", "id": "https://a.fr/c", "items": [{"type": "Collection", "id": "https://a.fr/c"}]}',
    /collection/,
  ],
])('what is no manifest of a register is told in words: %.40s', (text, words) => {
  expect(readManifest(text)).toEqual({ problem: expect.stringMatching(words) })
})

test('the first of several pictures is taken, and the image service of several services', () => {
  const canvas = iiifCanvas(base(1))
  const picture = {
    id: 'https://a.fr/x',
    service: [
      { '@id': 'https://a.fr/login', profile: 'http://iiif.io/api/auth/1/login' },
      { id: base(1), type: 'ImageService3' },
    ],
  }
  const body = { type: 'Choice', items: [picture, {}] }
  expect(read({ items: [{ ...canvas, items: [{ items: [{ body }] }] }] })).toMatchObject({
    canvases: [{ iiif_base: base(1) }],
  })
})

test.each([
  ...['127.0.0.1', '10.1.2.3', '192.168.1.1', '172.16.0.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1'],
  ...[
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fd00::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'nom',
  ],
])('%s is no address of the Internet', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['192.0.1.1', '8.8.8.8', '2a00:1450:4007::1', '172.32.0.1'])('%s is one', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

const broken = '{"toString": 1, "valueOf": 1}'
const service = `{"items": [{"items": [{"items": [{"body": {"type": ${broken}, "service": [{"profile": [${broken}]}, {}]}}]}]}]}`
test.each([`{"type": ${broken}, "items": []}`, `{"@type": ${deep}${']'.repeat(200_000)}, "items": []}`, service])(
  'a manifest whose kinds are no words is refused in words: %#',
  (manifest) => {
    expect(readManifest(manifest)).toEqual({ problem: expect.stringMatching(/aucune image/) })
  },
)

test('an address with a sign that no database keeps is no address', () => {
  const manifest = thirdManifest([`${base(1)}\u0000`, `${base(2)}\ud800`, base(3)], 'https://a.fr/\u0001')
  const found = read(manifest)
  expect(found).toMatchObject({ canvases: [{ iiif_base: null }, { iiif_base: null }, { iiif_base: base(3) }] })
  expect(JSON.stringify(found)).not.toMatch(/u0000|ud800|u0001/)
})
