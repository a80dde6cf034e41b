// Values that a closed tab, a crash or an ended session left in this browser come back into the form, unless another tab is at it.
import { isQueued } from './file-depot.js'
import { setPlace } from './file-formulaire.js'
import { bodyOf, isSecond, keepLocal, keyOf, PREFIX, pageOf, versionOf } from './saisie-brouillon.js'
import { fill, read, valuesOf, write } from './saisie-champs.js'

const CALL = 'releves.appel'
const ANSWER = 'releves.reponse'
const ANSWER_MS = 600
const MONTH_MS = 30 * 24 * 3600 * 1000
const WHEN = { day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit' }

/** A copy that cannot be read hides no other. */
function entryAt(key) {
  try {
    return JSON.parse(read(key) || '{}')
  } catch (_broken) {
    return { at: Date.now() }
  }
}

/** Where the act that waits for the line and was being corrected is to stand, when that is not where this form writes. */
const placeOf = (form, { corrige, page }) =>
  corrige !== undefined && page !== pageOf(form) && form.dataset.releve === undefined
    ? (page.match(`^s${form.dataset.source}a(.+)$`) || [])[1]
    : undefined

/** The newest entry comes first; those a month old go. */
function entriesOf(form) {
  const mine = `${PREFIX}${form.dataset.utilisateur}.`
  const found = []
  for (const key of keysOf(mine)) {
    const entry = entryAt(key)
    if (!entry.at || Date.now() - entry.at > MONTH_MS) write(key, null)
    else if (entry.page === pageOf(form) || placeOf(form, entry))
      found.push({ ...entry, key, cle: key.slice(mine.length) })
  }
  return found.sort((a, b) => b.at - a.at)
}

function keysOf(prefix) {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch (_forbidden) {
    return []
  }
}

/** Keys that another open page of this browser is working on: each of them answers the call. */
function takenKeys() {
  const taken = new Set()
  const heard = ({ key, newValue }) => key === ANSWER && newValue && taken.add(newValue.split('|')[0])
  window.addEventListener('storage', heard)
  write(CALL, `${Date.now()} ${Math.random()}`)
  return new Promise((done) =>
    setTimeout(() => {
      window.removeEventListener('storage', heard)
      done(taken)
    }, ANSWER_MS),
  )
}

const isSame = (form, entry) => JSON.stringify(valuesOf(form)) === JSON.stringify(entry.valeurs)

/** A form that left the page and is stored has nothing to bring back. */
const isDone = (form, entry) => entry.envoye && Number(entry.version) < Number(versionOf(form))

/** Makes the form that of the record that was left. */
function bringBack(form, entry) {
  form.dataset.cle = entry.cle
  const apres = placeOf(form, entry)
  if (apres) setPlace(form, { apres })
  if (entry.corrige !== undefined) form.dataset.corrige = ''
  if (form.elements._envoi) form.elements._envoi.value = entry.cle
  if (form.elements.version) form.elements.version.value = entry.version
  const waiting = document.querySelector(`[data-brouillon-attend="${entry.cle}"]`)
  if (waiting) waiting.remove()
  const values = {}
  for (const [name, value] of entry.valeurs) values[name] = value
  fill(form, values)
  const { activeElement } = document
  const fields = Array.from(form.querySelectorAll('[data-champ] input, [data-champ] textarea'))
  const empty = fields.find((field) => field.type !== 'hidden' && !field.disabled && field.value === '')
  if (empty && (activeElement === document.body || form.contains(activeElement))) empty.focus()
}

/** Methods of the desk. */
export const lost = {
  /** A form begins. `isFirst`: with its page, when what a closed tab left is looked for. */
  startDraft(isFirst) {
    const { form } = this
    const isRefused = form.querySelector('[aria-invalid="true"]') !== null
    const isDraft = document.querySelector('#saisie-avis .retrouve[role="status"]') !== null
    // Both hold what was typed and is not stored.
    if (isRefused || isDraft) Object.assign(this.releve, { isNew: true, isSafe: keepLocal(form), isSent: false })
    else if (isFirst) this.restore()
  },

  async restore() {
    const { form } = this
    const entries = entriesOf(form)
    for (const entry of entries.filter((one) => isDone(form, one) || isSame(form, one))) write(entry.key, null)
    const left = entries.filter((entry) => !isDone(form, entry) && !isSame(form, entry))
    if (left.length === 0) return
    const taken = await takenKeys()
    // A copy that outlived the save, in a browser that fell over.
    for (const one of left) if (one.corrige === undefined && (await isQueued(one.cle))) taken.add(one.key)
    const entry = left.find(({ key }) => !taken.has(key))
    if (!entry || this.releve.isNew || !form.isConnected) return
    bringBack(form, entry)
    this.back = new Date(entry.at).toLocaleString('fr-FR', WHEN)
  },

  /** Another page of this browser asks which records are being worked on. */
  called({ key }) {
    if (key === CALL && this.releve.isNew) write(ANSWER, `${keyOf(this.form)}|${Date.now()}`)
  },

  /** « Jeter cette saisie », of what came back. */
  async discard() {
    const body = bodyOf(this.form, [])
    this.forget()
    const asked = { method: 'POST', credentials: 'same-origin', body }
    if (!isSecond(this.form)) await fetch('/brouillons', asked).catch(() => undefined)
    location.assign(location.pathname)
  },

  /** « Jeter » of a draft: the copy of this browser goes with it. */
  thrown(cle) {
    const { form } = this
    write(`${PREFIX}${form.dataset.utilisateur}.${cle}`, null)
    if (form.dataset.cle === cle) this.forget()
  },
}
