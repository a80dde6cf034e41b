// The keys and buttons that do something with the field where the cursor is, at the desk (saisie-touches.js) and in the table
// (tableau-touches.js). A key more: its action here or there, its letter in KEYS, its lines in src/features/releves/views/entry-keys.tsx.
import { champOf, fieldsOf, fill, isStop, saveButton } from './saisie-champs.js'
import { takeCouple } from './saisie-couples.js'
import { takeOver } from './saisie-parente.js'

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

export function openHelp() {
  const help = document.getElementById('saisie-touches')
  if (!help || help.open) return
  help.showModal()
  // The button that closes has the focus, at the end of a list that is longer than a small window.
  help.scrollTop = 0
}

/** An action that takes over what somebody else of the act has. `kin`: whose, as the field knows it. */
const fromKin = (kin) =>
  function (_form, field, moveOn) {
    if (takeOver(champOf(field), kin)) moveOn(field)
    else this.say('Il n’y a rien à reprendre dans ce champ.')
  }

/**
 * Each key and button does this with `field`, with the desk or the table as `this`; `moveOn`: where the cursor goes when a field has got
 * its value.
 */
export const ACTIONS = {
  idem(_form, field, moveOn) {
    if (same(champOf(field))) moveOn(field)
    else this.say('Le relevé précédent n’a rien dans ce champ.')
  },
  tout(form) {
    const found = Array.from(form.querySelectorAll('[data-precedent]')).filter(same)
    this.say(found.length > 0 ? 'Tout le relevé précédent est repris.' : 'Il n’y a pas de relevé précédent.')
  },
  enfant: fromKin('meme'),
  famille(form, field) {
    if (!takeCouple(form)) {
      this.say('Aucun couple n’est connu pour ce père.')
      return
    }
    const isAfter = (other) => field.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING
    const isNext = (other) => isAfter(other) && isStop(other) && other.value === ''
    goTo(fieldsOf(form).find(isNext) || saveButton(form))
  },
  pere: fromKin('pere'),
  illisible(_form, field, moveOn) {
    if (setState(field, 'illisible')) moveOn(field)
  },
  absent(_form, field, moveOn) {
    if (setState(field, 'absent')) moveOn(field)
  },
  douteux(_form, field) {
    setState(field, 'douteux')
  },
  caracteres(_form, field) {
    this.togglePalette(field)
  },
  touches: openHelp,
}

const KEYS = {
  i: 'illisible',
  a: 'absent',
  d: 'douteux',
  s: 'passer',
  c: 'caracteres',
  e: 'enfant',
  f: 'famille',
  p: 'pere',
  v: 'vue',
}

export function actionOf(event) {
  if (event.code === 'Equal' || event.key === '=') return event.shiftKey ? 'tout' : 'idem'
  return KEYS[event.key.toLowerCase()]
}

export const isWriting = ({ target }) => target.matches('input, select, textarea, [contenteditable]')

// AltGr writes characters: on some keyboards it counts as Ctrl and Alt together.
export const isWithAlt = (event) =>
  event.altKey && !event.ctrlKey && !event.metaKey && !event.getModifierState('AltGraph')

export function goTo(field) {
  field.focus({ preventScroll: true })
  if (field.select) field.select()
}
