// The bar of the buttons stays in view over the page: the field that takes the focus by a key is not left under it. A browser
// sees to the line with the cursor, which is not the whole of a text of several lines.
import { formOf, isField } from './saisie-champs.js'

const GAP = 4

/** Scrolls a field above the bar; where it is taller than the room that is left, to its top. */
export function uncover(field) {
  const bar = field.form.querySelector('.actions').getBoundingClientRect()
  const { top, bottom } = field.getBoundingClientRect()
  const covered = bottom + GAP - Math.min(bar.top, innerHeight)
  if (covered > 0) scrollBy(0, Math.min(covered, top))
}

// Nothing moves under a mouse that is pressed.
let isByMouse = false
document.addEventListener('mousedown', () => {
  isByMouse = true
})
document.addEventListener('keydown', () => {
  isByMouse = false
})
document.addEventListener('focusin', ({ target }) => {
  // The browser scrolls after this event, and before the next frame; on a slow machine the focus has moved on by then.
  if (!isByMouse && formOf(target) && isField(target))
    requestAnimationFrame(() => document.activeElement === target && uncover(target))
})
