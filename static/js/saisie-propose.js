// Lists that the rest of a new record tells: sex by the first names ([data-sexe-de], GET /completions/sexe), « légitime » where both
// parents have a name ([data-propose], [data-si]). A proposal says that it is one, Enter passes it, and whoever types takes its place.
import { champOf, formOf } from './saisie-champs.js'

const DELAY_MS = 150
/** Answers by question, for as long as the page lives. */
const known = new Map()
let timer

const listOf = (champ) => champ.querySelector('select:not([data-etat-de])')

function mark(champ, valeur, why) {
  const list = listOf(champ)
  for (const option of list.options) option.removeAttribute('label')
  if (valeur === '') {
    delete champ.dataset.suggere
    return
  }
  Object.assign(champ.dataset, { suggere: valeur, repris: '' })
  const option = list.selectedOptions[0]
  option.label = `${option.text}, proposé d’après ${why}`
}

/** '' takes back what was proposed. Nothing is put over what a person chose. */
function put(champ, valeur, why) {
  const list = listOf(champ)
  const isOurs = champ.dataset.suggere === list.value
  if (list.disabled || list.value === valeur || (list.value !== '' && !isOurs)) return
  list.value = valeur
  delete champ.dataset.repris
  mark(champ, valeur, why)
  champ.dispatchEvent(new CustomEvent('saisie:rempli', { bubbles: true }))
}

const isPast = (list) =>
  list.compareDocumentPosition(document.activeElement) & Node.DOCUMENT_POSITION_FOLLOWING && list.value === ''

async function ask(champ, query) {
  const { cle } = formOf(champ).dataset
  try {
    const answer = await fetch(`/completions/sexe?${query}`, { credentials: 'same-origin' })
    if (!answer.ok || answer.redirected) return
    known.set(query, (await answer.json()).valeur || '')
  } catch (_offline) {
    return
  }
  // Whoever has gone on would not see it any more; the record of before, or a row of the table, is not asked about.
  if (cle === formOf(champ).dataset.cle && query === questionOf(champ) && !isPast(listOf(champ)))
    put(champ, known.get(query), 'le prénom')
}

function questionOf(champ) {
  const { source } = formOf(champ).dataset
  const prenom = formOf(champ).elements[`data[${champ.dataset.sexeDe}]`].value.trim()
  return prenom === '' ? '' : String(new URLSearchParams({ source, champ: champ.dataset.champ, prenom }))
}

function proposeSex(champ) {
  const query = questionOf(champ)
  clearTimeout(timer)
  if (query === '' || known.has(query)) put(champ, known.get(query) || '', 'le prénom')
  else timer = setTimeout(() => ask(champ, query), DELAY_MS)
}

/** Something changed in a field. */
export function propose(target) {
  const form = formOf(target)
  if (!form || form.dataset.releve !== undefined) return
  const champ = champOf(target)
  if (
    champ &&
    champ.dataset.suggere !== undefined &&
    (target === listOf(champ) || listOf(champ).value !== champ.dataset.suggere)
  )
    mark(champ, '')
  for (const one of form.querySelectorAll('[data-propose]')) {
    const isTold = one.dataset.si.split(' ').every((nom) => form.elements[`data[${nom}]`].value.trim() !== '')
    put(one, isTold ? one.dataset.propose : '', 'les parents')
  }
  const sex = champ && form.querySelector(`[data-sexe-de="${champ.dataset.champ}"]`)
  if (sex) proposeSex(sex)
}

/** A form begins: what was proposed for the record before is no more. */
export function forgetProposals(form) {
  for (const champ of form.querySelectorAll('[data-suggere]')) mark(champ, '')
}
