// Nothing typed is lost: kept in this browser (localStorage), and as a draft on the server (POST /brouillons). Whoever types without
// a pause is no worse off: both are made at a bounded time after the first key that they lack.
import { formOf, forms, tellState, tokenOf, valuesOf, write } from './saisie-champs.js'
import { isOnItsWay } from './saisie-envoi.js'

export const PREFIX = 'releves.saisie.'
/** From the first key that the copy lacks. */
const LOCAL_MS = 500
/** From the last key to a draft, and from the first one that the draft lacks. */
const PAUSE_MS = 2000
const SERVER_MS = 4000

/** Per form: what is under way. `isNew`: typed since the last save; `isSafe`: kept somewhere; `waits`: the save that has no line. */
const states = new WeakMap()
export const stateOf = (form) => {
  if (!states.has(form)) states.set(form, { isNew: false, isSafe: true, isSent: true, since: 0, waits: null })
  return states.get(form)
}

export const keyOf = ({ dataset }) => `${PREFIX}${dataset.utilisateur}.${dataset.cle}`
export const pageOf = ({ dataset }) => (dataset.releve ? `r${dataset.releve}` : `s${dataset.source}`)
export const versionOf = (form) => (form.elements.version ? form.elements.version.value : '0')

/** May the page be left without a word? What is kept comes back. */
export const keepSafe = (form) => !stateOf(form).isNew || stateOf(form).isSafe

export function keepLocal(form, more) {
  const entry = { page: pageOf(form), version: versionOf(form), at: Date.now(), valeurs: valuesOf(form), ...more }
  return write(keyOf(form), JSON.stringify(entry))
}

export function bodyOf(form, values) {
  const { source, releve = '', cle } = form.dataset
  const body = new URLSearchParams({ _csrf: tokenOf(form), source, releve, cle, version: versionOf(form) })
  for (const [name, value] of values) body.append(name, value)
  return body
}

async function keepOnServer(form) {
  const state = stateOf(form)
  // One at a time, so that none overtakes a newer one: what was typed meanwhile goes when it is answered.
  if (!state.isNew || state.isSent || state.isSending) return
  const headers = { 'X-CSRF-Token': tokenOf(form), 'HX-Request': 'true' }
  const body = bodyOf(form, valuesOf(form))
  Object.assign(state, { isSent: true, isSending: true, since: 0 })
  const isKept = await fetch('/brouillons', { method: 'POST', credentials: 'same-origin', headers, body }).then(
    ({ ok }) => ok,
    () => false,
  )
  const isAll = state.isSent
  Object.assign(state, { isSent: isKept && isAll, isSending: false })
  if (state.isSent) state.isSafe = true
  // A draft that is answered late has nothing to say of a record on its way.
  if (isAll && state.isNew && !state.waits && !isOnItsWay(form)) tellKept(form, state)
  if (!isAll && state.isNew) keepSoon(form, state)
}

function tellKept(form, { isSent, isSafe }) {
  if (isSent) tellState(form, 'Brouillon gardé, pas encore enregistré')
  else if (isSafe) tellState(form, 'Brouillon gardé sur cet appareil, pas encore enregistré')
}

function keepSoon(form, state) {
  if (!state.local) {
    state.local = setTimeout(() => {
      state.local = null
      state.isSafe = keepLocal(form)
    }, LOCAL_MS)
  }
  const now = Date.now()
  if (!state.since) state.since = now
  clearTimeout(state.server)
  state.server = setTimeout(() => keepOnServer(form), Math.max(0, Math.min(PAUSE_MS, state.since + SERVER_MS - now)))
}

function typed(form) {
  const state = stateOf(form)
  Object.assign(state, { isNew: true, isSafe: false, isSent: false })
  tellState(form, 'Modifications non enregistrées')
  keepSoon(form, state)
}

/** The form is stored, or thrown away. What is still under way for it has nothing to say to the record that comes next. */
export function forget(form) {
  const state = stateOf(form)
  clearTimeout(state.local)
  clearTimeout(state.server)
  clearTimeout(state.waits)
  Object.assign(state, { isNew: false, waits: null })
  states.delete(form)
  write(keyOf(form), null)
}

for (const type of ['input', 'saisie:rempli']) {
  document.addEventListener(type, ({ target }) => {
    const form = formOf(target)
    if (form) typed(form)
  })
}

const unsaved = () => forms().filter((form) => stateOf(form).isNew)

// Before the question whether to leave: what is kept now need not be asked about. What is only on its way to the server may
// never come there, and counts for nothing.
window.addEventListener('beforeunload', () => {
  for (const form of unsaved()) if (keepLocal(form)) stateOf(form).isSafe = true
})

// The tab goes, or the telephone turns to something else: perhaps for good.
function leave() {
  for (const form of unsaved()) {
    if (keepLocal(form)) stateOf(form).isSafe = true
    if (!stateOf(form).isSent && navigator.sendBeacon) navigator.sendBeacon('/brouillons', bodyOf(form, valuesOf(form)))
  }
}
window.addEventListener('pagehide', leave)
document.addEventListener('visibilitychange', () => document.hidden && leave())
