// Acts are read over with one key each (revue/acte/views.tsx): what a key does is a button or a link of the page that says so by
// `data-touche`. Letters alone count only while no field has the focus, and only where the reader has not switched them off.
import './arbitrage.js'

const FIELDS = 'input, select, textarea, [contenteditable], dialog[open]'
const LINES = '[data-champ]'

const page = () => document.querySelector('[data-relecture]')

/** The line that C, A and D open: the one chosen with the arrows, else the one that the page has chosen. */
const chosen = () => page().querySelector('[data-courant]')

function choose(step) {
  const lines = Array.from(page().querySelectorAll(LINES)).filter((line) => line.offsetParent !== null)
  if (lines.length === 0) return
  const before = chosen()
  const at = lines.indexOf(before) + step
  if (before) before.removeAttribute('data-courant')
  const line = lines[Math.max(0, Math.min(lines.length - 1, at))]
  line.setAttribute('data-courant', '')
  line.scrollIntoView({ block: 'nearest' })
}

const GESTES = { c: '', a: '&geste=lecture', d: '&geste=douteux' }

/** The button or link of a key; C, A and D lead to the line in hand. */
function targetOf(key) {
  const button = page().querySelector(`[data-touche="${key}"]`)
  const line = chosen()
  if (!button || !line || GESTES[key] === undefined) return button
  const link = line.querySelector('a.corriger')
  link.setAttribute('hx-get', link.getAttribute('href') + GESTES[key])
  return link
}

function ask() {
  const question = page().querySelector('#question')
  question.open = true
  question.querySelector('textarea').focus()
}

function isFree(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.repeat || event.defaultPrevented) return false
  return !event.target.closest(FIELDS)
}

function leaveField(place) {
  const leave = place.querySelector('form[data-curseur] [data-annuler]')
  if (leave) leave.click()
}

/** True where the key meant something. */
function act(key) {
  if (key === 'arrowdown' || key === 'arrowup') {
    choose(key === 'arrowdown' ? 1 : -1)
    return true
  }
  const target = /^([vcdqna]|arrowleft)$/.test(key) && targetOf(key)
  if (!target) return false
  // On a slow machine the key may come before htmx has seen the act that has just been put here: its form would load a whole page.
  window.htmx.process(page())
  if (key === 'q') ask()
  else target.click()
  return true
}

document.addEventListener('keydown', (event) => {
  const place = page()
  if (!place) return
  if (event.key === 'Escape' && !event.defaultPrevented) leaveField(place)
  else if (place.getAttribute('data-touches') === 'oui' && isFree(event) && act(event.key.toLowerCase()))
    event.preventDefault()
})

document.addEventListener('click', (event) => {
  if (!event.target.closest('a[data-touche="q"]')) return
  event.preventDefault()
  ask()
})

/** The form of a field has the cursor, its text chosen, so that what is typed takes its place. */
function toField() {
  const form = document.querySelector('[data-relecture] form[data-curseur]')
  const control =
    form &&
    (form.querySelector('[aria-invalid="true"]') || form.querySelector('input:not([type="hidden"]), select, textarea'))
  if (!control) return
  control.focus()
  if (control.select) control.select()
}

document.addEventListener('DOMContentLoaded', toField)
document.addEventListener('htmx:afterSettle', toField)
