// Whoever types sees the whole field, and under nothing. One that is not wholly in view comes to the middle third of what the bar of
// the buttons leaves of the window, with its person whole where that can be; no other moves.
import { formOf, isField } from './saisie-champs.js'

const GAP = 4

/** Up to where the page is seen: the bar covers the rest where it stays in view. */
function endOf(form) {
  const bar = form.querySelector('.actions')
  return getComputedStyle(bar).position === 'sticky' ? innerHeight - bar.offsetHeight : innerHeight
}

const between = (least, wanted, most) => Math.max(least, Math.min(most, wanted))

/** Brings a field to where it is seen. */
export function uncover(field) {
  const end = endOf(formOf(field))
  const { top, bottom } = field.getBoundingClientRect()
  if (top >= 0 && bottom + GAP <= end) return
  const middle = (top + bottom) / 2
  const group = (field.closest('.saisie-groupe') || field).getBoundingClientRect()
  // Downwards to the upper end of the middle third, so that what comes next is seen too; upwards to its lower end.
  const wanted = middle - (top < 0 ? 2 : 1) * (end / 3)
  const whole = between(group.bottom + GAP - end, wanted, group.top - GAP)
  scrollBy(0, between(middle - (2 * end) / 3, whole, middle - end / 3))
}

function uncoverFocus() {
  const { activeElement } = document
  if (formOf(activeElement) && isField(activeElement)) uncover(activeElement)
}

/** The tools open on top of the bar, which makes room for them; so does a person that was folded. */
export function opened(form) {
  const tools = form.querySelector('[open] > .saisie-outils')
  form.querySelector('.actions').style.paddingTop = tools ? `${tools.offsetHeight}px` : ''
  uncoverFocus()
}

/** A text of several lines is as high as what is in it, up to half the window. */
export function grow(area) {
  if (area.tagName !== 'TEXTAREA' || area.scrollHeight <= area.clientHeight) return
  area.style.height = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`
  if (area === document.activeElement) uncover(area)
}

const bars = window.ResizeObserver && new ResizeObserver(uncoverFocus)

/** A record begins: its texts have the height of what they hold. */
export function fitTexts(form) {
  if (bars) bars.observe(form.querySelector('.actions'))
  for (const area of form.querySelectorAll('textarea')) {
    if (area.style.height) area.style.height = ''
    // To ask how high a text is has the page laid out, once more than it is for the cursor.
    if (area.value !== '') grow(area)
  }
}
