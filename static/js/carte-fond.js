// A map of ours: Leaflet over lands, départements and names that this site serves itself (bin/map), in parts as somebody looks
// nearer (carte-parties.js); no request elsewhere unless an administrator chose a server of map images
// (<meta name="carte" data-tuiles>, ui/layout.tsx). Colours are classes of static/css/carte.css, so that they follow the theme.
import { Control, Map as LeafletMap, TileLayer } from 'leaflet/dist/leaflet-src.esm.js'
import { Names } from './carte-noms.js'
import { Parts } from './carte-parties.js'

const FRANCE = [
  [42.2, -4.8],
  [51.1, 8.3],
]
/** Our lines say no more from nearer; images do. */
const MAX_ZOOM = 13
const MAX_ZOOM_OF_IMAGES = 18
const MENTION = 'Fond de carte\u00a0: Natural Earth, IGN Admin Express, Insee, GeoNames'

/** Leaflet takes its mentions as HTML. */
const asHtml = (text) => new XMLSerializer().serializeToString(document.createTextNode(text))

const withLand = (map, credits) =>
  new Parts(map)
    .load()
    .then(() => credits.addAttribution(MENTION))
    .catch(() => credits.addAttribution('Le fond de carte n’a pas pu être chargé.'))

/** The images of the chosen server; our own coasts where the first of them does not come. */
function withImages(map, credits, template, mention) {
  const images = new TileLayer(template, {
    attribution: asHtml(mention || ''),
    maxZoom: MAX_ZOOM_OF_IMAGES,
    // Such servers want to know for which site they work, not for which page.
    referrerPolicy: 'strict-origin-when-cross-origin',
  })
  let hasCome = false
  images.on('tileload', () => {
    hasCome = true
  })
  images.on('tileerror', () => {
    if (hasCome || !map.hasLayer(images)) return
    images.remove()
    withLand(map, credits)
  })
  images.addTo(map)
}

/** Shows France in `element`, which is brought out; the map moves by mouse, finger and keyboard. */
export function createMap(element, label) {
  element.hidden = false
  element.setAttribute('role', 'group')
  element.setAttribute('aria-label', label)
  const { tuiles, mention } = document.querySelector('meta[name="carte"]').dataset
  const map = new LeafletMap(element, {
    attributionControl: false,
    zoomControl: false,
    maxZoom: tuiles ? MAX_ZOOM_OF_IMAGES : MAX_ZOOM,
    minZoom: 2,
    // A page that is scrolled does not stop at the map: the wheel zooms once the map has the focus.
    scrollWheelZoom: false,
  })
  map.on('focus', () => map.scrollWheelZoom.enable())
  map.on('blur', () => map.scrollWheelZoom.disable())
  new Control.Zoom({ zoomInTitle: 'Agrandir', zoomOutTitle: 'Réduire' }).addTo(map)
  const credits = new Control.Attribution({ prefix: false }).addTo(map)
  map.fitBounds(FRANCE)
  map.names = new Names(map)
  if (tuiles) withImages(map, credits, tuiles, mention)
  else withLand(map, credits)
  return map
}
