// Characters that keyboards lack: a palette that inserts at the cursor, last used first. Arrows move in it, Enter inserts.
import { read, write } from './saisie-champs.js'
import { uncover } from './saisie-vue.js'

const CHARACTERS = 'é è ê ë ç œ æ ï ÿ à â ù û î ô ü É È Ê Ç Œ Æ ſ ¶ † ꝑ ꝗ ñ ß ę ° ᵉ ʳ ⁿ « » – …'.split(' ')
const KEPT = 10
const STORE = 'releves.caracteres'
const STEPS = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 8, ArrowUp: -8 }

function ordered() {
  const last = (read(STORE) || '').split(' ').filter((one) => CHARACTERS.includes(one))
  return last.concat(CHARACTERS.filter((one) => !last.includes(one)))
}

function remember(character) {
  const last = ordered()
    .slice(0, KEPT)
    .filter((one) => one !== character)
  write(STORE, [character].concat(last).slice(0, KEPT).join(' '))
}

const takesText = (field) => field instanceof HTMLTextAreaElement || field.type === 'text'

/** Methods of the desk: the palette serves whichever text field has or last had the cursor. */
export const characters = {
  /** Opens the palette for a text field, or closes it. By the keyboard it closes once it has inserted; by the mouse it stays. */
  async togglePalette(field) {
    if (this.palette.length > 0) {
      this.palette = []
      field.focus()
      return
    }
    if (!takesText(field)) return
    this.palette = ordered()
    // Drawn before the next key: Alpine does it in the same turn of the event.
    await null
    // The bar of the buttons is higher now, and stays in view over the fields: not over the one that is written in.
    uncover(field)
    this.form.querySelector('.palette button').focus({ preventScroll: true })
  },

  /** One button is a stop of the Tab key: the first; arrows lead to the others. `this` has the rank of a button beside the desk. */
  stopOfCharacter() {
    return this.rang > 0 ? -1 : 0
  },

  insert(character) {
    const { field } = this
    const from = field.selectionStart === null ? field.value.length : field.selectionStart
    const to = field.selectionEnd === null ? from : field.selectionEnd
    field.value = field.value.slice(0, from) + character + field.value.slice(to)
    field.focus()
    field.setSelectionRange(from + character.length, from + character.length)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    remember(character)
  },

  pressedInPalette(event) {
    const buttons = Array.from(event.currentTarget.querySelectorAll('button'))
    const step = STEPS[event.key]
    if (event.key === 'Escape') {
      this.palette = []
      this.field.focus()
    } else if (step) {
      buttons[Math.max(0, Math.min(buttons.length - 1, buttons.indexOf(event.target) + step))].focus()
    } else if (event.key === 'Enter') {
      this.palette = []
      this.insert(event.target.textContent)
    } else return
    event.preventDefault()
    event.stopPropagation()
  },

  clickedInPalette({ target, detail }) {
    if (detail > 0 && target.tagName === 'BUTTON' && takesText(this.field)) this.insert(target.textContent)
  },
}
