// « Voir l’acte » opens the picture where the record is shown: below the line of the link, or in a row of its own below its row. The
// link leads to the page of the act where no script runs; nothing is fetched before it is asked for.
import { isPlain } from './clic.js'

/** Tells by a link which place it has opened. */
const opened = new WeakMap()

function open(link) {
  const place = document.createElement('div')
  place.className = 'acte-coupe'
  const wait = document.createElement('p')
  wait.setAttribute('role', 'status')
  wait.setAttribute('data-attente', '')
  wait.textContent = 'L’acte arrive…'
  place.appendChild(wait)
  const line = link.closest('p, div, td')
  let whole = place
  if (line.tagName === 'TD') {
    whole = document.createElement('tr')
    const cell = whole.insertCell()
    cell.colSpan = line.parentNode.cells.length
    cell.appendChild(place)
    line.parentNode.after(whole)
  } else line.after(place)
  opened.set(link, whole)
  link.setAttribute('aria-expanded', 'true')
  return place
}

function close(link) {
  opened.get(link).remove()
  opened.delete(link)
  link.setAttribute('aria-expanded', 'false')
}

document.addEventListener('click', (event) => {
  const link = event.target.closest('a[data-acte]')
  if (!link || !isPlain(event)) return
  event.preventDefault()
  if (opened.has(link)) {
    close(link)
    return
  }
  const place = open(link)
  // avis.js says why it has not come.
  const end = () => opened.has(link) && place.querySelector('[data-attente]') && close(link)
  window.htmx.ajax('GET', link.getAttribute('href'), { source: link, target: place }).then(end, end)
})
