// The places in sight as a list beside the map, those with the most sources first: [data-carte-vue], written by features/carte/views.
// A line is a link to the page of its place; a click opens it on the map instead.
import { LatLng } from 'leaflet/dist/leaflet-src.esm.js'
import { openBubble, placeUrl } from './carte-bulle.js'
import { inWords } from './carte-couverture.js'

/** As many as stand beside the map without a scroll bar of their own. */
const LINES = 9

const number = (n) => n.toLocaleString('fr-FR')
export const count = (n, one, many) => `${number(n)}\u00a0${n >= 2 ? many : one}`

function textIn(parent, tag, text, className) {
  const element = parent.appendChild(document.createElement(tag))
  element.textContent = text
  if (className) element.className = className
  return element
}

/** « Dinard » and, smaller, what it lies in. */
function nameIn(link, nomLong) {
  const comma = nomLong.indexOf(', ')
  textIn(link, 'strong', comma < 0 ? nomLong : nomLong.slice(0, comma))
  if (comma >= 0) textIn(link, 'span', nomLong.slice(comma + 2), 'aide')
}

export class View {
  /** `fit` shows all places. */
  constructor(element, map, fit) {
    this.element = element
    this.map = map
    this.lines = new Map()
    element.hidden = false
    const part = (name) => element.querySelector(`[data-carte-${name}]`)
    this.count = part('compte')
    this.list = part('liste')
    this.rest = part('reste')
    part('tout').addEventListener('click', fit)
  }

  /** Shows those of these places, best first, that are in sight. */
  show(points, dataUrl) {
    if (this.dataUrl !== dataUrl) this.lines.clear()
    this.dataUrl = dataUrl
    const view = this.map.getBounds()
    const seen = points.filter(({ at: [longitude, latitude] }) => view.contains([latitude, longitude]))
    this.count.textContent =
      seen.length === 0 ? 'Aucun lieu à l’écran' : `${count(seen.length, 'lieu', 'lieux')} à l’écran`
    this.list.textContent = ''
    for (const place of seen.slice(0, LINES)) this.list.appendChild(this.lineOf(place))
    const left = seen.length - LINES
    this.rest.textContent =
      left > 0
        ? `${left >= 2 ? `Les ${number(left)} autres paraissent` : 'Un autre paraît'} quand vous approchez la carte.`
        : ''
  }

  lineOf(place) {
    const known = this.lines.get(place.id)
    if (known) return known
    const line = document.createElement('li')
    const link = line.appendChild(document.createElement('a'))
    link.href = placeUrl(place, this.dataUrl)
    nameIn(link, place.nom_long)
    const figures = place.annees
      ? inWords(place.annees)
      : `${count(place.sources, 'source', 'sources')}, ${count(place.releves, 'relevé', 'relevés')}`
    textIn(link, 'span', figures, 'carte-vue-nombres')
    link.addEventListener('click', (event) => this.open(event, place, link))
    this.lines.set(place.id, line)
    return line
  }

  open(event, place, link) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const at = new LatLng(place.at[1], place.at[0])
    const marker = { getLatLng: () => at, getElement: () => link }
    // A click by the keyboard has no place on the screen.
    openBubble({ map: this.map, marker, points: [place], dataUrl: this.dataUrl, byKeyboard: event.detail === 0 })
  }
}
