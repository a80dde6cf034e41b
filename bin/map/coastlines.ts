/**
 * The lands around France: coasts and borders of Natural Earth (public domain), from the package world-atlas, the finer the
 * nearer to what an association of France looks at. Nothing on a map page comes from somebody else's server.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import {
  type Arcs,
  ArcTable,
  area,
  type Box,
  boxOf,
  type Line,
  meets,
  type Point,
  simplified,
  written,
} from './lines.ts'

const require = createRequire(import.meta.url)

interface Geometry {
  type: string
  arcs: unknown
  properties: { name: string }
}

/** TopoJSON: arcs are whole numbers, each point told by its difference from the one before. */
interface Topology {
  arcs: Point[][]
  transform: { scale: Point; translate: Point }
  objects: { countries: { geometries: Geometry[] } }
}

interface Zone {
  box: Box
  /** Degrees by which a line may be off: points that matter less are left out. */
  tolerance: number
  /** Square degrees of the smallest island that is kept. */
  minArea: number
}

const overseas = (box: Box): Zone => ({ box, tolerance: 0.01, minArea: 0 })

/** The first that holds a point counts. */
const ZONES: Zone[] = [
  { box: [-6, 41, 10.5, 51.8], tolerance: 0.012, minArea: 0 },
  overseas([-64, 13, -59, 19]), // Antilles
  overseas([-55, 1.5, -50, 7]), // Guyane
  overseas([-57.5, 46, -55, 48.5]), // Saint-Pierre-et-Miquelon
  overseas([42, -23, 58, -10]), // Mayotte, La Réunion
  overseas([162, -24, 169, -19]), // Nouvelle-Calédonie
  overseas([-153, -18, -148, -15]), // Tahiti
  { box: [-12, 35, 20, 58], tolerance: 0.05, minArea: 0.02 },
  { box: [-180, -90, 180, 90], tolerance: 0.25, minArea: 0.5 },
]

/** A first look at France shows this; the rest of the world is a file of its own. */
const NEAR: Box = [-22, 34, 26, 59]
/** Steps of a degree: two hundred metres near France, a kilometre elsewhere. */
const STEPS = { near: 250, far: 100 }

export interface Lands extends Arcs {
  /** Polygons to fill. */
  terres: number[][][]
  /** Arcs to draw: coasts and borders, but for those of France, which its départements have finer. */
  traits: number[]
  /** Arcs where France touches its neighbours: its outlines come from elsewhere, and what gapes between is covered along these. */
  joints: number[]
}

function zoneOf([x, y]: Point): Zone {
  const found = ZONES.find(({ box: [west, south, east, north] }) => x >= west && x <= east && y >= south && y <= north)
  if (!found) throw new Error(`no zone for ${x}, ${y}`)
  return found
}

/** The points of an arc in degrees, never outside the world by a rounding. */
function decoded(arc: Point[], { scale, translate }: Topology['transform']): Line {
  let [x, y] = [0, 0]
  return arc.map(([dx, dy]) => {
    x += dx
    y += dy
    const [lon, lat] = [x * scale[0] + translate[0], y * scale[1] + translate[1]]
    return [Math.max(-180, Math.min(180, lon)), Math.max(-90, Math.min(90, lat))]
  })
}

const indexOf = (arc: number): number => (arc < 0 ? ~arc : arc)

/** A ring is a list of arcs; a negative number is one read backwards. */
const stitched = (ring: number[], arcs: Line[]): Line =>
  ring.flatMap((arc) => (arc < 0 ? (arcs[~arc] ?? []).toReversed() : (arcs[arc] ?? [])))

function isKept(ring: number[], arcs: Line[]): boolean {
  const points = stitched(ring, arcs)
  const minArea = Math.min(...points.map((point) => zoneOf(point).minArea))
  return points.length >= 4 && area(points) >= minArea
}

function polygonsOf({ type, arcs }: Geometry): number[][][] {
  if (type === 'Polygon') return [arcs as number[][]]
  return type === 'MultiPolygon' ? (arcs as number[][][]) : []
}

interface Polygon {
  rings: number[][]
  isFrench: boolean
}

function landsOf(all: Polygon[], arcs: Line[], pas: number): Lands {
  const table = new ArcTable<number>()
  const french = new Set(all.flatMap(({ rings, isFrench }) => (isFrench ? rings.flat().map(indexOf) : [])))
  const terres = all
    .filter(({ isFrench }) => !isFrench)
    .map(({ rings }) => rings.map((ring) => ring.map((arc) => (arc < 0 ? ~table.number(~arc) : table.number(arc)))))
  const numbers = table.keys.map((arc, number) => ({ number, isBorder: french.has(arc) }))
  const those = (isBorder: boolean) => numbers.flatMap((one) => (one.isBorder === isBorder ? [one.number] : []))
  const lines = table.keys.map((arc) => written(arcs[arc] ?? [], pas))
  return { pas, arcs: lines, terres, traits: those(false), joints: those(true) }
}

/** The lands that a first look at France shows, and those of the rest of the world. */
export async function lands(): Promise<{ near: Lands; far: Lands }> {
  const topology = JSON.parse(await readFile(require.resolve('world-atlas/countries-10m.json'), 'utf8')) as Topology
  const arcs = topology.arcs.map((arc) =>
    simplified(decoded(arc, topology.transform), (point) => zoneOf(point).tolerance),
  )
  const polygons = topology.objects.countries.geometries
    .flatMap((country) =>
      polygonsOf(country).map((rings) => ({ rings, isFrench: country.properties.name === 'France' })),
    )
    .flatMap(({ rings: [outer, ...holes], isFrench }) =>
      outer && isKept(outer, arcs) ? [{ rings: [outer, ...holes.filter((hole) => isKept(hole, arcs))], isFrench }] : [],
    )
  const isNear = ({ rings: [outer = []] }: Polygon) => meets(boxOf(stitched(outer, arcs)), NEAR)
  const far = polygons.filter((polygon) => !isNear(polygon))
  return { near: landsOf(polygons.filter(isNear), arcs, STEPS.near), far: landsOf(far, arcs, STEPS.far) }
}
