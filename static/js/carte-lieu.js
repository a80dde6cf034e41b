// The position of a place on a map: shown on its page, picked on its form. Written by features/lieux/views:
//   [data-carte-lieu="name"][data-latitude][data-longitude]   shows a point
//   [data-carte-choix] beside inputs latitude and longitude    a click fills them; they stay what is sent, and the way of the keyboard
import { DivIcon, Marker } from 'leaflet/dist/leaflet-src.esm.js'
import { createMap } from './carte-fond.js'

/** A point alone: where in the country. A point to correct: the coast around it. */
const SHOWN_ZOOM = 6
const PICKED_ZOOM = 8
/** Five decimals are a metre. */
const DECIMALS = 5

const icon = () => new DivIcon({ className: 'carte-point', iconSize: [18, 18] })

function showPlace(element) {
  const name = element.dataset.carteLieu
  const map = createMap(element, `Carte\u00a0: position de ${name}`)
  const at = [Number(element.dataset.latitude), Number(element.dataset.longitude)]
  map.setView(at, SHOWN_ZOOM)
  new Marker(at, { icon: icon(), title: name, alt: name, interactive: false, keyboard: false }).addTo(map)
}

/** Decimal degrees as they may be typed; undefined for nothing, or for degrees, minutes and seconds, which only the server reads. */
function degrees(field, max) {
  const text = field.value.trim().replace(',', '.').replace('\u2212', '-')
  const value = /^[-+]?\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  return Math.abs(value) <= max ? value : undefined
}

const typed = (value) => value.toFixed(DECIMALS).replace('.', ',')

class Picker {
  constructor(element) {
    const form = element.closest('form')
    this.latitude = form.elements.namedItem('latitude')
    this.longitude = form.elements.namedItem('longitude')
    this.notice = form.querySelector('[data-carte-avis]')
    this.notice.hidden = false
    this.map = createMap(element, 'Carte\u00a0: cliquez pour choisir la position')
    this.map.on('click', ({ latlng }) => this.picked(latlng.wrap()))
    for (const field of [this.latitude, this.longitude]) field.addEventListener('change', () => this.show())
    this.show()
  }

  /** The point of what stands in the fields. */
  show() {
    const [lat, lon] = [degrees(this.latitude, 90), degrees(this.longitude, 180)]
    if (lat === undefined || lon === undefined) {
      if (this.marker) this.marker.remove()
      this.marker = undefined
      return
    }
    if (!this.map.getBounds().contains([lat, lon]) || !this.marker) this.map.setView([lat, lon], PICKED_ZOOM)
    this.mark([lat, lon])
  }

  mark(at) {
    if (this.marker) this.marker.setLatLng(at)
    else this.marker = new Marker(at, { icon: icon(), interactive: false, keyboard: false }).addTo(this.map)
  }

  picked({ lat, lng }) {
    this.latitude.value = typed(lat)
    this.longitude.value = typed(lng)
    // Whoever listens for what is typed (unsaved changes) hears of it.
    for (const field of [this.latitude, this.longitude]) field.dispatchEvent(new Event('input', { bubbles: true }))
    this.mark([lat, lng])
    this.notice.textContent = `Position choisie\u00a0: ${typed(lat)}\u202f; ${typed(lng)}. Elle sera gardée avec le lieu.`
  }
}

for (const element of document.querySelectorAll('[data-carte-lieu]')) showPlace(element)
for (const element of document.querySelectorAll('[data-carte-choix]')) new Picker(element)
