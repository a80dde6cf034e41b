// The keys of the table: those that move, and the actions of the desk (saisie-gestes.js). Lists of suggestions hear their keys first,
// at their field.
import { afterWord, takeBack } from './saisie-abreviations.js'
import { champOf, fieldsOf, fill, isField, isStop } from './saisie-champs.js'
import { finishDate } from './saisie-dates.js'
import { actionOf, isWithAlt, isWriting, ACTIONS as OF_THE_DESK, openHelp } from './saisie-gestes.js'
import { keepPassed } from './saisie-passes.js'
import { isIdem, readSign } from './saisie-signes.js'
import { cellOf, rowOf } from './tableau-lignes.js'

/** As those of the desk: `this` is the table. */
const ACTIONS = Object.assign({}, OF_THE_DESK, {
  idem(_form, field, moveOn) {
    if (this.same(field)) moveOn(field)
  },
  passer(form, field) {
    const champ = champOf(field)
    const isPassed = champ.dataset.passes !== undefined
    if (isPassed) delete champ.dataset.passes
    else {
      this.moveOn(field)
      champ.dataset.passes = ''
    }
    const { source } = form.dataset
    const noms = Array.from(form.querySelectorAll('[data-champ][data-passes]'), ({ dataset }) => dataset.champ)
    keepPassed(form, `/sources/${source}/releves/passes`, noms)
    this.say(`Entrée ${isPassed ? 's’arrêtera de nouveau dans' : 'passera'} cette colonne, dans cette source.`)
  },
  vue() {
    this.turn('next')
  },
})

const isListOpen = (field) => field.getAttribute('aria-expanded') === 'true'
const isCalendar = ({ name }) => /\[calendrier\]$/.test(name)
/** One line of text, or one that has no other. */
const isOneLine = (field) => field.tagName === 'INPUT' || (field.tagName === 'TEXTAREA' && !field.value.includes('\n'))

/** At this end of its text, or with all of it chosen. */
function isAtEnd({ tagName, selectionStart, selectionEnd, value }, step) {
  if (tagName === 'SELECT') return false
  if (selectionStart !== selectionEnd) return selectionStart === 0 && selectionEnd === value.length
  return selectionStart === (step === -1 ? 0 : value.length)
}

/** The cells that stand before or after a field of the same row. */
function beside(cells, field, step) {
  const side = step === 1 ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING
  const rest = cells.filter((one) => field.compareDocumentPosition(one) & side && champOf(one) !== champOf(field))
  return step === 1 ? rest : rest.reverse()
}

function goTo(field) {
  field.focus()
  if (field.select) field.select()
}

/** Methods of the table. */
export const keys = {
  cells() {
    return fieldsOf(this.form).filter((field) => cellOf(field) && !isCalendar(field))
  },

  /** Before the lists of suggestions: an arrow in a cell whose list is closed goes to another row. */
  pressedFirst(event) {
    const { key, target, ctrlKey, altKey, shiftKey, isComposing } = event
    this.isByMouse = false
    if (isComposing || takeBack(event) || altKey || shiftKey || !isField(target) || !rowOf(target)) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    if (!step || isListOpen(target) || !(ctrlKey || isOneLine(target))) return
    event.preventDefault()
    event.stopPropagation()
    this.moveRow(step, target)
  },

  pressed(event) {
    if (!event.defaultPrevented && !event.isComposing && this.isMine(event)) event.preventDefault()
  },

  /** Does what a key says, anywhere on the page; false where it says nothing. */
  isMine(event) {
    const { target } = event
    if (event.key === '?' && !isWriting(event)) {
      openHelp()
      return true
    }
    if (!isField(target) || !this.form.contains(target) || !champOf(target)) return false
    if (isWithAlt(event)) return this.pressedWithAlt(event)
    if (event.altKey) return false
    return event.ctrlKey || event.metaKey ? this.pressedWithCtrl(event) : this.pressedAlone(event)
  },

  pressedWithCtrl({ key, target, repeat }) {
    if (key === 'Enter') repeat || this.finishRow()
    else if (key.toLowerCase() === 'd') this.same(target)
    else return false
    return true
  },

  pressedAlone({ key, target, shiftKey }) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key]
    if (key === 'Enter') this.moveOn(target, shiftKey ? -1 : 1)
    else if (step && !shiftKey && isAtEnd(target, step)) this.moveCell(target, step)
    else if (key === 'Escape') this.takeBack()
    else if (key === 'Insert' && !shiftKey) this.insertAfter(this.live)
    else if (key === '=' && target.tagName === 'SELECT') this.same(target)
    else return false
    return true
  },

  pressedWithAlt(event) {
    const { key, target } = event
    const side = { PageUp: 'prev', PageDown: 'next' }[key]
    const action = actionOf(event)
    if (key === 'Enter' && target.tagName === 'TEXTAREA') document.execCommand('insertText', false, '\n')
    else if (side) this.turn(side)
    else if (action) this.act(action, (field) => this.moveOn(field))
    else return false
    return true
  },

  /** Does what a key or a button says with the field where the cursor is or last was. */
  act(action, moveOn) {
    const { form, field } = this
    const about = field && form.contains(field) ? field : fieldsOf(form)[0]
    this.field = about
    ACTIONS[action].call(this, form, about, moveOn)
  },

  /** The view before or after, once what was typed here is stored. */
  turn(side) {
    const link = this.$root.querySelector(`.grille-vues a[rel="${side}"]`)
    if (!link) {
      this.say('Il n’y a pas de vue à compter ici.')
      return
    }
    this.leave()
    this.whenSent = () => location.assign(link.href)
    this.work()
  },

  moveCell(field, step) {
    const cells = this.cells()
    const next = cells[cells.indexOf(field) + step]
    if (next) goTo(next)
  },

  /** Enter: the next cell to be filled in; at the end of the row the next row. */
  moveOn(field, step = 1) {
    this.finish(field)
    const rest = beside(this.cells(), field, step)
    const next = step === 1 ? rest.find(isStop) : rest[0]
    if (next) goTo(next)
    else if (step === 1 && cellOf(field)) this.finishRow()
  },

  /** The value of the row above. */
  same(field) {
    const champ = champOf(field)
    const values = champ.dataset.precedent
    const select = champ.querySelector('select[data-etat-de]')
    if (values) fill(champ, Object.assign({ [select.name]: 'sur' }, JSON.parse(values)))
    else this.say('La ligne du dessus n’a rien dans cette colonne.')
    if (values && !field.disabled && field.select) field.select()
    return Boolean(values)
  },

  /** A cell is left: what is short in it is made whole, and a sign alone says what it stands for. */
  finish(field) {
    if (!isField(field)) return
    if (isIdem(field)) {
      // In a new row it stays and is refused, as at the desk: who wrote it wants something there.
      if (!this.same(field) && this.live.id) field.value = ''
      return
    }
    finishDate(field)
    readSign(field)
    afterWord(field)
  },
}
