// Fields that somebody always passes in this source stand on one line, details[data-passes], and are sent with the record all the
// same. Each leaves a mark in its place, [data-place], to come back to. The server keeps which they are; browsers did before.
import { read, tellState, tokenOf, write } from './saisie-champs.js'
import { says } from './saisie-groupes.js'

const lineOf = (form) => form.querySelector('[data-passes]')
const champsOf = (root) => Array.from(root.querySelectorAll('[data-champ]'))
const markOf = (champ) => champ.closest('form').querySelector(`[data-place="${champ.dataset.champ}"]`)
const isAfter = (one, other) => other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING

/** Is this field passed always? */
export const isPassed = (champ) => champ.closest('[data-passes]') !== null

/** Does it say more than every record begins with, or is something wrong with it? */
const isTold = (champ) =>
  (says(champ) && champ.dataset.repris === undefined) ||
  champ.matches('.saisie-marque') ||
  champ.querySelector('[aria-invalid="true"]') !== null

/** Opens the line for what is in it; at the start of a record it also closes where there is nothing. `root`: what changed. */
export function followPassed(form, root, isStart) {
  const line = lineOf(form)
  const isDue = champsOf(root)
    .concat(root)
    .some((one) => line.contains(one) && one.dataset.champ && isTold(one))
  if (isDue || isStart) line.open = isDue
}

/** The label of a field, without the sign that it is required. */
const labelOf = (champ) =>
  Array.from(champ.querySelector('label').childNodes)
    .filter(({ className }) => className !== 'obligatoire')
    .map(({ textContent }) => textContent)
    .join('')

/** The line says which they are, and a person of whom nothing is left to type is not there. */
function tell(form) {
  const line = lineOf(form)
  const labels = champsOf(line).map(labelOf)
  line.hidden = labels.length === 0
  line.querySelector('[data-passes-noms]').textContent =
    `${labels.length}\u00a0${labels.length > 1 ? 'champs passés' : 'champ passé'}\u00a0: ${labels.join(', ')}`
  for (const group of form.querySelectorAll('.saisie-groupe')) group.hidden = champsOf(group).length === 0
}

function putAway(form, champ) {
  const mark = document.createElement('span')
  mark.hidden = true
  mark.dataset.place = champ.dataset.champ
  champ.before(mark)
  const line = lineOf(form)
  // In the order of the register.
  const next = champsOf(line).find((other) => isAfter(markOf(other), mark))
  line.querySelector('.saisie-grille').insertBefore(champ, next || null)
}

async function send(form, path, noms) {
  const body = new URLSearchParams(noms.map((nom) => ['champs', nom]))
  body.append('_csrf', tokenOf(form))
  const headers = { 'HX-Request': 'true' }
  try {
    return (await fetch(path, { method: 'POST', credentials: 'same-origin', headers, body })).ok
  } catch (_offline) {
    return false
  }
}

let last = Promise.resolve()

/** One after the other, each with all of them: the last one that arrives is the last one that was said. */
export function keepPassed(form, path, noms) {
  last = last.then(() => send(form, path, noms))
  return last
}

function keep(form) {
  const line = lineOf(form)
  const noms = champsOf(line).map(({ dataset }) => dataset.champ)
  return keepPassed(form, line.dataset.passes, noms)
}

/** Passes a field from now on, or no longer. The focus does not follow a field that moves. */
export async function togglePassed(form, champ) {
  const mark = markOf(champ)
  if (mark) mark.replaceWith(champ)
  else putAway(form, champ)
  tell(form)
  if (!(await keep(form))) tellState(form, 'Ce choix ne vaut que pour cette page\u00a0: le serveur ne répond pas.')
}

/** Takes over what this browser kept before the server did. */
export async function takePassed(form) {
  const key = `releves.passes.${form.dataset.utilisateur}.${form.dataset.source}`
  const noms = (read(key) || '').split(' ')
  const known = champsOf(form).filter((champ) => noms.includes(champ.dataset.champ) && !markOf(champ))
  for (const champ of known) putAway(form, champ)
  if (known.length > 0) tell(form)
  if (read(key) !== null && (known.length === 0 || (await keep(form)))) write(key, null)
}
