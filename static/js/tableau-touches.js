// The keys of the table. Lists of suggestions hear their keys first, at their field.
import { champOf, fieldsOf, fill, isField } from './saisie-champs.js'
import { finishDate } from './saisie-dates.js'
import { cellOf, rowOf } from './tableau-lignes.js'

const STATES = { i: 'illisible', a: 'absent', d: 'douteux' }
const SIGNS = { '=': 'idem', '?': 'illisible', '-': 'absent' }

const isListOpen = (field) => field.getAttribute('aria-expanded') === 'true'
const isCalendar = ({ name }) => /\[calendrier\]$/.test(name)
/** One line of text, or one that has no other. */
const isOneLine = (field) => field.tagName === 'INPUT' || (field.tagName === 'TEXTAREA' && !field.value.includes('\n'))
const isStop = (field) => !isCalendar(field) && champOf(field).dataset.repris === undefined

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
    if (isComposing || altKey || shiftKey || !isField(target) || !rowOf(target)) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    if (!step || isListOpen(target) || !(ctrlKey || isOneLine(target))) return
    event.preventDefault()
    event.stopPropagation()
    this.moveRow(step, target)
  },

  pressed(event) {
    const { target } = event
    if (event.defaultPrevented || event.isComposing || !isField(target) || !champOf(target)) return
    const isWithAlt = event.altKey && !event.ctrlKey && !event.getModifierState('AltGraph')
    const isWithCtrl = (event.ctrlKey || event.metaKey) && !event.altKey
    const isMine = isWithAlt
      ? this.pressedWithAlt(event)
      : isWithCtrl
        ? this.pressedWithCtrl(event)
        : !event.altKey && this.pressedAlone(event)
    if (isMine) event.preventDefault()
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

  pressedWithAlt({ key, code, target }) {
    if (key === 'Enter' && target.tagName === 'TEXTAREA') document.execCommand('insertText', false, '\n')
    else if (key === '=' || code === 'Equal') this.same(target)
    else if (STATES[key.toLowerCase()]) this.setState(target, STATES[key.toLowerCase()])
    else return false
    return true
  },

  moveCell(field, step) {
    const cells = this.cells()
    const next = cells[cells.indexOf(field) + step]
    if (next) goTo(next)
  },

  /** Enter: the next cell to be filled in; at the end of the row the next row. */
  moveOn(field, step) {
    this.finish(field)
    const rest = beside(this.cells(), field, step)
    const next = step === 1 ? rest.find(isStop) : rest[0]
    if (next) goTo(next)
    else if (step === 1 && cellOf(field)) this.finishRow()
  },

  setState(field, state) {
    const select = champOf(field).querySelector('select[data-etat-de]')
    select.value = select.value === state ? 'sur' : state
    this.changed(select)
    if (field.disabled) this.moveOn(field, 1)
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

  /** A cell is left: a date is completed, a sign alone says what it stands for. */
  finish(field) {
    const sign = field.tagName === 'SELECT' || this.live.id ? '' : SIGNS[field.value.trim()]
    const isIdem = field.tagName !== 'SELECT' && field.value.trim() === '='
    if (isIdem) {
      field.value = ''
      this.same(field)
    } else if (sign) {
      field.value = ''
      const select = champOf(field).querySelector('select[data-etat-de]')
      select.value = sign
      this.changed(select)
    } else if (field.tagName === 'INPUT') finishDate(field)
  },
}
