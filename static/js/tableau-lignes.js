// The rows of the table, [data-ligne], and the one set of fields that goes from row to row.
import { applyState, begin } from './saisie-champs.js'
import { CONTROL, champValues, valuesOfRow } from './tableau-valeurs.js'

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'

/** 130 random bits, as the tokens of the server are written. */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(26)), (byte) => ALPHABET[byte % 32]).join('')

/** A row. `depart`: the values it was made live with, as stored or as a new one starts; `valeurs`: those it holds now. */
export function newLine(tr, { id = null, version = 0, cle = newKey(), depart = {} } = {}) {
  // Alpine watches no object with this mark: a row is itself wherever it is asked for.
  const own = { __v_skip: true, tr, id, version, cle: id ? `r${id}` : cle, depart, valeurs: depart }
  return Object.assign(own, { etat: '', erreurs: {}, avis: '', choisir: '', theirs: null, isInserted: false })
}

export const lineOf = (form, tr) =>
  newLine(tr, {
    id: Number(tr.dataset.ligne) || null,
    version: Number(tr.dataset.version),
    depart: valuesOfRow(form, tr),
  })

export const cellOf = (element) => element.closest('td')
export const rowOf = (element) => element.closest('tr[data-ligne]')

/** The fields go into this row: its cells hold them as long as it is live. */
export function takeFields(form, tr) {
  const live = form.querySelector('tr.vive')
  if (live === tr) return
  const from = live.querySelectorAll('td')
  Array.from(tr.querySelectorAll('td')).forEach((td, i) => {
    const champ = from[i].querySelector('[data-champ]')
    if (champ) {
      shownIn(td)
      td.appendChild(champ)
    }
  })
  live.classList.remove('vive')
  tr.classList.add('vive')
}

/** A list that offers a value no more still shows it: what is stored is not lost by looking at it. */
function offer(select, value) {
  if (!value || Array.from(select.options).some((option) => option.value === value)) return
  select.add(new Option(`${value} (ancienne valeur)`, value))
}

/** Fills the fields with the values of a row. `above`: those of the row over it, for « idem ». */
export function fillRow(form, { valeurs, depart, erreurs, id }, above) {
  for (const select of form.querySelectorAll('[data-champ] select')) offer(select, valeurs[select.name])
  begin(form, valeurs)
  tellAbove(form, above)
  for (const champ of form.querySelectorAll('[data-champ]')) {
    const nom = champ.dataset.champ
    tell(champ.dataset, 'repris', !id && champValues(depart, nom) ? '' : null)
    for (const line of champ.querySelectorAll('.compris, [data-combobox-avis]')) line.textContent = ''
    showError(champ, erreurs[`data[${nom}]`])
  }
  showStates(form)
}

/** Each field knows what the row over it holds. */
export function tellAbove(form, above = {}) {
  for (const { dataset } of form.querySelectorAll('[data-champ]')) {
    const before = champValues(above, dataset.champ)
    tell(dataset, 'precedent', before && JSON.stringify(before))
  }
}

function tell(dataset, name, value) {
  if (value === null) delete dataset[name]
  else dataset[name] = value
}

/** A state stands beside its value where there is one to tell. */
export function showStates(form) {
  form.querySelectorAll('select[data-etat-de]').forEach(applyState)
}

function showError(champ, message) {
  const field = champ.querySelector(CONTROL)
  const known = champ.querySelector('.erreur')
  if (known) known.remove()
  field.removeAttribute('aria-invalid')
  if (!message) return
  const line = document.createElement('p')
  line.id = `${field.id}-erreur`
  line.className = 'erreur'
  line.textContent = message
  field.setAttribute('aria-invalid', 'true')
  field.setAttribute('aria-describedby', line.id)
  champ.querySelector('.champ').appendChild(line)
}

function textIn(champ) {
  const field = champ.querySelector(CONTROL)
  const state = champ.querySelector('select[data-etat-de]').value
  const text = field.tagName === 'SELECT' ? (field.value && field.selectedOptions[0].text) || '' : field.value
  return `${field.disabled ? '' : text} ${state === 'sur' ? '' : state}`.trim()
}

/** The cells of the live row say what its fields hold, until the server says it in its own words. */
export function showTyped(tr) {
  for (const champ of tr.querySelectorAll('td > [data-champ]')) shownIn(champ.parentNode).textContent = textIn(champ)
}

/** The text of a cell has an element of its own once the cell has held a field. */
function shownIn(td) {
  const { firstElementChild } = td
  if (firstElementChild?.dataset.texte !== undefined) return firstElementChild
  const own = document.createElement('span')
  own.dataset.texte = ''
  own.append(...Array.from(td.childNodes).filter((node) => !node.dataset?.champ))
  td.prepend(own)
  return own
}

/** The cells as the server answers them. */
export function showStored(tr, answer) {
  const cells = Array.from(answer.querySelectorAll('td:not(.grille-liens)'))
  cells.forEach((cell, i) => {
    const own = shownIn(tr.cells[i + 1])
    own.textContent = ''
    own.append(...Array.from(cell.childNodes, (node) => document.importNode(node, true)))
  })
}

/** A row that was new gets the links of its neighbours. */
export function showLinks(form, { tr, id }) {
  const td = tr.lastElementChild
  if (td.querySelector('a[data-inserer]') || tr.classList.contains('vive')) return
  for (const [text, ask] of [
    ['Modifier', 'ligne'],
    ['Insérer', 'inserer'],
  ]) {
    const link = document.createElement('a')
    link.href = `${form.dataset.ici}${form.dataset.ici.includes('?') ? '&' : '?'}${ask}=${id}`
    link.textContent = text
    if (ask === 'inserer') link.dataset.inserer = ''
    td.appendChild(link)
  }
}

const WORDS = {
  envoi: 'envoi…',
  attente: 'en attente',
  refus: 'à revoir',
  conflit: 'modifiée ailleurs',
  brouillon: 'non enregistrée',
}

/** How it stands with a row, in its last cell. */
export function showState({ tr, etat, erreurs, avis, choisir }) {
  tr.classList.toggle('grille-refus', etat === 'refus' || etat === 'conflit' || etat === 'brouillon')
  const td = tr.lastElementChild
  const known = td.querySelector('.grille-etat')
  if (known) known.remove()
  const [first] = Object.keys(erreurs)
  const words = [WORDS[etat] || '', first ? erreurs[first] : '', avis].filter(Boolean).join('\u00a0: ')
  if (!words) return
  const place = document.createElement('span')
  place.className = 'grille-etat'
  place.textContent = `${words} `
  if (choisir) {
    const link = document.createElement('a')
    link.href = choisir
    link.textContent = 'Comparer'
    place.appendChild(link)
  }
  td.appendChild(place)
}

/** A new row after this one: its cells, empty, and the same columns. */
export function emptyRow(model) {
  const tr = model.cloneNode(false)
  tr.className = ''
  tr.id = ''
  Object.assign(tr.dataset, { ligne: '', version: '0' })
  delete tr.dataset.valeurs
  for (const cell of Array.from(model.cells)) {
    const own = document.createElement(cell.tagName)
    own.className = cell.className
    if (cell.tagName === 'TH') {
      own.scope = 'row'
      own.textContent = 'Nouv.'
    }
    tr.appendChild(own)
  }
  return tr
}
