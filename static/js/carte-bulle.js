// A click on the map opens the sources of a place, written by the server, or the places of a group that no zoom takes apart.
import { Popup } from 'leaflet/dist/leaflet-src.esm.js'

const NAMED_AT_MOST = 50

function paragraph(text) {
  const line = document.createElement('p')
  line.textContent = text
  return line
}

/** The address of a place under the filter of the map's data. */
export const placeUrl = ({ id }, dataUrl) => `/carte/lieux/${id}${new URL(dataUrl, location.href).search}`

async function bubbleOf(url) {
  const answer = await fetch(url, { headers: { 'HX-Request': 'true' } })
  const html = await answer.text()
  // Parsed apart: nothing of it runs, and only the bubble is taken.
  const bubble = new DOMParser().parseFromString(html, 'text/html').querySelector('.carte-bulle')
  return bubble && answer.ok
    ? document.adoptNode(bubble)
    : paragraph('Les sources de ce lieu n’ont pas pu être chargées.')
}

function placesOf(points, dataUrl) {
  const box = document.createElement('div')
  box.className = 'carte-bulle'
  box.appendChild(paragraph(`${points.length} lieux au même endroit`)).className = 'carte-bulle-nom'
  const list = box.appendChild(document.createElement('ul'))
  for (const place of points.slice(0, NAMED_AT_MOST)) {
    const link = list.appendChild(document.createElement('li')).appendChild(document.createElement('a'))
    link.href = placeUrl(place, dataUrl)
    link.textContent = place.nom_long
  }
  return box
}

/** Opens the bubble of a marker; `byKeyboard`: the focus goes into it, and back to the marker once it is closed. */
export async function openBubble({ map, marker, points, dataUrl, byKeyboard }) {
  const popup = new Popup({ minWidth: 220, maxWidth: 300, maxHeight: 240 }).setLatLng(marker.getLatLng())
  popup.setContent(paragraph('Chargement…')).openOn(map)
  const close = popup.getElement().querySelector('.leaflet-popup-close-button')
  close.setAttribute('aria-label', 'Fermer')
  // Leaflet hears Escape on the map itself only.
  popup.getElement().addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') popup.close()
  })
  popup.on('remove', () => {
    const icon = marker.getElement()
    if (byKeyboard && icon) icon.focus()
  })
  const content =
    points.length > 1
      ? placesOf(points, dataUrl)
      : await bubbleOf(placeUrl(points[0], dataUrl)).catch(() => paragraph('Le serveur ne répond pas.'))
  if (!popup.isOpen()) return
  popup.setContent(content)
  const link = content.querySelector('a')
  if (byKeyboard && link) link.focus()
}
