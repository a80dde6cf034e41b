// A father whose name is complete may be known with his wife, his trade and his house (GET /completions/couples): they stand beside
// the title of his group, of a row of the table beside its buttons, and Alt+F puts them where nobody typed anything; again for the next couple.
import { champOf, fill, formOf, tellState } from './saisie-champs.js'

let asked = ''
let couples = []
/** Values that a couple has put in, by name of field. */
let given = {}
const button = document.createElement('button')
Object.assign(button, { type: 'button', className: 'saisie-couple bouton-texte', tabIndex: -1 })
button.dataset.outil = 'famille'

/** Another record begins, or another father. */
export function forgetCouples() {
  asked = ''
  couples = []
  given = {}
  button.remove()
}

const show = () => {
  button.textContent = `${couples[0].texte} [Alt+F]`
}

/** The names of one father. */
function questionOf(form, root, groupe) {
  const query = new URLSearchParams({ source: form.dataset.source })
  for (const { dataset } of root.querySelectorAll('[data-couple]')) {
    if (dataset.groupe !== groupe) continue
    query.set('champ', dataset.champ)
    query.set(dataset.couple, form.elements[`data[${dataset.champ}]`].value.trim())
  }
  return query
}

/** A field is left. */
export async function offerCouples(field) {
  const champ = champOf(field)
  const form = formOf(field)
  if (!champ || champ.dataset.couple === undefined || form.dataset.releve !== undefined) return
  const group = champ.closest('fieldset')
  const { groupe } = champ.dataset
  if (!group && groupe === undefined) return
  const query = questionOf(form, group || form, groupe)
  if (String(query) === asked) return
  forgetCouples()
  asked = String(query)
  try {
    const answer = await fetch(`/completions/couples?${query}`, { credentials: 'same-origin' })
    const found = answer.ok && !answer.redirected ? await answer.json() : []
    if (asked !== String(query) || found.length === 0) return
    couples = found
    show()
    ;(group ? group.querySelector('legend') : form.querySelector('[data-couple-connu]')).appendChild(button)
    tellState(form, `Couple connu\u00a0: ${button.textContent}`)
  } catch (_offline) {
    asked = ''
  }
}

function takeInto(champ, valeurs) {
  const fields = Array.from(champ.querySelectorAll('[name]')).filter(({ name }) => name in valeurs || name in given)
  const isFree = ({ name, value, disabled }) => !disabled && (value === '' || value === given[name])
  // Nobody typed in this act what was carried over from the one before.
  if (fields.length === 0 || !(champ.dataset.repris !== undefined || fields.every(isFree))) return
  const values = {}
  for (const { name } of fields) values[name] = valeurs[name] || ''
  Object.assign(given, values)
  fill(champ, values)
}

/** Puts the couple that is shown into the form, and shows the next; false where none is known. */
export function takeCouple(form) {
  const couple = couples.shift()
  if (!couple) return false
  couples.push(couple)
  for (const champ of form.querySelectorAll('[data-champ]')) takeInto(champ, couple.valeurs)
  show()
  return true
}
