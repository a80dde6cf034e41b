// Between its sending and the answer a record is what one sees: what was typed meanwhile would be in no record, and gone with the
// form. For a moment the fields take nothing.
import { formOf } from './saisie-champs.js'

const sent = new WeakSet()

document.addEventListener('htmx:beforeRequest', ({ target }) => sent.add(target))
for (const end of ['htmx:afterRequest', 'htmx:onLoadError']) {
  document.addEventListener(end, ({ target }) => sent.delete(target))
}

/** Keys that write through a script of ours, or in a list; those that go about the page or belong to the browser are left alone. */
const isWritingKey = ({ type, key, altKey, target }) =>
  type === 'keydown' &&
  (key === 'Enter' || (altKey && key.length === 1) || (target.tagName === 'SELECT' && key !== 'Tab'))

const isWritingMouse = ({ type, target }) =>
  type !== 'keydown' &&
  target.closest('select, .saisie-outils button, .suggestions, .palette, .compris button') !== null

for (const type of ['beforeinput', 'keydown', 'mousedown', 'click']) {
  document.addEventListener(
    type,
    (event) => {
      if (!sent.has(formOf(event.target))) return
      if (type !== 'beforeinput' && !isWritingKey(event) && !isWritingMouse(event)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    true,
  )
}
