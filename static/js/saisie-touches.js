// The keys of the desk and the buttons that do the same (.saisie-outils), for the field where the cursor is or last was. A key more:
// its action in ACTIONS, its letter in KEYS, its lines in src/features/releves/views/entry-keys.tsx.
import { afterWord, takeBack } from './saisie-abreviations.js'
import { champOf, fieldsOf, fill, formOf, isField, isStop, saveButton } from './saisie-champs.js'
import { takeCouple } from './saisie-couples.js'
import { finishDate } from './saisie-dates.js'
import { takeOver } from './saisie-parente.js'
import { isPassed, togglePassed } from './saisie-passes.js'
import { readSign } from './saisie-signes.js'
import { turnView } from './saisie-vues.js'

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

/** An action that takes over what somebody else of the act has. `kin`: whose, as the field knows it. */
const fromKin = (kin) =>
  function (_form, field, moveOn) {
    if (takeOver(champOf(field), kin)) moveOn(field)
    else this.say('Il n’y a rien à reprendre dans ce champ.')
  }

/** Each key and button does this with `field`, with the desk as `this`; `moveOn`: where the cursor goes when a field has got its value. */
const ACTIONS = {
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
  passer(form, field) {
    const champ = champOf(field)
    const comeBack = () => {
      togglePassed(form, champ)
      goTo(field)
      this.say('Entrée s’arrêtera de nouveau dans ce champ.')
    }
    if (isPassed(champ)) {
      comeBack()
      return
    }
    this.moveOn(field)
    togglePassed(form, champ)
    this.say('Entrée passera ce champ dans cette source.', { label: 'Ne plus le passer', run: comeBack })
  },
  caracteres(_form, field) {
    this.togglePalette(field)
  },
  vue(form, field) {
    const { sentence, undo } = turnView(form)
    // The button that takes it back goes with the sentence, and the focus with it.
    const run = () => {
      undo()
      field.focus()
    }
    this.say(sentence, undo ? { label: 'Annuler', run } : null)
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

function actionOf(event) {
  if (event.code === 'Equal' || event.key === '=') return event.shiftKey ? 'tout' : 'idem'
  return KEYS[event.key.toLowerCase()]
}

const isWriting = ({ target }) => target.matches('input, select, textarea, [contenteditable]')

// AltGr writes characters: on some keyboards it counts as Ctrl and Alt together.
const isWithAlt = (event) => event.altKey && !event.ctrlKey && !event.metaKey && !event.getModifierState('AltGraph')

function goTo(field) {
  field.focus({ preventScroll: true })
  if (field.select) field.select()
}

/** Methods of the desk. */
export const keys = {
  /** A key goes down, anywhere on the page. */
  pressed(event) {
    this.isByMouse = false
    if (event.defaultPrevented || event.isComposing || takeBack(event)) return
    const isHere = formOf(event.target) === this.form
    if (isHere && event.key === 'Enter') this.enter(event)
    else if (event.key === 'Escape' && (isHere || event.target === document.body)) this.goBack()
    else if (event.key === '?' && !isWriting(event)) {
      event.preventDefault()
      openHelp()
    } else if (isHere && isWithAlt(event)) this.pressedWithAlt(event)
  },

  pressedWithAlt(event) {
    const isPaging = event.key === 'PageUp' || event.key === 'PageDown'
    const action = actionOf(event)
    if (!isPaging && !action) return
    event.preventDefault()
    if (isPaging) follow(this.form, event.key === 'PageUp' ? 'prev' : 'next')
    else this.act(action, (field) => this.moveOn(field))
  },

  /** Does what a key or a button says with the field where the cursor is or last was. */
  act(action, moveOn) {
    const { form, field } = this
    const about = field && form.contains(field) ? field : fieldsOf(form)[0]
    if (!about && action !== 'touches') return
    this.field = about
    ACTIONS[action].call(this, form, about, moveOn)
  },

  enter(event) {
    const { target } = event
    const isText = isField(target) && target.tagName !== 'TEXTAREA'
    const isSaving = event.ctrlKey || event.metaKey || target.matches('[data-enregistrer]')
    // A key held down saves once: the next form, still empty, must not be sent too.
    if (event.repeat && isSaving) event.preventDefault()
    else if (event.ctrlKey || event.metaKey) {
      event.preventDefault()
      this.finish(target)
      this.save(event.shiftKey)
    } else if (event.shiftKey && (isField(target) || target === saveButton(this.form))) {
      event.preventDefault()
      this.moveBack(target)
    } else if (!event.altKey && isText) {
      event.preventDefault()
      this.finish(target)
      this.moveOn(target)
    }
  },

  /** A field is about to be left: what is short in it is made whole. */
  finish(field) {
    if (!isField(field)) return
    finishDate(field)
    readSign(field)
    afterWord(field)
  },

  save(withoutCarry) {
    const button = (withoutCarry && this.form.querySelector('[data-sans-reprise]')) || saveButton(this.form)
    if (button && !button.disabled) button.click()
  },

  moveOn(field) {
    const isAfter = (other) => field.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING
    const next = fieldsOf(this.form).find((other) => isAfter(other) && isStop(other))
    // After the last field comes the button that saves: one more Enter saves, a slip does not.
    if (next) goTo(next)
    else saveButton(this.form).focus()
  },

  moveBack(field) {
    const before = fieldsOf(this.form).filter((other) => !other.name.endsWith('[calendrier]'))
    const at = before.findIndex((other) => champOf(other) === champOf(field))
    const previous = isField(field) ? before[at - 1] : before[before.length - 1]
    if (previous) goTo(previous)
  },
}
