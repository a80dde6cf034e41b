// A date says at once what was understood of it: GET /dates/comprendre fills the line under its field. It also says what a short
// text becomes (« 15 », « la veille ») once the field is left, and which calendar alone a text can belong to.
import { champOf, deskOf, formOf } from './saisie-champs.js'
import { wholeDate } from './saisie-date-courte.js'

const DELAY_MS = 250
const states = new WeakMap()

const dateOf = (target) => {
  const champ = formOf(target) && champOf(target)
  return champ?.querySelector('.champ-date') ? champ : null
}
const PARTS = ['valeur', 'calendrier']
const boxOf = (champ, part) => champ.querySelector(`[name$="[${part}]"]`)
const boxesOf = (champ) => PARTS.map((part) => boxOf(champ, part))

/**
 * A date of the record in hand. `chosen`: somebody chose its calendar; `from`: the calendar that its text has turned; `told`: what
 * the server made of it, { typed, valeur, calendrier }; `shown`: both boxes as the line under them tells; `timer`: the question that waits.
 */
function stateOf(champ) {
  const { cle } = formOf(champ).dataset
  const state = states.get(champ)
  if (state && state.cle === cle) return state
  if (state) clearTimeout(state.timer)
  const fresh = { cle, chosen: false, from: null, told: null, shown: null, timer: 0 }
  states.set(champ, fresh)
  return fresh
}

/** The calendar in which a text is read, before it turned it. */
function calendarOf(champ) {
  const state = stateOf(champ)
  const { value } = boxOf(champ, 'calendrier')
  if (value !== 'republicain') state.from = null
  return state.from || value
}

/** The date of the record before, with its calendar. */
function beforeOf(champ) {
  const previous = JSON.parse(champ.dataset.precedent || '{}')
  return boxesOf(champ).map(({ name }) => previous[name] || '')
}

function queryOf(champ, valeur) {
  const form = formOf(champ)
  const calendrier = calendarOf(champ)
  const query = new URLSearchParams({ valeur, calendrier, source: form.dataset.source, champ: champ.dataset.champ })
  if (!stateOf(champ).chosen) query.set('suit', '1')
  const act = form.querySelector('[data-champ="date_evenement"]')
  const around = { avant: beforeOf(champ), acte: act ? boxesOf(act).map((box) => (box ? box.value : '')) : [''] }
  for (const name of Object.keys(around)) {
    if (!around[name][0]) continue
    query.set(name, around[name][0])
    query.set(`${name}_calendrier`, around[name][1])
  }
  return query
}

/** The calendar follows a text that can be of no other, and goes back with it. */
function turn(champ, calendrier) {
  const state = stateOf(champ)
  const own = calendarOf(champ)
  if (state.chosen || (!calendrier && !state.from)) return
  state.from = calendrier ? own : null
  boxOf(champ, 'calendrier').value = calendrier || own
}

function put(champ, { valeur, calendrier }) {
  boxOf(champ, 'valeur').value = valeur
  boxOf(champ, 'calendrier').value = calendrier
  const state = stateOf(champ)
  if (state.told) state.shown = [valeur, calendrier]
  champ.dispatchEvent(new CustomEvent('saisie:rempli', { bubbles: true }))
}

function tell(champ, { devient, devientCalendrier: calendrier }, typed) {
  const state = stateOf(champ)
  turn(champ, devient === typed ? calendrier : '')
  state.shown = boxesOf(champ).map(({ value }) => value)
  if (devient === undefined || devient === typed) return
  state.told = { typed, valeur: devient, calendrier }
  const isOnItsWay = Boolean(deskOf(champ)?.onItsWay)
  if (document.activeElement !== boxOf(champ, 'valeur') && !isOnItsWay) put(champ, state.told)
}

async function ask(champ) {
  const place = champ.querySelector('.compris')
  const box = boxOf(champ, 'valeur')
  const { cle } = stateOf(champ)
  const { value } = box
  try {
    const answer = await fetch(`/dates/comprendre?${queryOf(champ, value)}`, {
      credentials: 'same-origin',
      headers: { 'HX-Request': 'true' },
    })
    if (!answer.ok || answer.redirected) return
    const { body } = new DOMParser().parseFromString(await answer.text(), 'text/html')
    if (box.value !== value || stateOf(champ).cle !== cle) return
    const echo = body.querySelector('[data-echo]')
    place.textContent = ''
    for (const node of Array.from(echo.childNodes)) place.appendChild(document.importNode(node, true))
    tell(champ, echo.dataset, value)
  } catch (_offline) {
    place.textContent = ''
  }
}

function later(champ) {
  const state = stateOf(champ)
  clearTimeout(state.timer)
  // The server has said already what this is.
  const { shown } = state
  if (shown && boxesOf(champ).every(({ value }, at) => value === shown[at])) return
  Object.assign(state, { told: null, shown: null })
  state.timer = setTimeout(() => ask(champ), DELAY_MS)
}

/** Makes a short date whole before its field is left. A stored text that nobody touched stays. */
export function finishDate(field) {
  const champ = dateOf(field)
  if (!champ || field !== boxOf(champ, 'valeur') || field.value === field.defaultValue) return
  const { told } = stateOf(champ)
  const calendrier = calendarOf(champ)
  const [before, same] = beforeOf(champ)
  const valeur = same === calendrier ? wholeDate(field.value, calendrier, before) : ''
  if (told && told.typed === field.value) put(champ, told)
  else if (valeur) put(champ, { valeur, calendrier })
}

/** Something changed in a date, or in whatever is beneath `target`. */
export function dateChanged(target) {
  const champ = dateOf(target)
  if (champ && target === boxOf(champ, 'calendrier')) Object.assign(stateOf(champ), { chosen: true, from: null })
  if (champ) later(champ)
  else for (const date of target.querySelectorAll('.champ-date')) later(champOf(date))
}

/** « Lire … dans le calendrier grégorien », « Revenir au calendrier grégorien »: a person chooses. */
export function takeCalendar(button) {
  const champ = dateOf(button)
  if (!champ) return
  Object.assign(stateOf(champ), { chosen: true, from: null })
  boxOf(champ, 'calendrier').value = button.dataset.calendrier
  boxOf(champ, 'valeur').focus()
  champ.dispatchEvent(new CustomEvent('saisie:rempli', { bubbles: true }))
}
