// The keys of the desk and the buttons that do the same (.saisie-outils), for the field where the cursor is or last was: those of
// saisie-gestes.js, and those that move on the form.
import { afterWord, takeBack } from './saisie-abreviations.js'
import { champOf, fieldsOf, formOf, isField, saveButton, stopAfter } from './saisie-champs.js'
import { finishDate } from './saisie-dates.js'
import { actionOf, goTo, isWithAlt, isWriting, openHelp, ACTIONS as SHARED } from './saisie-gestes.js'
import { isPassed, togglePassed } from './saisie-passes.js'
import { readSign } from './saisie-signes.js'
import { turnView } from './saisie-vues.js'

const follow = (form, rel) => {
  const link = form.querySelector(`a[rel="${rel}"]`)
  if (link) link.click()
}

const ACTIONS = Object.assign({}, SHARED, {
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
  vue(form, field) {
    const { sentence, undo } = turnView(form)
    // The button that takes it back goes with the sentence, and the focus with it.
    const run = () => {
      undo()
      field.focus()
    }
    this.say(sentence, undo ? { label: 'Annuler', run } : null)
  },
})

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
    const next = stopAfter(this.form, field)
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
