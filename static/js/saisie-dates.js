// A date says at once what was understood of it: GET /dates/comprendre fills the line under its field. « 12 » or « 12/8 » takes
// the month and the year of the record before.
import { champOf, formOf } from './saisie-champs.js'

const DELAY_MS = 250
const asked = new WeakMap()

const dateOf = (target) => {
  const champ = formOf(target) && champOf(target)
  return champ?.querySelector('.champ-date') ? champ : null
}
const boxOf = (champ, part) => champ.querySelector(`[name$="[${part}]"]`)

async function ask(champ) {
  const place = champ.querySelector('.compris')
  const valeur = boxOf(champ, 'valeur').value
  const query = new URLSearchParams({
    valeur,
    calendrier: boxOf(champ, 'calendrier').value,
    source: formOf(champ).dataset.source,
    champ: champ.dataset.champ,
  })
  try {
    const answer = await fetch(`/dates/comprendre?${query}`, {
      credentials: 'same-origin',
      headers: { 'HX-Request': 'true' },
    })
    if (!answer.ok || answer.redirected) return
    const { body } = new DOMParser().parseFromString(await answer.text(), 'text/html')
    if (boxOf(champ, 'valeur').value !== valeur) return
    place.textContent = ''
    for (const node of Array.from(body.querySelector('[data-echo]').childNodes))
      place.appendChild(document.importNode(node, true))
  } catch (_offline) {
    place.textContent = ''
  }
}

function later(champ) {
  const known = asked.get(champ)
  if (known) clearTimeout(known)
  asked.set(
    champ,
    setTimeout(() => ask(champ), DELAY_MS),
  )
}

/** Completes « 12 » and « 12/8 » before the field is left. */
export function finishDate(field) {
  const champ = dateOf(field)
  if (!champ || field !== boxOf(champ, 'valeur') || !champ.dataset.precedent) return
  const previous = JSON.parse(champ.dataset.precedent)
  const [, rest, year] = /^\d\d(\/\d\d(\/\d{4}))$/.exec(previous[field.name] || '') || []
  const isSame = previous[boxOf(champ, 'calendrier').name] === boxOf(champ, 'calendrier').value
  const typed = field.value.trim()
  if (!year || !isSame) return
  if (/^\d{1,2}$/.test(typed)) field.value = typed + rest
  else if (/^\d{1,2}\/\d{1,2}$/.test(typed)) field.value = typed + year
  else return
  champ.dispatchEvent(new CustomEvent('saisie:rempli', { bubbles: true }))
}

/** Something changed in a date, or in whatever is beneath `target`. */
export function dateChanged(target) {
  const champ = dateOf(target)
  if (champ) later(champ)
  else for (const date of target.querySelectorAll('.champ-date')) later(champOf(date))
}

/** « Lire … dans le calendrier républicain »: chosen by a person, never by itself. */
export function takeCalendar(button) {
  const champ = dateOf(button)
  if (!champ) return
  boxOf(champ, 'calendrier').value = button.dataset.calendrier
  boxOf(champ, 'valeur').focus()
  champ.dispatchEvent(new CustomEvent('saisie:rempli', { bubbles: true }))
}
