// The parts of our base map: the first look at France, the lands beyond once they come in sight, and by département a finer
// outline with its towns, then its villages, as somebody looks nearer. A part that did not come is asked for again at the next move.
import { LatLngBounds, LayerGroup, Polygon, Polyline } from 'leaflet/dist/leaflet-src.esm.js'
import { lineOf, namesOf, polygonsOf } from './carte-lignes.js'

/** Put here by bin/assets.ts: addresses of two files, and the hash that those of the départements share. */
const FOND = __CARTE_FOND__
const MONDE = __CARTE_MONDE__
const PARTIES = __CARTE_PARTIES__

/** The first part shows this. */
const NEAR = new LatLngBounds([34, -22], [59, 26])
/** From these zooms on a département is asked for with its towns, then its villages. */
const TOWNS_ZOOM = 9
const VILLAGES_ZOOM = 10

/** Pixels at zoom 0: four kilometres. */
const JOINT = 0.0375

async function fetched(url) {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
  return answer.json()
}

const style = (className, isFilled) => ({
  className,
  weight: 1,
  opacity: 1,
  fill: isFilled,
  fillOpacity: 1,
  stroke: className !== 'carte-terre',
  interactive: false,
})

export class Parts {
  constructor(map) {
    this.map = map
    this.lands = new LayerGroup().addTo(map)
    this.outlines = new LayerGroup().addTo(map)
    this.joints = []
    this.departements = []
    /** Addresses asked for. */
    this.asked = new Set()
    map.on('moveend', () => this.follow())
    map.on('zoomend', () => this.widen())
  }

  async load() {
    const fond = await fetched(FOND)
    this.addLands(fond)
    const { pas, arcs, liste } = fond.departements
    const lines = arcs.map((steps) => lineOf(steps, pas))
    this.departements = liste.map(({ code, nom, milieu, formes }) => {
      const outline = new Polygon(polygonsOf(formes, lines), style('carte-departement', true)).addTo(this.outlines)
      return { code, nom, at: milieu, outline, bounds: outline.getBounds() }
    })
    this.map.names.add(namesOf(fond.villes))
    this.map.names.add(this.departements.map(({ nom, at }) => ({ nom, at, isDepartement: true })))
    this.follow()
  }

  addLands({ pas, arcs, terres, traits, joints }) {
    const lines = arcs.map((steps) => lineOf(steps, pas))
    new Polygon(polygonsOf(terres, lines), style('carte-terre', true)).addTo(this.lands)
    const along = (kept, className) =>
      new Polyline(
        kept.map((arc) => lines[arc]),
        style(className, false),
      ).addTo(this.lands)
    this.joints.push(along(joints, 'carte-joint'))
    along(traits, 'carte-cote')
    this.widen()
  }

  /** Covers what gapes between two sources of outlines, as wide on the ground at any zoom. */
  widen() {
    const weight = Math.max(2, JOINT * 2 ** this.map.getZoom())
    for (const joint of this.joints) joint.setStyle({ weight })
  }

  /** Asks for what has come in sight. */
  follow() {
    if (this.departements.length === 0) return
    const [view, zoom] = [this.map.getBounds(), this.map.getZoom()]
    if (!NEAR.contains(view)) this.ask(MONDE, (monde) => this.addLands(monde))
    if (zoom < TOWNS_ZOOM) return
    for (const one of this.departements) {
      if (!one.bounds.intersects(view)) continue
      this.ask(partUrl('departement', one), (part) => this.refine(one, part))
      if (zoom >= VILLAGES_ZOOM) this.ask(partUrl('communes', one), (part) => this.map.names.add(namesOf(part)))
    }
  }

  ask(url, use) {
    if (this.asked.has(url)) return
    this.asked.add(url)
    fetched(url)
      .then(use)
      .catch(() => this.asked.delete(url))
  }

  refine({ outline }, part) {
    outline.setLatLngs(part.contour.map((rings) => rings.map((steps) => lineOf(steps, part.pas))))
    this.map.names.add(namesOf(part))
  }
}

const partUrl = (kind, { code }) => `/assets/carte-${kind}-${code}.${PARTIES}.json`
