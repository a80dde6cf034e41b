// Sends what waits (file-depot.js), one by one, oldest first, for the person who typed it: POST /sources/:id/releves, whose answer
// tells whether it is stored (releves/routes/queue.tsx). Whatever else comes back (no line, a page of somebody's network, a server in
// trouble) says nothing of the record: it stays, and is sent again.
import { isHeld, mint, oldest, settle, takeTurn } from './file-depot.js'

const TIMEOUT_MS = 10_000
/** Longer than one sending: a tab that is gone holds the others up for so long. */
const TURN_MS = 12_000
const FIRST_MS = 3_000
const LONGEST_MS = 60_000
/** After so many of them a record is suspected of being their cause. */
const FAULTS = 3

/** A name that the next page of this tab bears too. */
function tabName() {
  const name = mint()
  try {
    sessionStorage.fileOnglet = sessionStorage.fileOnglet || name
    return sessionStorage.fileOnglet
  } catch (_forbidden) {
    return name
  }
}
const tab = tabName()

/** Tells what an answer means that is no JSON of ours. Somebody else's 401 or 403 says nothing of our session. */
function said({ status, headers }) {
  if (status === 413) return { motif: 'Ce relevé est trop long.' }
  if ((status === 401 || status === 403) && headers.get('X-Request-Id')) return 'session'
  // Nobody has read the record: a page of somebody's network leads elsewhere (0), a proxy finds no server, the site is in maintenance.
  return status < 400 || status === 429 || status > 500 ? 'line' : 'fault'
}

/** 'line': nothing was said; 'session': somebody else's, or over; 'fault': the server fell over it. Else { id, brouillon, motif }. */
async function post({ jeton, source, valeurs, brouillon }, csrf) {
  const body = new URLSearchParams(valeurs)
  body.append('_envoi', jeton)
  if (brouillon) body.append('_brouillon', brouillon)
  const headers = { 'X-CSRF-Token': csrf, 'HX-Request': 'true', 'X-Releves-File': '1' }
  const cut = new AbortController()
  const timer = setTimeout(() => cut.abort(), TIMEOUT_MS)
  try {
    const options = {
      method: 'POST',
      credentials: 'same-origin',
      redirect: 'manual',
      signal: cut.signal,
      headers,
      body,
    }
    const answer = await fetch(`/sources/${source}/releves`, options)
    if (answer.status === 200 || answer.status === 422) {
      const told = await answer.json()
      return told.id || told.motif ? told : 'line'
    }
    return said(answer)
  } catch (_noLine) {
    return 'line'
  } finally {
    clearTimeout(timer)
  }
}

export class Sender {
  /**
   * `person`, and `csrf()`, the token of the page. `told(what, entry, answer)` hears 'envoi' before a record goes, then what became of
   * it: 'stored', 'draft' (`answer.motif` says why), 'refused' (it stays here), 'line', 'session'; 'rest' once nothing is left.
   */
  constructor(person, csrf, told) {
    Object.assign(this, { person, csrf, told, delay: FIRST_MS, faults: 0, suspect: null, isOn: false })
  }

  /** Sends all that it can; perhaps the line is back. */
  again() {
    this.delay = FIRST_MS
    return this.run()
  }

  async run() {
    if (this.isOn) return
    this.isOn = true
    clearTimeout(this.timer)
    try {
      while (await this.one());
    } finally {
      this.isOn = false
      await takeTurn(tab, 0)
    }
  }

  later(ms) {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.run(), ms)
    return false
  }

  /** Sends one; is there perhaps another? */
  async one() {
    const { person, suspect } = this
    const entry = await oldest(person, suspect ? suspect.at : 0)
    if (!entry) {
      this.suspect = null
      if (!suspect) await this.told('rest')
      return false
    }
    if (isHeld(entry)) return this.later(Math.max(500, entry.tenu - Date.now()))
    if (!(await takeTurn(tab, TURN_MS))) return this.later(FIRST_MS)
    await this.told('envoi', entry)
    const answer = await post(entry, this.csrf())
    return typeof answer === 'string' ? this.failed(entry, answer) : this.settled(entry, answer)
  }

  async settled(entry, answer) {
    if (this.suspect) await settle(this.suspect, 'Le serveur n’a pas pu traiter ce relevé.')
    Object.assign(this, { suspect: null, faults: 0, delay: FIRST_MS })
    const isKept = answer.id || answer.brouillon
    await settle(entry, isKept ? '' : answer.motif)
    const refused = isKept ? 'draft' : 'refused'
    await this.told(answer.motif ? refused : 'stored', entry, answer)
    return true
  }

  async failed(entry, answer) {
    // A record that the server falls over is passed once, to see whether it is the record or the server.
    if (answer === 'fault' && !this.suspect) this.faults += 1
    const isTried = this.faults >= FAULTS && !this.suspect
    this.suspect = isTried && (await oldest(this.person, entry.at)) ? entry : null
    if (this.suspect) return true
    if (isTried) this.faults = 0
    await this.told(answer === 'session' ? answer : 'line', entry)
    // It goes with the next save, or when it is asked for.
    if (answer === 'session') return false
    const { delay } = this
    this.delay = Math.min(2 * delay, LONGEST_MS)
    return this.later(delay)
  }
}
