// The keys of the desk and the buttons that do the same (.saisie-outils), for the field where the cursor is or last was.
import { champOf, fieldsOf, fill, formOf, isField, tellState, toggleSkipped } from './saisie-champs.js'
import { openPalette } from './saisie-palette.js'

let current = null

document.addEventListener('focusin', ({ target }) => {
  if (formOf(target) && isField(target) && champOf(target)) current = target
})

function setState(field, state) {
  const select = champOf(field).querySelector('select[data-etat-de]')
  select.value = select.value === state ? 'sur' : state
  select.dispatchEvent(new Event('input', { bubbles: true }))
  select.dispatchEvent(new Event('change', { bubbles: true }))
  return select.value === 'illisible' || select.value === 'absent'
}

function same(champ) {
  const values = champ?.dataset.precedent
  const state = champ?.querySelector('select[data-etat-de]')
  // The record before tells its states where they are not « sûr ».
  if (values) fill(champ, Object.assign({ [state.name]: 'sur' }, JSON.parse(values)))
  return Boolean(values)
}

function openHelp() {
  const help = document.getElementById('saisie-touches')
  if (!help || help.open) return
  help.showModal()
  // The button that closes has the focus, at the end of a list that is longer than a small window.
  help.scrollTop = 0
}

const follow = (form, rel) => {
  const link = form.querySelector(`a[rel="${rel}"]`)
  if (link) link.click()
}

/** Each key and button does this with `field`; `moveOn`: where the cursor goes when a field has got its value. */
const ACTIONS = {
  idem(form, field, moveOn) {
    if (same(champOf(field))) moveOn(field)
    else tellState(form, 'Le relevé précédent n’a rien dans ce champ.')
  },
  tout(form) {
    const found = Array.from(form.querySelectorAll('[data-precedent]')).filter(same)
    tellState(form, found.length > 0 ? 'Tout le relevé précédent est repris.' : 'Il n’y a pas de relevé précédent.')
  },
  illisible(_form, field, moveOn) {
    if (setState(field, 'illisible')) moveOn(field)
  },
  absent(_form, field, moveOn) {
    if (setState(field, 'absent')) moveOn(field)
  },
  douteux(_form, field) {
    setState(field, 'douteux')
  },
  passer(form, field) {
    const passed = toggleSkipped(form, champOf(field).dataset.champ)
    tellState(
      form,
      passed ? 'Entrée passera ce champ dans cette source.' : 'Entrée s’arrêtera de nouveau dans ce champ.',
    )
  },
  caracteres: (form, field) => openPalette(form, field),
  touches: openHelp,
}

const KEYS = { i: 'illisible', a: 'absent', d: 'douteux', s: 'passer', c: 'caracteres' }

function actionOf(event) {
  if (event.code === 'Equal' || event.key === '=') return event.shiftKey ? 'tout' : 'idem'
  return KEYS[event.key.toLowerCase()]
}

const isWriting = ({ target }) => target.matches('input, select, textarea, [contenteditable]')

const fieldFor = (form) => (current && form.contains(current) ? current : fieldsOf(form)[0])

/** A key other than Enter. `form`: where it was pressed; null elsewhere on the page. `moveOn(field)`: goes to the next field. */
export function pressed(event, form, moveOn) {
  if (event.key === '?' && !isWriting(event)) {
    event.preventDefault()
    openHelp()
    return
  }
  // AltGr writes characters: on some keyboards it counts as Ctrl and Alt together.
  if (!form || !event.altKey || event.ctrlKey || event.metaKey || event.getModifierState('AltGraph')) return
  const isPaging = event.key === 'PageUp' || event.key === 'PageDown'
  const action = actionOf(event)
  if (!isPaging && !action) return
  event.preventDefault()
  if (isPaging) follow(form, event.key === 'PageUp' ? 'prev' : 'next')
  else run(form, action, moveOn)
}

function run(form, action, moveOn) {
  const field = fieldFor(form)
  if (field || action === 'touches') ACTIONS[action](form, field, moveOn)
}

// A click must not take the cursor out of the field that it is about.
document.addEventListener('mousedown', (event) => {
  if (event.target.closest('[data-outil]')) event.preventDefault()
})

document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-outil]')
  const form = button && formOf(button)
  if (form) run(form, button.dataset.outil, (field) => field.focus())
})
