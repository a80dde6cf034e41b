// The values that a row of the table holds, by name of the form field.
import { valuesOf } from './saisie-champs.js'

/** The control of a field that one types in. */
export const CONTROL = 'input:not([type="hidden"]), textarea, select:not([data-etat-de])'

/** The value with which a cell of the server would be typed; '' where an element says more than a value would. */
function valueOfCell(td, { tagName, options }) {
  if (td.firstElementChild) return ''
  const { textContent } = td
  const option = tagName === 'SELECT' && Array.from(options).find(({ text }) => text === textContent)
  return option ? option.value : textContent
}

/** The values of a row as the server writes it: what its cells say it does not repeat (`valuesBeside`, releves/rules/tableau.ts). */
export function valuesOfRow(form, tr) {
  const valeurs = {}
  const live = form.querySelectorAll('tr.vive td')
  Array.from(tr.querySelectorAll('td')).forEach((td, i) => {
    const control = live[i]?.querySelector(CONTROL)
    if (control) valeurs[control.name] = valueOfCell(td, control)
  })
  Object.assign(valeurs, JSON.parse(tr.dataset.valeurs || '{}'))
  for (const name of Object.keys(valeurs)) {
    const calendar = name.replace(/\[valeur\]$/, '[calendrier]')
    if (valeurs[name] && valeurs[calendar] === undefined) valeurs[calendar] = 'gregorien'
  }
  return valeurs
}

const NOTHING = (name, value) =>
  value === '' || /\[calendrier\]$/.test(name) || (/^etats\[/.test(name) && value === 'sur')

/** The values that say something, in one order: two rows that read the same hold the same. */
const told = (valeurs) =>
  JSON.stringify(
    Object.keys(valeurs)
      .filter((name) => !NOTHING(name, valeurs[name]) && !/^recherche:/.test(name))
      .sort()
      .map((name) => [name, valeurs[name], valeurs[`${name.replace('[valeur]', '')}[calendrier]`] || '']),
  )

export const isChanged = ({ depart, valeurs }) => told(depart) !== told(valeurs)

/** Less the place at which the row is to be inserted, which is no value of the act. */
export const valuesIn = (form) =>
  valuesOf(form)
    .filter(([name]) => name !== 'apres')
    .reduce((all, [name, value]) => Object.assign(all, { [name]: value }), {})

/** The fields with which one champ of a row would be typed again; null where the row says nothing of it. */
export function champValues(valeurs, nom) {
  const names = Object.keys(valeurs).filter((name) => name.includes(`[${nom}]`))
  if (names.every((name) => NOTHING(name, valeurs[name]))) return null
  return names.reduce((all, name) => Object.assign(all, { [name]: valeurs[name] }), {})
}

const nextText = (text) => text.replace(/\d{1,9}$/, (digits) => String(Number(digits) + 1).padStart(digits.length, '0'))

function counted(text, type) {
  if (type !== 'number') return nextText(text)
  const number = Number(text.replace(',', '.'))
  return text === '' || Number.isNaN(number) ? text : String(Math.floor(number) + 1)
}

/** The values of a new row under another one: those of every row, what is carried over, the calendars of its dates. */
export function startUnder(above, { debut, politiques }) {
  const valeurs = Object.assign({}, debut)
  const isFree = (name) => debut[name] === undefined
  for (const name of Object.keys(above || {}).filter((one) => !/^etats\[/.test(one))) {
    const [, nom] = /\[([a-z0-9_]+)\]/.exec(name) || []
    const [politique, type] = (politiques[nom] || '').split(' ')
    if (politique === 'incremente') valeurs[name] = counted(above[name], type)
    else if ((politique === 'repris' || /\[calendrier\]$/.test(name)) && isFree(name)) valeurs[name] = above[name]
  }
  return valeurs
}
