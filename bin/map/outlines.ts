/**
 * The départements (data/departements.geojson.br: IGN Admin Express COG 2018, Licence Ouverte), cut into arcs where more than two
 * of them or the sea meet, so that neighbours keep one border however far it is simplified.
 */
import { ArcTable, area, type Line, type Point, simplified } from './lines.ts'

export interface Feature {
  properties: { code: string; nom: string }
  geometry: { type: 'Polygon'; coordinates: Line[] } | { type: 'MultiPolygon'; coordinates: Line[][] }
}

export interface Outlines {
  arcs: Line[]
  /** Polygons of rings of numbers of arcs, by the order of the features. */
  shapes: number[][][][]
}

const keyOf = ([x, y]: Point): string => `${x} ${y}`

export const polygonsOf = ({ geometry }: Feature): Line[][] =>
  geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates

/** Points where a ring goes another way than another ring that passes there. */
function junctions(rings: Line[]): Set<string> {
  const ways = new Map<string, string>()
  const found = new Set<string>()
  for (const ring of rings) {
    const points = ring.slice(0, -1).map(keyOf)
    points.forEach((point, i) => {
      const beside = [points.at(i - 1), points[(i + 1) % points.length]].sort().join('|')
      const known = ways.get(point)
      if (known === undefined) ways.set(point, beside)
      else if (known !== beside) found.add(point)
    })
  }
  return found
}

/** A closed ring as the lines between its junctions, end points in both. */
function cut(ring: Line, isJunction: (point: Point) => boolean): Line[] {
  const open = ring.slice(0, -1)
  const start = Math.max(0, open.findIndex(isJunction))
  const points = [...open.slice(start), ...open.slice(0, start + 1)]
  const lines: Line[] = []
  let from = 0
  for (let i = 1; i < points.length; i += 1) {
    const point = points[i]
    if (!point || (i < points.length - 1 && !isJunction(point))) continue
    lines.push(points.slice(from, i + 1))
    from = i
  }
  return lines
}

/** The outlines of these features as arcs that neighbours share. */
export function outlinesOf(features: Feature[]): Outlines {
  const met = junctions(features.flatMap(polygonsOf).flat())
  const table = new ArcTable<string>()
  const lines: Line[] = []
  const numberOf = (line: Line): number => {
    const there = line.map(keyOf).join(',')
    const back = line.toReversed().map(keyOf).join(',')
    const isBack = back < there
    const number = table.number(isBack ? back : there)
    lines[number] ??= isBack ? line.toReversed() : line
    return isBack ? ~number : number
  }
  const shapes = features.map((feature) =>
    polygonsOf(feature).map((rings) => rings.map((ring) => cut(ring, (point) => met.has(keyOf(point))).map(numberOf))),
  )
  return { arcs: lines, shapes }
}

const SMALLEST_ISLAND = 0.0008

/** Outlines for a look at the whole country: lines off by at most `tolerance` degrees, without the smallest islands. */
export function coarse({ arcs, shapes }: Outlines, tolerance: number): Outlines {
  const lines = arcs.map((line) => simplified(line, () => tolerance))
  const ringOf = (ring: number[]) =>
    ring.flatMap((arc) => (arc < 0 ? (lines[~arc] ?? []).toReversed() : (lines[arc] ?? [])))
  const isKept = (rings: number[][]) => area(ringOf(rings[0] ?? [])) > SMALLEST_ISLAND
  const kept = shapes.map((polygons) => {
    const large = polygons.filter(isKept)
    return large.length > 0 ? large : polygons.slice(0, 1)
  })
  const used = new ArcTable<number>()
  const renumbered = kept.map((polygons) =>
    polygons.map((rings) => rings.map((ring) => ring.map((arc) => (arc < 0 ? ~used.number(~arc) : used.number(arc))))),
  )
  return { arcs: used.keys.map((arc) => lines[arc] ?? []), shapes: renumbered }
}
