// Names on the map: towns and villages by their size, départements in between, as many as have room. They are drawn, not read out:
// the list of the page has every place.
import { project } from './carte-groupes.js'

/** Names at once; more would hide the map. */
const MOST = 70
/** A département is named where its towns are few, and no more where it fills the map. */
const DEPARTEMENT_ZOOMS = [7, 8]
/** A préfecture is named before other towns of its size. */
const PREFECTURE = 3
/** Départements come after towns of this size. */
const DEPARTEMENT_SIZE = 9
const DOT = 4
/** Free pixels around a name: the whole country has few names. */
const gapAt = (zoom) => (zoom <= 6 ? 10 : zoom <= 8 ? 6 : 3)
const HEIGHT = 16

const importance = ({ taille, isPrefecture, isDepartement }) =>
  isDepartement ? DEPARTEMENT_SIZE : taille + (isPrefecture ? PREFECTURE : 0)

const overlaps = (a, b, gap) =>
  a.left < b.right + gap && a.right + gap > b.left && a.top < b.bottom + gap && a.bottom + gap > b.top

const boxAt = (left, top, width) => ({ left, top, right: left + width, bottom: top + HEIGHT })

/** Where a name may stand around its point, which something of this radius covers. */
function around({ x, y }, width, radius) {
  const beside = radius + DOT
  return [
    boxAt(x + beside, y - HEIGHT / 2, width),
    boxAt(x - width / 2, y + beside - 1, width),
    boxAt(x - beside - width, y - HEIGHT / 2, width),
    boxAt(x - width / 2, y - beside - HEIGHT + 1, width),
  ]
}

export class Names {
  constructor(map) {
    this.map = map
    this.names = []
    this.discs = []
    this.pane = map.createPane('carte-noms')
    this.pane.setAttribute('aria-hidden', 'true')
    this.pen = document.createElement('canvas').getContext('2d')
    map.on('zoomstart', () => this.clear())
    map.on('moveend', () => this.later())
  }

  /** Names more, as carte-lignes.js reads them. */
  add(names) {
    for (const name of names) this.names.push(Object.assign(project(name.at), name, { rank: importance(name) }))
    this.names.sort((a, b) => b.rank - a.rank)
    this.later()
  }

  /** `discs`: { x, y, radius } each, in pixels of the world at this zoom: names stand beside them. */
  beside(discs) {
    this.discs = discs
    this.later()
  }

  /** Parts and discs come one after the other: once a frame is enough. */
  later() {
    if (this.frame) return
    this.frame = requestAnimationFrame(() => {
      this.frame = undefined
      this.draw()
    })
  }

  clear() {
    this.pane.textContent = ''
  }

  widthOf(name) {
    if (name.width === undefined) {
      this.pen.font = name.isDepartement ? '11px sans-serif' : '600 12px sans-serif'
      const text = name.isDepartement ? name.nom.toUpperCase() : name.nom
      name.width = Math.ceil(this.pen.measureText(text).width * (name.isDepartement ? 1.15 : 1)) + 2
    }
    return name.width
  }

  draw() {
    const zoom = this.map.getZoom()
    const { min, max } = this.map.getPixelBounds()
    const origin = this.map.getPixelOrigin()
    const gap = gapAt(zoom)
    const isSeen = ({ x, y }) => x > min.x && x < max.x && y > min.y && y < max.y
    const taken = this.discs.map(({ x, y, radius }) => ({
      ...{ left: x - radius, right: x + radius },
      ...{ top: y - radius, bottom: y + radius },
    }))
    this.clear()
    let drawn = 0
    for (const name of this.names) {
      if (drawn >= MOST) return
      if (name.isDepartement && (zoom < DEPARTEMENT_ZOOMS[0] || zoom > DEPARTEMENT_ZOOMS[1])) continue
      const point = { x: name.x * 2 ** zoom, y: name.y * 2 ** zoom }
      if (!isSeen(point)) continue
      const box = this.placeFor(name, point).find((one) => taken.every((other) => !overlaps(one, other, gap)))
      if (!box) continue
      taken.push(box)
      drawn += 1
      this.write(name, box, point, origin)
    }
  }

  placeFor(name, point) {
    const width = this.widthOf(name)
    if (name.isDepartement)
      return [0, 24, -24, 48, -48].map((off) => boxAt(point.x - width / 2, point.y + off - HEIGHT / 2, width))
    const disc = this.discs.find(({ x, y, radius }) => Math.hypot(x - point.x, y - point.y) < radius)
    name.isCovered = disc !== undefined
    return disc ? around(disc, width, disc.radius) : around(point, width, 0)
  }

  write(name, { left, top }, point, origin) {
    const place = (className, x, y, text) => {
      const element = this.pane.appendChild(document.createElement('span'))
      element.className = className
      element.textContent = text
      element.style.transform = `translate(${Math.round(x - origin.x)}px, ${Math.round(y - origin.y)}px)`
    }
    const kind = name.isDepartement ? ' carte-nom-departement' : name.rank >= DEPARTEMENT_SIZE ? ' carte-nom-grand' : ''
    place(`carte-nom${kind}`, left, top, name.nom)
    if (!name.isDepartement && !name.isCovered) place('carte-ville', point.x, point.y, '')
  }
}
