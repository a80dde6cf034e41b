// Sends what waits (file-depot.js), one by one, oldest first, for the person who typed it: POST /sources/:id/releves, whose answer
// tells whether it is stored (releves/routes/queue.tsx). Whatever else comes back (no line, a page of somebody's network, a server in
// trouble) says nothing of the record: it stays, and is sent again.
import { isHeld, mint, oldest, settle, takeTurn } from './file-depot.js'

const TIMEOUT_MS = 10_000
/** Longer than one sending: a tab that is gone holds the others up for so long. */
const TURN_MS = 12_000
const FIRST_MS = 3_000
const LONGEST_MS = 60_000
/** After so many of them the record is suspected of being their cause: others pass it, and it is tried again later. */
const FAULTS = 3
/** Where so many fall one after the other it is rather the server; the next time twice as many are tried. */
const FALLEN = 5
const MOST_FALLEN = 60
const LATEST_MS = 600_000

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
async function post({ jeton, source, valeurs, brouillon, suit, avant }, csrf) {
  const body = new URLSearchParams(valeurs)
  const more = { _envoi: jeton, _brouillon: brouillon, _suit: suit, _avant: avant }
  for (const name of Object.keys(more)) if (more[name]) body.append(name, more[name])
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

/**
 * Whoever logged in again, in another tab, has another token: every form of this page takes it, where it is the same person's. Is it
 * another than the one we had?
 */
async function renewToken(person, old) {
  try {
    const answer = await fetch('/code-source', { credentials: 'same-origin' })
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const out = page.querySelector('form[action="/logout"]')
    if (out.dataset.utilisateur !== String(person)) return false
    const { value } = out.querySelector('[name="_csrf"]')
    for (const field of document.querySelectorAll('[name="_csrf"]')) field.value = value
    return value !== old
  } catch (_noLineOrNobody) {
    return false
  }
}

/** Its dates, or its place in the register, have no meaning without the act before; whole years lean on nothing. */
const leans = ({ valeurs }) =>
  valeurs.some(([name, value]) =>
    /\[valeur\]$/.test(name) ? value.trim() && !/\d{3}|\ban\b/i.test(value) : name === 'apres' && /\D/.test(value),
  )

const markOf = ({ jeton, rev }) => `${jeton} ${rev}`

export class Sender {
  /**
   * `person`, and `csrf()`, the token of the page. `told(what, entry, answer)` hears 'envoi' before a record goes, then what became of
   * it: 'stored', 'draft' (`answer.motif` says why), 'refused' (it stays here), 'late' (the server falls over it), 'line', 'session';
   * 'rest' once nothing is left.
   */
  constructor(person, csrf, told) {
    Object.assign(this, { person, csrf, told, delay: FIRST_MS, isOn: false, done: '' })
    /** By their marks those that the server fell over: for how long they are passed; those since it last stored one. */
    Object.assign(this, { late: new Map(), faults: 0, fallen: [], mostFallen: FALLEN })
  }

  /** Sends all that it can; perhaps the line is back. `isAsked`: those too that were to be tried later. */
  again(isAsked) {
    Object.assign(this, { delay: FIRST_MS, done: '' })
    if (isAsked) for (const one of this.late.values()) one.until = 0
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

  pause() {
    const { delay } = this
    this.delay = Math.min(2 * delay, LONGEST_MS)
    return this.later(delay)
  }

  isLate(entry) {
    return this.late.has(markOf(entry))
  }

  /** The next to go; `passed` holds afterwards what is tried later, and what leans on it. */
  next(passed) {
    const now = performance.now()
    return oldest(this.person, (entry) => {
      const late = this.late.get(markOf(entry))
      const isPassed = late ? late.until > now : passed.has(entry.suit) && leans(entry)
      if (isPassed) passed.add(entry.jeton)
      return !isPassed
    })
  }

  /** Sends one; is there perhaps another? */
  async one() {
    const passed = new Set()
    const entry = await this.next(passed)
    if (entry === null) return this.pause()
    if (!entry) {
      await this.told(passed.size > 0 ? 'late' : 'rest')
      return passed.size > 0 && this.later(LONGEST_MS)
    }
    if (isHeld(entry)) return this.later(Math.max(500, entry.tenu - Date.now()))
    // This device cannot let go of what is stored already.
    if (this.done === markOf(entry)) return this.pause()
    if (!(await takeTurn(tab, TURN_MS))) return this.later(FIRST_MS)
    await this.told('envoi', entry)
    const answer = await post(entry, this.csrf())
    return typeof answer === 'string' ? this.failed(entry, answer) : this.settled(entry, answer)
  }

  async settled(entry, answer) {
    this.late.delete(markOf(entry))
    Object.assign(this, { faults: 0, fallen: [], mostFallen: FALLEN, delay: FIRST_MS, done: markOf(entry) })
    const isKept = answer.id || answer.brouillon
    await settle(entry, isKept ? '' : answer.motif)
    const refused = isKept ? 'draft' : 'refused'
    await this.told(answer.motif ? refused : 'stored', entry, answer)
    return true
  }

  async failed(entry, answer) {
    if (answer === 'fault' && this.isPassedFrom(entry)) {
      await this.told('late', entry)
      return true
    }
    if (answer === 'session' && (await renewToken(this.person, this.csrf()))) return true
    await this.told(answer === 'session' ? answer : 'line', entry)
    // It goes with the next save, or when it is asked for.
    return answer !== 'session' && this.pause()
  }

  /** The server fell over this one: do others pass it from now on? */
  isPassedFrom(entry) {
    const { late, fallen } = this
    const mark = markOf(entry)
    const known = late.get(mark)
    if (!known) this.faults += 1
    if (!known && this.faults < FAULTS) return false
    const ms = known ? Math.min(2 * known.ms, LATEST_MS) : LONGEST_MS
    late.set(mark, { ms, until: performance.now() + ms })
    if (!known) fallen.push(mark)
    if (fallen.length < this.mostFallen) return true
    // None of them goes: they keep their order.
    for (const one of fallen) late.delete(one)
    Object.assign(this, { fallen: [], faults: 0, mostFallen: Math.min(2 * this.mostFallen, MOST_FALLEN) })
    return false
  }
}
