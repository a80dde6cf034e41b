// The table in one place: its rows, the live one, what is on its way. The view (src/features/releves/views/tableau.tsx) says which event calls
// which method; `this` is the table in all of them.
import { fetchAbbreviations } from './saisie-abreviations.js'
import { champOf, fieldsOf, formOf, isField, isStop, openDesk } from './saisie-champs.js'
import { forgetCouples } from './saisie-couples.js'
import { characters } from './saisie-palette.js'
import { forgetProposals } from './saisie-propose.js'
import { pasting } from './tableau-coller.js'
import { dropLine, keepLine, sending } from './tableau-envoi.js'
import { gestures } from './tableau-gestes.js'
import { cellOf, fillRow, lineOf, showState, showStates, showTyped, takeFields, tellAbove } from './tableau-lignes.js'
import { beginning } from './tableau-nouvelle.js'
import { lost } from './tableau-retrouve.js'
import { keys } from './tableau-touches.js'
import { isChanged, startUnder, valuesIn } from './tableau-valeurs.js'

const columnOf = (field) => (cellOf(field) ? cellOf(field).cellIndex : 1)

const state = () => ({
  form: null,
  /** The rows by their elements. */
  byRow: new Map(),
  /** The row with the fields. */
  live: null,
  /** The field that has or last had the focus: what keys and tools are about. */
  field: null,
  /** Names of the fields that have a column, in order. */
  columns: [],
  /** Values that every new row has, and what becomes of a field from row to row. */
  start: { debut: {}, politiques: {} },
  /** Rows to be stored, in the order in which they were left. */
  queue: [],
  isWorking: false,
  /** Timers: of a queue without a line, of the copy in this browser, of the draft on the server. */
  timer: null,
  local: null,
  server: null,
  /** Done once every row that was left is stored. */
  whenSent: null,
  /** A mouse went down since the last key. */
  isByMouse: false,
  /** The characters offered; none: the palette is closed. */
  palette: [],
  sentence: '',
  undo: null,
  banner: { sentence: '', href: '' },
})

const table = {
  init() {
    openDesk(this.$root, this)
    const form = this.$root.querySelector('form[data-tableau]')
    const { debut, politiques } = form.dataset
    this.form = form
    this.start = { debut: JSON.parse(debut), politiques: JSON.parse(politiques) }
    this.columns = Array.from(form.querySelectorAll('thead [data-colonne]')).map((th) => th.dataset.colonne)
    this.sentence = form.querySelector('[data-saisie-etat]').textContent
    for (const tr of form.querySelectorAll('tr[data-ligne]')) this.byRow.set(tr, lineOf(form, tr))
    const tr = form.querySelector('tr.vive')
    Promise.resolve().then(() => this.begin(tr))
  },

  destroy() {
    for (const timer of [this.timer, this.local, this.server]) clearTimeout(timer)
  },

  /** The row that came live with the page holds what the server put in its fields. */
  begin(tr) {
    const line = this.byRow.get(tr)
    this.live = line
    const valeurs = valuesIn(this.form)
    if (!line.id) Object.assign(line, { cle: this.form.elements._envoi.value, depart: valeurs, apres: this.apresOf() })
    const isTyped =
      this.form.querySelector('[aria-invalid="true"]') !== null ||
      document.querySelector('.retrouve[role="status"]') !== null
    line.valeurs = valeurs
    if (isTyped) line.depart = line.id ? line.depart : {}
    this.form.dataset.pret = ''
    this.name(line)
    // The first row of a page stands under one that only the server knows.
    if (this.aboveOf(line)) tellAbove(this.form, this.aboveOf(line))
    showStates(this.form)
    fetchAbbreviations(this.form)
    this.restore()
    const first = fieldsOf(this.form).find((field) => cellOf(field) && isStop(field))
    if (first && !document.querySelector('[data-focus]'))
      first.focus({ preventScroll: line.tr.previousElementSibling === null })
  },

  /** Scripts know by the form whose fields it holds: those of a new row, or of a stored one. */
  name({ cle, id }) {
    const { dataset } = this.form
    dataset.cle = cle
    if (id) dataset.releve = id
    else delete dataset.releve
  },

  apresOf() {
    const { apres } = this.form.elements
    return apres ? Number(apres.value) : undefined
  },

  /** The lines in the order of the page. */
  lines() {
    return Array.from(this.form.querySelectorAll('tr[data-ligne]')).map((tr) => this.byRow.get(tr))
  },

  say(sentence, undo = null) {
    Object.assign(this, { sentence, undo })
  },

  hang(sentence, href = '') {
    this.banner = { sentence, href }
  },

  aboveOf(line) {
    const all = this.lines()
    const above = all[all.indexOf(line) - 1]
    return above?.valeurs
  },

  /** Makes a row live, the cursor in this column. */
  open(line, column) {
    if (line !== this.live) {
      const left = this.live
      this.leave()
      takeFields(this.form, line.tr)
      this.live = line
      this.forgetEmpty(left)
      if (!line.id && !isChanged(line)) line.depart = line.valeurs = startUnder(this.aboveOf(line), this.start)
      this.name(line)
      forgetCouples()
      forgetProposals(this.form)
      fillRow(this.form, line, this.aboveOf(line))
    }
    const td = line.tr.cells[column]
    const field = td && fieldsOf(td.parentNode).find((one) => cellOf(one) === td)
    const target = field || fieldsOf(line.tr)[0]
    // With the errors below its fields.
    line.tr.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    if (!target) return
    target.focus()
    if (target.select) target.select()
  },

  /** The live row is left: stored where something was typed in it. */
  leave() {
    const { live, form } = this
    const { activeElement } = document
    if (isField(activeElement) && formOf(activeElement) && champOf(activeElement)) this.finish(activeElement)
    for (const timer of [this.local, this.server]) clearTimeout(timer)
    Object.assign(this, { local: null, server: null })
    live.valeurs = valuesIn(form)
    showTyped(live.tr)
    if (live.etat === 'conflit') keepLine(form, live, false)
    else if (isChanged(live)) this.send(live)
    else if (live.etat !== 'envoi' && live.etat !== 'attente') {
      Object.assign(live, { etat: '', erreurs: {}, avis: '', choisir: '' })
      dropLine(form, live)
      showState(live)
    }
  },

  /** The server said something of a row: its fields follow where it is the live one and nothing was typed since. */
  refreshed(line) {
    if (line !== this.live) return
    this.name(line)
    if (Object.keys(line.erreurs).length > 0) {
      const field = document.activeElement
      line.valeurs = valuesIn(this.form)
      fillRow(this.form, line, this.aboveOf(line))
      field.focus()
    }
  },

  moveRow(step, field) {
    const all = this.lines()
    const next = all[all.indexOf(this.live) + step]
    if (next) this.open(next, columnOf(field))
    else if (step === 1) this.openNew(columnOf(field))
  },

  /** Ctrl+Enter, or Enter in the last cell: the next row, at the end a new one. */
  finishRow() {
    const all = this.lines()
    const { live } = this
    const next = all[all.indexOf(live) + 1]
    if (next) this.open(next, this.firstColumn(next))
    else this.openNew()
  },

  /** Escape: what the row held before. */
  takeBack() {
    const { live, form } = this
    const column = columnOf(document.activeElement)
    if (live.theirs) Object.assign(live, live.theirs, { theirs: null, cle: `r${live.id}` })
    Object.assign(live, { valeurs: live.depart, etat: '', erreurs: {}, avis: '', choisir: '' })
    dropLine(form, live)
    fillRow(form, live, this.aboveOf(live))
    showTyped(live.tr)
    showState(live)
    this.say('La ligne est comme avant.')
    const field = fieldsOf(live.tr).find((one) => columnOf(one) === column)
    if (field) field.focus()
  },
}

export const tableau = () =>
  Object.assign(state(), table, keys, sending, gestures, pasting, lost, characters, beginning)
