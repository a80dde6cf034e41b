// Between its sending and the answer a record is what one sees: what was typed meanwhile would be in no record, and gone with the
// form. For a moment the fields take nothing; who types on without looking finds it in the form of the next record.
import { formOf, isField } from './saisie-champs.js'

const sent = new WeakSet()
/** Is the record of this form on its way? */
export const isOnItsWay = (form) => sent.has(form)

/** Characters typed meanwhile, '\n' for Enter. */
let ahead = []

document.addEventListener('htmx:beforeRequest', ({ target }) => {
  if (formOf(target)) ahead = []
  sent.add(target)
})
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

function keep({ type, inputType, data, key, target, ctrlKey, metaKey, altKey, shiftKey, repeat }) {
  if (inputType === 'insertText' && data) ahead.push(...Array.from(data))
  else if (inputType === 'deleteContentBackward') ahead.pop()
  else if (
    type === 'keydown' &&
    key === 'Enter' &&
    isField(target) &&
    !(ctrlKey || metaKey || altKey || shiftKey || repeat)
  )
    ahead.push('\n')
}

/** Types it, as if the form had been there at once. `moveOn(field)`: what Enter does. */
export function typeAhead(moveOn) {
  const typed = ahead
  ahead = []
  for (const character of typed) {
    const { activeElement } = document
    if (!activeElement.matches('input, textarea')) return
    if (character === '\n') moveOn(activeElement)
    else document.execCommand('insertText', false, character)
  }
}

for (const type of ['beforeinput', 'keydown', 'mousedown', 'click']) {
  document.addEventListener(
    type,
    (event) => {
      if (!sent.has(formOf(event.target))) return
      if (type !== 'beforeinput' && !isWritingKey(event) && !isWritingMouse(event)) return
      keep(event)
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    true,
  )
}
