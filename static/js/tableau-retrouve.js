// Rows that a closed tab, a crash or a lost line left in this browser: those that were left go on their way, the one that was being typed
// is live again.
import { dropLine, keptLines } from './tableau-envoi.js'
import { emptyRow, fillRow, newLine } from './tableau-lignes.js'
import { champValues, isChanged } from './tableau-valeurs.js'

/** Methods of the table. */
export const lost = {
  /** Lines that a closed tab or a crash left go on their way; the one that was being typed is live again. */
  async restore() {
    const vue = this.form.elements._vue.value
    const kept = await keptLines(this.form)
    const elsewhere = []
    for (const entry of kept) {
      const known = entry.id && this.lines().find(({ id }) => id === entry.id)
      if (known) this.giveBack(known, entry)
      else if (entry.id || entry.vue !== vue) elsewhere.push(entry)
      else this.giveBackNew(entry)
    }
    if (elsewhere.length > 0) {
      const [first] = elsewhere
      const { source } = this.form.dataset
      const href = `/sources/${source}/tableau?${new URLSearchParams({ vue: first.vue })}${first.id ? `&ligne=${first.id}` : ''}`
      this.hang(`Des lignes d’une autre vue ne sont pas enregistrées (${elsewhere.length}).`, href)
    }
  },

  giveBack(line, { valeurs, version, isLeft, cle }) {
    if (version < line.version && line !== this.live) {
      // Stored, its answer lost; or changed by somebody else: the server says which, and nothing is overwritten.
      line.version = version
    }
    Object.assign(line, { valeurs, cle })
    if (!isChanged(line)) dropLine(this.form, line)
    else if (line === this.live) this.refill()
    else if (isLeft) this.send(line)
    else this.open(Object.assign(line, { etat: 'brouillon' }), 1)
  },

  giveBackNew({ cle, valeurs, isLeft, apres }) {
    const { live } = this
    // Left while this was looked for.
    if (this.lines().some((one) => one.cle === cle)) return
    if (!isLeft && !live.id && !isChanged(live)) {
      Object.assign(live, { cle, valeurs, apres })
      this.refill()
      return
    }
    const tr = emptyRow(live.tr)
    live.tr.before(tr)
    const line = Object.assign(newLine(tr, { cle }), { valeurs, apres })
    this.byRow.set(tr, line)
    for (const [i, nom] of this.columns.entries()) {
      const own = champValues(valeurs, nom) || {}
      const text = own[`texte:data[${nom}]`] || own[`data[${nom}][valeur]`] || own[`data[${nom}]`] || ''
      tr.cells[i + 1].textContent = text
    }
    this.send(line)
  },

  refill() {
    fillRow(this.form, this.live, this.aboveOf(this.live))
    this.say('Voici ce que vous aviez saisi. Ce n’est pas encore enregistré.')
  },
}
