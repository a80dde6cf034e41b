/**
 * The base of our maps in parts: `fond`, what a first look at France needs; `monde`, the lands beyond; and for each département
 * its fine outline with its towns (`departement`) and the names of its villages (`communes`), asked for as somebody looks nearer.
 */
import { lands } from './coastlines.ts'
import { boxOf, type Line, written } from './lines.ts'
import { dataText, type Town, towns } from './names.ts'
import { coarse, type Feature, outlinesOf, polygonsOf } from './outlines.ts'

const COARSE = 0.012
const COARSE_STEPS = 500
const FINE_STEPS = 5000
/** Steps of a degree for the place of a name: a hundred metres. */
const NAME_STEPS = 1000
/** Towns of so many people have their name on the map of the whole country. */
const LARGE_TOWN = 40_000
/** Communes of so many people come with the outline of their département, the others from nearer. */
const TOWN = 2000

/** Columns compress better than rows: names in one text, places as differences. */
function named(list: Town[]) {
  const places = written(
    list.map(({ longitude, latitude }) => [longitude, latitude]),
    NAME_STEPS,
  )
  return { noms: list.map(({ nom }) => nom).join(';'), places, taille: sizes(list) }
}

/** How large each is, as a text of one letter each: a is less than 64 people, b less than 128, and so on. */
const sizes = (list: Town[]): string =>
  list
    .map(({ habitants, isPrefecture }) => {
      const size = Math.max(0, Math.floor(Math.log2(Math.max(habitants, 1))) - 5)
      return String.fromCharCode((isPrefecture ? 65 : 97) + size)
    })
    .join('')

/** A name in the middle of the largest part of its département. */
function middle(feature: Feature): [number, number] {
  const widths = polygonsOf(feature).map(([outer = []]) => boxOf(outer))
  const size = ([west, south, east, north]: ReturnType<typeof boxOf>) => (east - west) * (north - south)
  const [west, south, east, north] = widths.toSorted((a, b) => size(b) - size(a))[0] ?? [0, 0, 0, 0]
  return [(west + east) / 2, (south + north) / 2]
}

export interface BaseMap {
  fond: object
  monde: object
  /** By the code of the département. */
  parts: Map<string, { departement: object; communes: object }>
}

/** Communes of overseas collectivities have no outline here: their names stand with the large towns. */
export async function baseMap(): Promise<BaseMap> {
  const [{ near, far }, byDepartement] = await Promise.all([lands(), towns()])
  const { features } = JSON.parse(await dataText('departements.geojson.br')) as { features: Feature[] }
  const { arcs, shapes } = coarse(outlinesOf(features), COARSE)
  const isLarge = ({ habitants, isPrefecture }: Town) => isPrefecture || habitants >= LARGE_TOWN
  const large = [...byDepartement.values()].flat().filter(isLarge)
  const isTown = (town: Town) => town.habitants >= TOWN && !isLarge(town)
  const isVillage = (town: Town) => town.habitants < TOWN && !isLarge(town)
  const lines = { pas: COARSE_STEPS, arcs: arcs.map((arc) => written(arc, COARSE_STEPS)) }
  const list = features.map((feature, i) => ({
    code: feature.properties.code,
    nom: feature.properties.nom,
    milieu: middle(feature).map((degrees) => Math.round(degrees * 10) / 10),
    formes: shapes[i],
  }))
  const parts = new Map(
    features.map((feature) => {
      const all = byDepartement.get(feature.properties.code) ?? []
      const outline = polygonsOf(feature).map((rings) => rings.map((ring: Line) => written(ring, FINE_STEPS)))
      const departement = { pas: FINE_STEPS, contour: outline, ...named(all.filter(isTown)) }
      return [feature.properties.code, { departement, communes: named(all.filter(isVillage)) }]
    }),
  )
  return { fond: { ...near, departements: { ...lines, liste: list }, villes: named(large) }, monde: far, parts }
}
