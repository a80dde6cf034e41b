// Nothing typed is lost: kept in this browser (localStorage), and as a draft on the server (POST /brouillons). Whoever types without
// a pause is no worse off: both are made at a bounded time after the first key that they lack.
import { tokenOf, valuesOf, write } from './saisie-champs.js'

export const PREFIX = 'releves.saisie.'
/** From the first key that the copy lacks. */
const LOCAL_MS = 500
/** From the last key to a draft, and from the first one that the draft lacks. */
const PAUSE_MS = 2000
const SERVER_MS = 4000

/** Tells how it stands with the record in hand; begins anew with each form and with each record that is stored. */
export const newRecord = () => ({
  /** Typed since the last save. */
  isNew: false,
  /** Kept somewhere: in this browser or as a draft. */
  isSafe: true,
  /** The server's draft has all of it, or is on its way with all of it. */
  isSent: true,
  /** A draft is on its way. */
  isDrafting: false,
  /** When the first key was typed that the draft lacks; 0: it lacks none. */
  since: 0,
  /** Timers of the copy, of the draft and of a save that waits for the line; null: none. */
  local: null,
  server: null,
  waits: null,
  /** The button that was pressed last: the same goes again when the line is back. */
  button: null,
})

export const keyOf = ({ dataset }) => `${PREFIX}${dataset.utilisateur}.${dataset.cle}`
export const pageOf = ({ dataset: { releve, source, apres } }) =>
  releve ? `r${releve}` : `s${source}${apres ? `a${apres}` : ''}`
/** A text typed a second time is no draft of a record: this browser alone keeps it. */
export const isSecond = ({ dataset }) => dataset.seconde !== undefined
export const versionOf = (form) => (form.elements.version ? form.elements.version.value : '0')

export function keepLocal(form, more) {
  // There where the form holds a record that waits (file-poste.js): the copy is newer than what goes.
  const { corrige } = form.dataset
  const entry = {
    page: pageOf(form),
    version: versionOf(form),
    at: Date.now(),
    valeurs: valuesOf(form),
    corrige,
    ...more,
  }
  return write(keyOf(form), JSON.stringify(entry))
}

export function bodyOf(form, values) {
  const { source, releve = '', cle } = form.dataset
  const body = new URLSearchParams({ _csrf: tokenOf(form), source, releve, cle, version: versionOf(form) })
  for (const [name, value] of values) body.append(name, value)
  return body
}

/** Sends the draft; is it kept? */
async function postDraft(form) {
  const headers = { 'X-CSRF-Token': tokenOf(form), 'HX-Request': 'true' }
  const body = bodyOf(form, valuesOf(form))
  try {
    return (await fetch('/brouillons', { method: 'POST', credentials: 'same-origin', headers, body })).ok
  } catch (_offline) {
    return false
  }
}

/** Methods of the desk. */
export const copies = {
  /** Something was typed, or filled in. */
  touched() {
    if (this.releve.waits) this.stopWaiting()
    this.holdOn()
    Object.assign(this.releve, { isNew: true, isSafe: false, isSent: false })
    this.say('Modifications non enregistrées')
    this.keepSoon()
  },

  keepSoon() {
    const { releve } = this
    if (!releve.local) {
      releve.local = setTimeout(() => {
        releve.local = null
        releve.isSafe = keepLocal(this.form)
        if (isSecond(this.form)) this.tellKept()
      }, LOCAL_MS)
    }
    if (isSecond(this.form)) return
    const now = Date.now()
    if (!releve.since) releve.since = now
    clearTimeout(releve.server)
    const ms = Math.max(0, Math.min(PAUSE_MS, releve.since + SERVER_MS - now))
    releve.server = setTimeout(() => this.keepOnServer(), ms)
  },

  async keepOnServer() {
    const { releve } = this
    // One at a time, so that none overtakes a newer one: what was typed meanwhile goes when it is answered.
    if (!releve.isNew || releve.isSent || releve.isDrafting) return
    Object.assign(releve, { isSent: true, isDrafting: true, since: 0 })
    const isKept = await postDraft(this.form)
    // Stored meanwhile, or thrown away: what was still under way has nothing to say to the record that comes next.
    if (releve !== this.releve) return
    const isAll = releve.isSent
    Object.assign(releve, { isSent: isKept && isAll, isDrafting: false })
    if (releve.isSent) releve.isSafe = true
    // A draft that is answered late has nothing to say of a record on its way.
    if (isAll && releve.isNew && !releve.waits && !this.onItsWay) this.tellKept()
    if (!isAll && releve.isNew) this.keepSoon()
  },

  tellKept() {
    const { isSent, isSafe } = this.releve
    if (isSent) this.say('Brouillon gardé, pas encore enregistré')
    else if (isSafe) this.say('Brouillon gardé sur cet appareil, pas encore enregistré')
  },

  /** A copy made now need not be asked about. A draft on its way to the server may never come there, and counts for nothing. */
  keepNow() {
    if (this.releve.isNew && keepLocal(this.form)) this.releve.isSafe = true
  },

  /** The draft goes with the page, where it lacks something. */
  sendDraft() {
    const { form, releve } = this
    if (releve.isNew && !releve.isSent && !isSecond(form) && navigator.sendBeacon)
      navigator.sendBeacon('/brouillons', bodyOf(form, valuesOf(form)))
  },

  /** The record is stored, or thrown away: nothing is kept of it, and the desk knows nothing of the next one. */
  forget() {
    this.stopTimers()
    this.releve = newRecord()
    write(keyOf(this.form), null)
  },

  stopTimers() {
    const { local, server, waits } = this.releve
    for (const timer of [local, server, waits]) clearTimeout(timer)
  },
}
