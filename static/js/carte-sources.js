// The map of the places whose sources have records. Written by features/carte/views:
//   [data-carte-sources]      becomes the map, [data-carte-vue] the list beside it, [data-carte-legende] tells what discs mean
//   [data-carte-legende-couverture] what rings mean, where the coverage is asked for
//   [data-carte-donnees=URL]  where its places come from; htmx replaces it when a filter changes
//   [data-carte-ici=south,west,north,east][data-nom]  the place that somebody looks for
import { DivIcon, LatLngBounds, LayerGroup, Marker, Point } from 'leaflet/dist/leaflet-src.esm.js'
import { openBubble } from './carte-bulle.js'
import { inWords, isCoverage, letterOf, ringOf, yearsOf } from './carte-couverture.js'
import { fetchPlaces } from './carte-donnees.js'
import { createMap } from './carte-fond.js'
import { Groups } from './carte-groupes.js'
import { count, View } from './carte-vue.js'

/** Diameter in pixels, by the number of sources: from 1, 2, 5, 20 and 100 on. The colours are those of static/css/carte.css. */
const STEPS = [
  [100, 48],
  [20, 40],
  [5, 32],
  [2, 26],
  [1, 20],
]
/** A single place is not looked at from nearer than this by itself. */
const CLOSEST = 9
/** A place that is looked for is seen with what lies around it. */
const FOUND_ZOOM = 11
const MARGIN = 60

/** A ring has room for its letter. */
const SMALLEST_RING = 28

const stepOf = ({ sources }) => STEPS.findIndex(([from]) => sources >= from)

function sizeOf(group) {
  const size = STEPS[stepOf(group)][1]
  return yearsOf(group.points) ? Math.max(SMALLEST_RING, size) : size
}

function iconOf(group) {
  const { sources, points } = group
  const years = yearsOf(points)
  const size = sizeOf(group)
  const several = points.length > 1 ? ' carte-groupe' : ''
  const html = document.createElement('span')
  if (years) html.textContent = letterOf(years)
  else html.textContent = sources > 1 ? sources.toLocaleString('fr-FR') : ''
  // Rings are all of one colour.
  const drawn = years ? `carte-disque-3 ${ringOf(years)}` : `carte-disque-${STEPS.length - stepOf(group)}`
  return new DivIcon({
    className: `carte-disque ${drawn}${several}`,
    iconSize: [size, size],
    html,
  })
}

function placeName({ sources, points }) {
  const years = yearsOf(points)
  const figures = years ? inWords(years) : count(sources, 'source', 'sources')
  if (points.length > 1) return `${count(points.length, 'lieu', 'lieux')}, ${figures}`
  const { nom_long, releves } = points[0]
  if (years) return `${nom_long}\u00a0: ${figures}`
  return `${nom_long}\u00a0: ${figures}, ${count(releves, 'relevé', 'relevés')}`
}

const boundsOf = (points) => new LatLngBounds(points.map(({ at: [longitude, latitude] }) => [latitude, longitude]))

class SourcesMap {
  constructor(element) {
    this.element = element
    this.map = createMap(element, 'Carte des lieux')
    this.layer = new LayerGroup().addTo(this.map)
    this.shown = new Map()
    this.message = document.querySelector('[data-carte-message]')
    this.view = new View(document.querySelector('[data-carte-vue]'), this.map, () => this.fit())
    this.map.on('moveend', () => this.draw())
    document.addEventListener('htmx:afterSettle', () => {
      this.load()
      this.find()
    })
    this.find()
    this.load()
  }

  /** Goes to the place that is looked for, once. */
  find() {
    const found = document.querySelector('[data-carte-ici]')
    const bounds = found ? found.dataset.carteIci : ''
    if (bounds === this.found) return
    this.found = bounds
    if (this.pin) this.pin.remove()
    if (!bounds) return
    const [south, west, north, east] = bounds.split(',').map(Number)
    const box = new LatLngBounds([south, west], [north, east])
    if (south === north && west === east) {
      const icon = new DivIcon({ className: 'carte-point', iconSize: [18, 18] })
      this.pin = new Marker([south, west], { icon, title: found.dataset.nom, interactive: false, keyboard: false })
      this.pin.addTo(this.map)
    }
    this.map.fitBounds(box, { padding: [30, 30], maxZoom: FOUND_ZOOM, animate: false })
  }

  /** All places of the filter. */
  fit() {
    if (!this.groups || this.groups.points.length === 0) return
    this.map.fitBounds(boundsOf(this.groups.points), { padding: [30, 30], maxZoom: CLOSEST, animate: false })
  }

  /** The places of the filter in force; once only for each. */
  async load() {
    const { carteDonnees: url } = document.querySelector('[data-carte-donnees]').dataset
    if (url === this.url) return
    this.url = url
    this.explain(isCoverage(url))
    try {
      const places = await fetchPlaces(url)
      // Another filter was chosen meanwhile.
      if (this.url === url) this.show(places)
    } catch (_error) {
      this.url = undefined
      this.message.textContent =
        'Les lieux n’ont pas pu être chargés. Rechargez la page, ou utilisez la liste ci-dessous.'
    }
  }

  /** The legend of what is drawn. */
  explain(hasRings) {
    document.querySelector('[data-carte-legende]').hidden = hasRings
    document.querySelector('[data-carte-legende-couverture]').hidden = !hasRings
  }

  show(places) {
    const isFirst = this.groups === undefined
    this.map.closePopup()
    this.groups = new Groups(places)
    this.message.textContent = places.length === 0 ? 'Aucun lieu à montrer sur la carte.' : ''
    const isSeen = ({ at: [longitude, latitude] }) => this.map.getBounds().contains([latitude, longitude])
    // Whoever changes a filter goes on looking where he looked, as long as something is there.
    if (isFirst ? !this.found : !this.found && !places.some(isSeen)) this.fit()
    this.draw()
    this.element.dataset.cartePrete = String(places.length)
  }

  /** Only what is in sight is in the page; a marker that stays keeps its place, its bubble and the focus. */
  draw() {
    if (!this.groups) return
    const zoom = this.map.getZoom()
    const scale = 2 ** zoom
    const { min, max } = this.map.getPixelBounds()
    const isSeen = ({ x, y }) =>
      x * scale > min.x - MARGIN &&
      x * scale < max.x + MARGIN &&
      y * scale > min.y - MARGIN &&
      y * scale < max.y + MARGIN
    const seen = new Set(this.groups.ofZoom(zoom, zoom >= this.map.getMaxZoom()).filter(isSeen))
    for (const [group, marker] of this.shown) {
      if (seen.has(group)) continue
      this.layer.removeLayer(marker)
      this.shown.delete(group)
    }
    for (const group of seen) if (!this.shown.has(group)) this.add(group, zoom)
    const discs = [...seen].map((group) => ({
      x: group.x * scale,
      y: group.y * scale,
      radius: sizeOf(group) / 2 + 3,
    }))
    this.map.names.beside(discs)
    this.view.show(this.groups.points, this.url)
  }

  add(group, zoom) {
    const { x, y } = group
    const at = this.map.unproject(new Point(x, y), 0)
    const name = placeName(group)
    const marker = new Marker(at, { icon: iconOf(group), title: name, alt: name, riseOnHover: true })
    marker.on('click', () => this.open(group, marker, zoom, false))
    marker.on('keypress', ({ originalEvent }) => {
      if (originalEvent.key === 'Enter') this.open(group, marker, zoom, true)
    })
    this.shown.set(group, marker.addTo(this.layer))
  }

  /** A group is looked at from nearer as long as that takes it apart. */
  open({ points }, marker, zoom, byKeyboard) {
    const bounds = boundsOf(points)
    const isOnePoint = bounds.getNorthEast().equals(bounds.getSouthWest())
    if (isOnePoint || zoom >= this.map.getMaxZoom()) {
      openBubble({ map: this.map, marker, points, dataUrl: this.url, byKeyboard })
      return
    }
    const fitting = this.map.getBoundsZoom(bounds, false, new Point(MARGIN, MARGIN))
    this.map.setView(bounds.getCenter(), Math.min(Math.max(fitting, zoom + 1), this.map.getMaxZoom()))
    // The marker goes with its group: the keyboard goes on from the map.
    if (byKeyboard) this.element.focus()
  }
}

for (const element of document.querySelectorAll('[data-carte-sources]')) new SourcesMap(element)
