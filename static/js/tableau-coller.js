// Several cells of a spreadsheet, pasted in a cell, go to the dry run of the import, filled from that column on.
import { champOf, tokenOf } from './saisie-champs.js'
import { cellOf, newKey } from './tableau-lignes.js'

/** More is refused by the server before it is read. */
const MAX_LENGTH = 300000

/** One cell is text like any other; several have tabs or lines between them. */
function isCells(text, field) {
  const lines = text.replace(/\r?\n$/, '')
  return /\t/.test(lines) || (/\n/.test(lines) && field.tagName !== 'TEXTAREA')
}

function hiddenField(name, value) {
  const field = document.createElement('textarea')
  field.name = name
  field.value = value
  return field
}

/** Methods of the table. */
export const pasting = {
  pasted(event) {
    const { target } = event
    const champ = target.closest('[data-champ]') && champOf(target)
    const text = event.clipboardData ? event.clipboardData.getData('text/plain') : ''
    if (!champ || !cellOf(target) || !isCells(text, target)) return
    event.preventDefault()
    if (text.length > MAX_LENGTH) {
      this.say('Ce texte est trop long pour être collé : enregistrez le tableau en CSV, puis importez le fichier.')
      return
    }
    this.keepLive()
    const { source, vides = '' } = this.form.dataset
    const form = document.createElement('form')
    Object.assign(form, { method: 'post', action: `/sources/${source}/tableau/coller`, hidden: true })
    const values = { _csrf: tokenOf(this.form), _envoi: newKey(), colonne: champ.dataset.champ, texte: text, vides }
    values.vue = this.form.elements._vue.value
    for (const name of Object.keys(values)) form.appendChild(hiddenField(name, values[name]))
    document.body.appendChild(form)
    form.submit()
  },
}
