import { brotliCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { baseMap } from '../../../bin/coastlines.ts'
import { testApp } from '../../support/app.ts'
import { plant, typed } from './plant.ts'

/** What the button that opens the map loads; nothing of it comes with the page. */
const CARTE = 'meta[name=carte][content="/assets/carte.js"][data-style="/assets/carte.css"]'

async function site() {
  const t = await testApp()
  const here = await plant(t.db, 'Pleurtuit', undefined, { latitude: 48.5793, longitude: -2.0571 })
  const nowhere = await plant(t.db, 'Ailleurs')
  return { ...t, here, nowhere, rene: await t.as(t.rene) }
}

describe('the pages', () => {
  test('a place with a position has its point on a map, and still says it in words', async () => {
    const t = await site()
    const { page } = await t.rene.get(`/lieux/${t.here.id}`)
    const map = page.one('[data-carte-lieu]')
    const { latitude, longitude } = {
      latitude: map.getAttribute('data-latitude'),
      longitude: map.getAttribute('data-longitude'),
    }
    expect([map.getAttribute('data-carte-lieu'), latitude, longitude]).toEqual(['Pleurtuit', '48.5793', '-2.0571'])
    // Without JavaScript nothing empty is shown.
    expect(map.hasAttribute('hidden')).toBe(true)
    expect(page.text).toContain('48° 34′ 45″ N')
    expect(page.has(CARTE)).toBe(true)
    expect(page.has('script[src*=carte], link[href*=carte]')).toBe(false)
    expect((await t.rene.get(`/lieux/${t.nowhere.id}`)).page.has('[data-carte-lieu]')).toBe(false)
  })

  test('the form keeps its two fields beside the map, also when it comes back with errors', async () => {
    const t = await site()
    const pages = [
      await t.rene.get('/lieux/nouveau'),
      await t.rene.get(`/lieux/${t.here.id}/modifier`),
      await t.rene.post('/lieux', typed({ latitude: '91', longitude: '2' })),
    ]
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 422])
    for (const { page } of pages) {
      expect(page.one('form [data-carte-choix]').hasAttribute('hidden')).toBe(true)
      expect(page.one('form [data-carte-avis]').hasAttribute('hidden')).toBe(true)
      expect(page.has('form input[name=latitude]') && page.has('form input[name=longitude]')).toBe(true)
      expect(page.has(CARTE)).toBe(true)
    }
    expect(pages[2]?.page.value('latitude')).toBe('91')
  })

  test('other pages do not load the map, and the policy of contents stays closed', async () => {
    const t = await site()
    for (const path of ['/lieux', '/', '/sources', `/lieux/${t.here.id}/fusionner`])
      expect((await t.rene.get(path)).text).not.toMatch(/name="?carte|carte\.(js|css)|data-carte/)
    const { headers } = await t.rene.get(`/lieux/${t.here.id}`)
    expect(headers.get('content-security-policy')).toContain("connect-src 'self'; form-action")
    expect(headers.get('content-security-policy')).not.toContain('unsafe')
  })
})

type Point = [number, number]

/** Even and odd: how often a ray to the east meets the ring. */
function isInside([x, y]: Point, ring: Point[]): boolean {
  return ring.reduce((inside, [ax, ay], i) => {
    const [bx, by] = ring[(i + 1) % ring.length] ?? [ax, ay]
    const meets = ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax
    return meets ? !inside : inside
  }, false)
}

describe('the base map', () => {
  test('is light, well-formed, and knows land from sea', async () => {
    const text = await baseMap()
    expect(brotliCompressSync(text).length).toBeLessThan(150_000)
    const { type, coordinates } = JSON.parse(text) as { type: string; coordinates: Point[][][] }
    expect(type).toBe('MultiPolygon')
    const rings = coordinates.flat()
    expect(rings.every((ring) => ring.length >= 4)).toBe(true)
    expect(rings.every((ring) => ring[0]?.join() === ring.at(-1)?.join())).toBe(true)
    expect(rings.flat().every(([x, y]) => Math.abs(x) <= 180 && Math.abs(y) <= 90)).toBe(true)
    const isLand = (point: Point) => coordinates.some(([outer = []]) => isInside(point, outer))
    const land: Point[] = [
      [-1.68, 48.11],
      [2.35, 48.85],
      [9.15, 42.3],
      [-61, 14.65],
      [55.5, -21.1],
      [-71.2, 46.9],
    ]
    const sea: Point[] = [
      [-8, 46],
      [5, 41.8],
      [-60, 14],
      [-30, 40],
    ]
    expect(land.map(isLand)).toEqual(land.map(() => true))
    expect(sea.map(isLand)).toEqual(sea.map(() => false))
  })
})
