// New rows: at the end of the table, or between two others.
import { emptyRow, newLine } from './tableau-lignes.js'
import { champValues, isChanged, startUnder, valuesIn } from './tableau-valeurs.js'

/** Methods of the table. */
export const beginning = {
  /** A row that was inserted, and nothing typed in it, goes again. */
  forgetEmpty(line) {
    const next = line.tr.nextElementSibling
    if (line.id || isChanged(line) || !next || next.dataset.ligne === undefined) return
    this.byRow.delete(line.tr)
    line.tr.remove()
  },

  /** The first cell that is not taken over from the row above. */
  firstColumn(line) {
    const valeurs = line.id ? {} : startUnder(this.aboveOf(line), this.start)
    const isPassed = (nom) => this.form.querySelector(`[data-champ="${nom}"][data-passes]`) !== null
    return this.columns.findIndex((nom) => champValues(valeurs, nom) === null && !isPassed(nom)) + 1 || 1
  },

  openNew(column) {
    const { live } = this
    live.valeurs = valuesIn(this.form)
    if (!live.id && !isChanged(live)) return
    if (this.form.dataset.fin === undefined) {
      this.say('Le tableau continue à la page suivante.')
      return
    }
    const line = this.insert(live)
    this.open(line, column || this.firstColumn(line))
  },

  insert(after) {
    const tr = emptyRow(after.tr)
    after.tr.after(tr)
    const line = newLine(tr)
    this.byRow.set(tr, line)
    return line
  },

  insertAfter(line) {
    if (line === this.live) line.valeurs = valuesIn(this.form)
    const next = Object.assign(this.insert(line), { isInserted: true })
    this.open(next, this.firstColumn(next))
  },
}
