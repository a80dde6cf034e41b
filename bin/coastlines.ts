/**
 * The neutral base of our maps: coasts and borders of Natural Earth (public domain), from the package world-atlas, the finer the
 * nearer to what an association of France looks at. Nothing on a map page comes from somebody else's server.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

type Point = [number, number]
type Ring = Point[]

interface Geometry {
  type: string
  arcs: unknown
}

/** TopoJSON: arcs are whole numbers, each point told by its difference from the one before. */
interface Topology {
  arcs: Point[][]
  transform: { scale: Point; translate: Point }
  objects: { countries: { geometries: Geometry[] } }
}

interface Zone {
  /** West, south, east, north. */
  box: [number, number, number, number]
  /** Degrees by which a line may be off: points that matter less are left out. */
  tolerance: number
  /** Square degrees of the smallest island that is kept. */
  minArea: number
  decimals: number
}

const overseas = (box: Zone['box']): Zone => ({ box, tolerance: 0.006, minArea: 0, decimals: 3 })

/** The first that holds a point counts. */
const ZONES: Zone[] = [
  { box: [-6, 41, 10.5, 51.8], tolerance: 0.006, minArea: 0, decimals: 3 },
  overseas([-64, 13, -59, 19]), // Antilles
  overseas([-55, 1.5, -50, 7]), // Guyane
  overseas([-57.5, 46, -55, 48.5]), // Saint-Pierre-et-Miquelon
  overseas([42, -23, 58, -10]), // Mayotte, La Réunion
  overseas([162, -24, 169, -19]), // Nouvelle-Calédonie
  overseas([-153, -18, -148, -15]), // Tahiti
  { box: [-32, 27, 50, 72], tolerance: 0.03, minArea: 0.01, decimals: 2 },
  { box: [-180, -90, 180, 90], tolerance: 0.25, minArea: 0.5, decimals: 1 },
]

function zoneOf([x, y]: Point): Zone {
  const found = ZONES.find(({ box: [west, south, east, north] }) => x >= west && x <= east && y >= south && y <= north)
  if (!found) throw new Error(`no zone for ${x}, ${y}`)
  return found
}

/** The points of an arc in degrees, never outside the world by a rounding. */
function decoded(arc: Point[], { scale, translate }: Topology['transform']): Ring {
  let [x, y] = [0, 0]
  return arc.map(([dx, dy]) => {
    x += dx
    y += dy
    const [lon, lat] = [x * scale[0] + translate[0], y * scale[1] + translate[1]]
    return [Math.max(-180, Math.min(180, lon)), Math.max(-90, Math.min(90, lat))]
  })
}

/** How far a point is from the line through two others, or from the one that both are, in degrees. */
function distance([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay]
  const length = Math.hypot(dx, dy)
  return length === 0 ? Math.hypot(x - ax, y - ay) : Math.abs(dx * (ay - y) - (ax - x) * dy) / length
}

/** The point between two others that is farthest off their line, measured in what its zone tolerates; -1 where none is too far. */
function farthest(line: Ring, tolerances: number[], from: number, to: number): number {
  const [a, b] = [line[from], line[to]]
  let [far, most] = [-1, 1]
  for (let i = from + 1; i < to; i += 1) {
    const point = line[i]
    if (!a || !b || !point) continue
    const off = distance(point, a, b) / (tolerances[i] ?? 1)
    if (off > most) [far, most] = [i, off]
  }
  return far
}

/** Douglas and Peucker; done to arcs, so that two countries keep one border. */
function simplified(line: Ring): Ring {
  const tolerances = line.map((point) => zoneOf(point).tolerance)
  const kept = new Set([0, line.length - 1])
  const spans: Point[] = [[0, line.length - 1]]
  for (let span = spans.pop(); span; span = spans.pop()) {
    const far = farthest(line, tolerances, ...span)
    if (far < 0) continue
    kept.add(far)
    spans.push([span[0], far], [far, span[1]])
  }
  return line.filter((_, i) => kept.has(i)).map(rounded)
}

function rounded(point: Point): Point {
  const { decimals } = zoneOf(point)
  return [Number(point[0].toFixed(decimals)), Number(point[1].toFixed(decimals))]
}

/** A ring is a list of arcs; a negative number is one read backwards. Neighbouring points that became equal are one. */
function stitched(ring: number[], arcs: Ring[]): Ring {
  const points = ring.flatMap((index) => (index < 0 ? (arcs[~index] ?? []).toReversed() : (arcs[index] ?? [])))
  return points.filter(([x, y], i) => i === 0 || x !== points[i - 1]?.[0] || y !== points[i - 1]?.[1])
}

function area(ring: Ring): number {
  const twice = ring.reduce((sum, [x, y], i) => {
    const [nx, ny] = ring[(i + 1) % ring.length] ?? [x, y]
    return sum + x * ny - nx * y
  }, 0)
  return Math.abs(twice) / 2
}

function isKept(ring: Ring): boolean {
  const minArea = Math.min(...ring.map((point) => zoneOf(point).minArea))
  return ring.length >= 4 && area(ring) >= minArea
}

function polygonsOf({ type, arcs }: Geometry): number[][][] {
  if (type === 'Polygon') return [arcs as number[][]]
  return type === 'MultiPolygon' ? (arcs as number[][][]) : []
}

/** GeoJSON (RFC 7946), degrees: one MultiPolygon of the countries of the world, borders twice, once for each side. */
export async function baseMap(): Promise<string> {
  const topology = JSON.parse(await readFile(require.resolve('world-atlas/countries-10m.json'), 'utf8')) as Topology
  const arcs = topology.arcs.map((arc) => simplified(decoded(arc, topology.transform)))
  const coordinates = topology.objects.countries.geometries
    .flatMap(polygonsOf)
    .map((rings) => rings.map((ring) => stitched(ring, arcs)))
    .filter(([outer]) => outer !== undefined && isKept(outer))
    .map(([outer = [], ...holes]) => [outer, ...holes.filter(isKept)])
  return JSON.stringify({ type: 'MultiPolygon', coordinates })
}
