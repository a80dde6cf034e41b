// Characters that keyboards lack: a palette that inserts at the cursor, last used first. Arrows move in it, Enter inserts.
import { formOf, read, write } from './saisie-champs.js'
import { uncover } from './saisie-vue.js'

const CHARACTERS = 'é è ê ë ç œ æ ï ÿ à â ù û î ô ü É È Ê Ç Œ Æ ſ ¶ † ꝑ ꝗ ñ ß ę ° ᵉ ʳ ⁿ « » – …'.split(' ')
const KEPT = 10
const STORE = 'releves.caracteres'

let palette = null
let target = null

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

function insert(character) {
  const from = target.selectionStart === null ? target.value.length : target.selectionStart
  const to = target.selectionEnd === null ? from : target.selectionEnd
  target.value = target.value.slice(0, from) + character + target.value.slice(to)
  target.focus()
  target.setSelectionRange(from + character.length, from + character.length)
  target.dispatchEvent(new Event('input', { bubbles: true }))
  remember(character)
}

function close() {
  if (palette) palette.remove()
  palette = null
}

function buttonFor(character, index) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = character
  button.tabIndex = index === 0 ? 0 : -1
  return button
}

function pressed(event) {
  const buttons = Array.from(palette.children)
  const at = buttons.indexOf(document.activeElement)
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 8, ArrowUp: -8 }[event.key]
  if (event.key === 'Escape') {
    close()
    target.focus()
  } else if (step) {
    buttons[Math.max(0, Math.min(buttons.length - 1, at + step))].focus()
  } else if (event.key === 'Enter') {
    close()
    insert(event.target.textContent)
  } else return
  event.preventDefault()
  event.stopPropagation()
}

/** Opens the palette for a text field, or closes it. By the keyboard it closes once it has inserted; by the mouse it stays. */
export function openPalette(form, field) {
  // A form that was drawn anew took its palette with it.
  if (palette?.isConnected) {
    close()
    field.focus()
    return
  }
  if (!(field instanceof HTMLTextAreaElement) && field.type !== 'text') return
  target = field
  palette = document.createElement('div')
  palette.className = 'palette'
  palette.setAttribute('role', 'group')
  palette.setAttribute('aria-label', 'Caractères spéciaux')
  ordered()
    .map(buttonFor)
    .forEach((button) => {
      palette.appendChild(button)
    })
  palette.addEventListener('keydown', pressed)
  palette.addEventListener('mousedown', (event) => event.preventDefault())
  palette.addEventListener('click', (event) => {
    if (event.detail > 0 && event.target.tagName === 'BUTTON') insert(event.target.textContent)
  })
  const tools = form.querySelector('.saisie-outils')
  tools.before(palette)
  // The bar of the buttons is higher now, and stays in view over the fields: not over the one that is written in.
  uncover(field)
  palette.firstElementChild.focus({ preventScroll: true })
}

// With the mouse the palette serves whichever field has the cursor.
document.addEventListener('focusin', (event) => {
  if (palette && formOf(event.target) && event.target.matches('input[type="text"], textarea')) target = event.target
})
