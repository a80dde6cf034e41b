// « = », « ? » and « - » alone in a field of a new record that is no list: idem, illisible, absent, as soon as the field is left.
// The server reads them too (releves/rules/signs.ts); here one sees at once what they made of the field, and takes it back.
import { champOf, fill, formOf, tellState } from './saisie-champs.js'

const STATES = { '?': 'illisible', '-': 'absent' }

/** The values of a champ by name, its state among them. */
function heldBy(champ) {
  const held = {}
  for (const { name, value } of champ.querySelectorAll('[name]')) held[name] = value
  return held
}

/** The values that a sign puts into the champ; undefined where it is no sign, null where there is nothing to repeat. */
export function signed(champ, sign) {
  const held = heldBy(champ)
  const state = champ.querySelector('select[data-etat-de]').name
  if (/^[?-]$/.test(sign)) {
    for (const name of Object.keys(held)) if (!name.endsWith('[calendrier]')) held[name] = ''
    return Object.assign(held, { [state]: STATES[sign] })
  }
  if (sign !== '=') return undefined
  return champ.dataset.precedent ? Object.assign({ [state]: 'sur' }, JSON.parse(champ.dataset.precedent)) : null
}

export const NOTHING_BEFORE = 'Le relevé précédent n’a rien dans ce champ.'

/** « = » that has found nothing to repeat. */
export const isIdem = ({ tagName, value }) => tagName !== 'SELECT' && /^\s*=\s*$/.test(value)

const EFFECTS = { '?': 'Illisible', '-': 'Absent du registre', '=': 'Repris du relevé précédent' }

/** Reads the sign that stands alone in a field that is left, if there is one. */
export function readSign(field) {
  const form = formOf(field)
  const champ = form && form.dataset.releve === undefined && field.tagName !== 'SELECT' && champOf(field)
  const sign = champ && field.value.trim()
  const values = sign && signed(champ, sign)
  if (values === null) tellState(form, NOTHING_BEFORE)
  if (!values) return
  const before = Object.assign(heldBy(champ), { [field.name]: '' })
  fill(champ, values)
  tellState(form, `${EFFECTS[sign]}\u00a0: ${field.labels[0].firstChild.textContent.trim()}. `, {
    label: 'Annuler',
    run() {
      fill(champ, before)
      field.focus()
    },
  })
}
