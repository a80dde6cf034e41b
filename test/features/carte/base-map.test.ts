import { brotliCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { baseMap } from '../../../bin/map/base.ts'
import { outlinesOf } from '../../../bin/map/outlines.ts'

const { lineOf, namesOf, polygonsOf } = await import(
  new URL('../../../static/js/carte-lignes.js', import.meta.url).href
)

type Point = [number, number]

interface Lands {
  pas: number
  arcs: number[][]
  terres: number[][][]
}

interface Fond extends Lands {
  villes: Named
  departements: { pas: number; arcs: number[][]; liste: { code: string; nom: string; formes: number[][][] }[] }
}

interface Named {
  noms: string
  places: number[]
  taille: string
}

const base = await baseMap()
const fond = base.fond as Fond
const monde = base.monde as Lands

/** Polygons as the browser reads them: latitude first. */
const polygons = ({ pas, arcs }: { pas: number; arcs: number[][] }, shapes: number[][][]): Point[][][] =>
  polygonsOf(
    shapes,
    arcs.map((steps) => lineOf(steps, pas)),
  )

/** Even and odd: how often a ray meets the ring. */
function isInside([x, y]: Point, ring: Point[]): boolean {
  return ring.reduce((inside, [ay, ax], i) => {
    const [by, bx] = ring[(i + 1) % ring.length] ?? [ay, ax]
    const meets = ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax
    return meets ? !inside : inside
  }, false)
}

const weight = (part: object) => brotliCompressSync(JSON.stringify(part)).length
const departements = new Map(
  fond.departements.liste.map(({ code, formes }) => [code, polygons(fond.departements, formes)]),
)

describe('the base map', () => {
  test('is light at first, and in each of its parts', () => {
    expect(weight(fond)).toBeLessThan(30_000)
    expect(weight(monde)).toBeLessThan(25_000)
    expect(base.parts.size).toBe(101)
    const parts = [...base.parts.values()]
    expect(Math.max(...parts.map(({ departement }) => weight(departement)))).toBeLessThan(4_000)
    expect(Math.max(...parts.map(({ communes }) => weight(communes)))).toBeLessThan(8_000)
  })

  test('is well-formed, and knows land from sea', () => {
    const shapes = [
      ...polygons(fond, fond.terres),
      ...polygons(monde, monde.terres),
      ...[...departements.values()].flat(),
    ]
    const rings = shapes.flat()
    expect(rings.every((ring) => ring.length >= 4 && ring[0]?.join() === ring.at(-1)?.join())).toBe(true)
    expect(rings.flat().every(([y, x]) => Math.abs(x) <= 180 && Math.abs(y) <= 90)).toBe(true)
    const isLand = (point: Point) => shapes.some(([outer = []]) => isInside(point, outer))
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

  test('has each département around its communes, at first and from near', () => {
    const part = base.parts.get('35') ?? { departement: {}, communes: {} }
    const { pas, contour, ...towns } = part.departement as Named & { pas: number; contour: number[][][] }
    const near = contour.map((rings) => rings.map((steps): Point[] => lineOf(steps, pas)))
    const names = [...namesOf(towns), ...namesOf(part.communes as Named), ...namesOf(fond.villes)]
    const pleurtuit = names.find(({ nom }: { nom: string }) => nom === 'Pleurtuit')
    expect(pleurtuit?.at.map((degrees: number) => Math.round(degrees * 100) / 100)).toEqual([-2.06, 48.58])
    for (const shapes of [near, departements.get('35') ?? []])
      expect(shapes.some(([outer = []]) => isInside([-1.6, 48.1], outer))).toBe(true)
    // Cities stand on the map of the country, and only there.
    expect(names.filter(({ nom }: { nom: string }) => nom === 'Rennes')).toMatchObject([
      { isPrefecture: true, taille: 12 },
    ])
    expect(namesOf({ noms: '', places: [], taille: '' })).toEqual([])
  })
})

test('neighbours share the arc of their border, each the other way round', () => {
  const square = (x: number): Point[] => [
    [x, 0],
    [x + 1, 0],
    [x + 1, 1],
    [x, 1],
    [x, 0],
  ]
  const feature = (code: string, ring: Point[]) => ({
    properties: { code, nom: code },
    geometry: { type: 'Polygon' as const, coordinates: [ring] },
  })
  const { arcs, shapes } = outlinesOf([feature('A', square(0)), feature('B', square(1))])
  expect(arcs).toHaveLength(3)
  const [a = [], b = []] = shapes.map((polygon) => polygon.flat(2))
  expect(a.filter((arc) => b.includes(~arc))).toHaveLength(1)
})
