// The likeliest end of what is being typed stands in grey behind the cursor of a text field. It is drawn over the field, and never in it:
// the field holds what was typed and nothing else.
const MARKS = /[\u0300-\u036f]/g
const BETWEEN = /[\s'’.,-]+/g
/** Letters that run from right to left. */
const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/** A text as beginnings are compared: without accents, case, or what stands between words. */
export const folded = (text) =>
  text.normalize('NFD').replace(MARKS, '').toLowerCase().replace(/œ/g, 'oe').replace(/æ/g, 'ae').replace(BETWEEN, ' ')

export const begins = (value, typed) => folded(value).startsWith(folded(typed))

/** The end of a value, after what was typed; '' where it begins otherwise. */
export function restOf(value, typed) {
  if (!begins(value, typed) || FROM_RIGHT.test(value + typed)) return ''
  const wanted = folded(typed)
  let end = 0
  while (end < value.length && folded(value.slice(0, end)).length < wanted.length) end += 1
  return value.slice(end)
}

/** Writes in a field as its person would, so that Ctrl+Z takes it back. */
export function put(field, value) {
  field.setSelectionRange(0, field.value.length)
  // Nothing else keeps the history of the field, and every browser has it.
  document.execCommand('insertText', false, value)
  if (field.value !== value) field.value = value
}

export class Ghost {
  constructor(field) {
    this.field = field
    this.value = ''
    this.element = document.createElement('span')
    this.element.className = 'fantome'
    this.element.hidden = true
    this.element.setAttribute('aria-hidden', 'true')
    field.after(this.element)
    const follow = () => this.value && !this.isAtEnd() && this.hide()
    for (const type of ['keyup', 'click', 'scroll']) field.addEventListener(type, follow)
  }

  /** The cursor stands behind all that was typed, and all of that is in view. */
  isAtEnd() {
    const { value, selectionStart, selectionEnd, scrollWidth, clientWidth } = this.field
    return selectionStart === value.length && selectionEnd === value.length && scrollWidth <= clientWidth
  }

  /** Where it would stand. Asked before anything is written, or the browser would lay the page out once more for each key. */
  place() {
    const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = this.field
    const { font, letterSpacing, paddingLeft, paddingRight, borderLeftWidth } = getComputedStyle(this.field)
    return {
      isFree: document.activeElement === this.field && this.isAtEnd(),
      style: {
        ...{ font, letterSpacing, paddingLeft, paddingRight, borderLeftWidth },
        ...{
          left: `${offsetLeft}px`,
          top: `${offsetTop}px`,
          width: `${offsetWidth}px`,
          lineHeight: `${offsetHeight}px`,
        },
      },
    }
  }

  /** The value whose beginning was typed; '' for none. */
  show(value, place = value && this.place()) {
    const { field, element } = this
    const rest = value && place.isFree ? restOf(value, field.value) : ''
    this.value = rest && value
    if (!rest) {
      element.hidden = true
      return
    }
    const typed = document.createElement('span')
    typed.textContent = field.value
    typed.style.visibility = 'hidden'
    element.textContent = rest
    element.prepend(typed)
    element.hidden = false
    element.dataset.valeur = value
    Object.assign(element.style, place.style)
  }

  hide() {
    this.show('')
  }
}
