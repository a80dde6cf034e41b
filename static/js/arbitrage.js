// Two readings of an act side by side (revue/arbitrage/views.tsx): 1 and 2 choose for the field in hand and go to the next one that
// nobody has decided; after the last one the act is stored. Keys are told by their place too, since the row of digits of a French keyboard
// gives « & » and « é ».
const TYPED = 'input:not([type="radio"]), select, textarea, [contenteditable], dialog[open]'

const page = () => document.querySelector('[data-arbitrage]')
const fields = () => Array.from(page().querySelectorAll('[data-ecart]'))
const inHand = () => page().querySelector('[data-ecart][data-courant]')
const isDecided = (field) => field.querySelector('input[type="radio"]:checked') !== null

function take(field) {
  const before = inHand()
  if (before) before.removeAttribute('data-courant')
  if (!field) return
  field.setAttribute('data-courant', '')
  field.scrollIntoView({ block: 'nearest' })
}

const begin = () => page() && !inHand() && take(fields().find((field) => !isDecided(field)) || fields()[0])

function move(step) {
  const all = fields()
  const at = all.indexOf(inHand()) + step
  take(all[Math.max(0, Math.min(all.length - 1, at))])
}

/** The next field that nobody has decided, from this one on and then from the first. */
function nextOpen(field) {
  const all = fields()
  const at = all.indexOf(field)
  return [...all.slice(at + 1), ...all.slice(0, at)].find((one) => !isDecided(one))
}

function press(selector) {
  const button = page().querySelector(selector)
  if (!button) return false
  // On a slow machine the key may come before htmx has seen the act that has just been put here.
  window.htmx.process(page())
  button.click()
  return true
}

function choose(value) {
  const field = inHand()
  if (!field) return press('[data-trancher]')
  field.querySelector(`input[type="radio"][value="${value}"]`).checked = true
  const next = nextOpen(field)
  if (!next) return press('[data-trancher]')
  take(next)
  return true
}

/** A third reading: its field has the cursor. */
function readOtherwise() {
  const field = inHand()
  if (!field) return false
  const part = field.querySelector('[data-autre]')
  part.open = true
  part.querySelector('input[type="radio"]').checked = true
  const control = part.querySelector('input:not([type="radio"]):not([type="hidden"]), textarea, select')
  control.focus()
  if (control.select) control.select()
  return true
}

const digitOf = ({ code, key }) => (/^(?:Digit|Numpad)([12])$/.exec(code) || /^([12])$/.exec(key) || [])[1]

function act(event) {
  const digit = digitOf(event)
  if (digit) return choose(digit)
  const key = event.key.toLowerCase()
  if (key === 'a') return readOtherwise()
  if (/^[psn]$/.test(key)) return press(`[data-touche="${key}"]`)
  if (key !== 'arrowdown' && key !== 'arrowup') return false
  move(key === 'arrowdown' ? 1 : -1)
  return true
}

document.addEventListener('keydown', (event) => {
  const place = page()
  if (place?.getAttribute('data-touches') !== 'oui') return
  if (event.altKey || event.ctrlKey || event.metaKey || event.repeat || event.defaultPrevented) return
  if (event.target.closest(TYPED)) return
  if (act(event)) event.preventDefault()
})

// Whoever types in a third reading means it.
document.addEventListener('input', ({ target }) => {
  const part = page() && !target.matches('input[type="radio"]') && target.closest('[data-autre]')
  if (part) part.querySelector('input[type="radio"]').checked = true
})

document.addEventListener('DOMContentLoaded', begin)
document.addEventListener('htmx:afterSettle', begin)
