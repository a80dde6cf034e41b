// The queue of the records that were saved without a line, on this device: in IndexedDB, or in localStorage where that is refused or
// full. An entry is { format, jeton, personne, nom, source, valeurs: [[name, value]…], brouillon, at, rev, tenu, motif }: `at`
// orders them, `rev` grows with each correction, `tenu` is until when somebody has it in hand, `motif` why it was refused; `suit` is the
// token of the act typed before it, which its dates may lean on, `avant` the number of that act where it was stored. The form of an
// entry outlives programs: members are added, none changes its meaning.
import { answer, baseOf, LATE } from './file-base.js'
import { read, write } from './saisie-champs.js'

const ACTS = 'actes'
const TURN = 'tour'
const within = baseOf(
  'releves-file',
  (db) => {
    const acts = db.createObjectStore(ACTS, { keyPath: 'at' })
    acts.createIndex('jeton', 'jeton', { unique: true })
    acts.createIndex('pile', 'pile')
    db.createObjectStore(TURN)
  },
  TURN,
)
/** Pile of the tokens that were answered last: a copy of such a record in localStorage, whose end is written late, is of no use. */
const DONE = 'fait'
const DONE_KEPT = 20
const LOCAL = 'releves.file.'
/** Tells other tabs and other pages who has how many: [[person, name, count]…]; none where no desk was ever opened on this device. */
export const FLAG = 'releves.file'
/** A clock that was set back must not keep an act, or the turn, for a year. */
const LONGEST_MS = 180_000

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'
/** 160 random bits in the letters of the server's own tokens. */
export const mint = () => Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => ALPHABET[byte & 31]).join('')

/** An entry that cannot be read stays where it lies, and hides nothing else. */
function entryAt(key) {
  try {
    const entry = JSON.parse(read(key))
    return Array.isArray(entry.valeurs) && entry
  } catch (_broken) {
    return false
  }
}

/** Those that localStorage has, oldest first. */
function locals() {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(LOCAL))
    return keys
      .map(entryAt)
      .filter(Boolean)
      .sort((a, b) => a.at - b.at)
  } catch (_forbidden) {
    return []
  }
}

const localOf = (jeton) => locals().find((entry) => entry.jeton === jeton)
/** Those that wait and those that were refused lie apart. */
const pileOf = ({ personne, motif }) => personne + (motif ? '!' : '')
const isOpen = ({ motif }) => !motif
const isSoon = (until) => until > Date.now() && until < Date.now() + LONGEST_MS
export const isHeld = ({ tenu }) => isSoon(tenu)

function lasting(entry, known, last) {
  const at = known ? known.at : Math.max(Date.now(), last + 1)
  const next = Object.assign({ format: 1 }, entry, { at, rev: known ? known.rev + 1 : 1 })
  return Object.assign(next, { pile: pileOf(next) })
}

async function keepInBase(entry) {
  let kept
  await within(ACTS, 'readwrite', async (acts) => {
    const known = await answer(acts.index('jeton').get(entry.jeton))
    const last = await answer(acts.openKeyCursor(null, 'prev'))
    kept = lasting(entry, known, last ? last.key : 0)
    await answer(acts.put(kept))
  })
  return kept
}

/** Keeps an entry, in the place of the one of its token; rejects where this device takes none. */
export async function keep(entry) {
  let known = localOf(entry.jeton)
  try {
    if (!known) return await keepInBase(entry)
  } catch (_refused) {
    // Full, or forbidden: the other store perhaps, which from now on is the one that counts.
    known = await inBase(entry.jeton)
  }
  const kept = lasting(entry, known, (locals().pop() || { at: 0 }).at)
  if (!write(LOCAL + entry.jeton, JSON.stringify(kept))) throw new Error('full')
  return kept
}

const inBase = (jeton) =>
  within(ACTS, 'readonly', (acts) => answer(acts.index('jeton').get(jeton))).catch(() => undefined)

/** Takes it out of the base, which needs no room. */
const dropInBase = (jeton) =>
  within(ACTS, 'readwrite', async (acts) => {
    const at = await answer(acts.index('jeton').getKey(jeton))
    if (at !== undefined) await answer(acts.delete(at))
  }).catch(() => undefined)

/** Changes the entry of this token as `change` says: '' where it was answered, null where nobody needs it. Gives what it was. */
async function changed(jeton, change) {
  const local = localOf(jeton)
  if (local) {
    const next = change(local)
    write(LOCAL + jeton, next ? JSON.stringify(Object.assign(next, { pile: pileOf(next) })) : null)
    // One that was corrected when there was no more room lies there as it was before.
    if (!next) await dropInBase(jeton)
    return local
  }
  let isOver = false
  return within(ACTS, 'readwrite', async (acts) => {
    const known = await answer(acts.index('jeton').get(jeton))
    if (!known || known.pile === DONE) return undefined
    const next = change(Object.assign({}, known))
    isOver = next === ''
    const { at, rev } = known
    const done = { at, rev, jeton, pile: DONE }
    await answer(next === null ? acts.delete(at) : acts.put(next ? Object.assign(next, { pile: pileOf(next) }) : done))
    let left = (await answer(acts.index('pile').count(DONE))) - DONE_KEPT
    await cursorOf(acts, DONE, 'next', (_done, cursor) => {
      left -= 1
      if (left >= 0) cursor.delete()
      return left > 0
    })
    return known
    // Full to the last byte: it goes without a trace.
  }).catch(() => (isOver ? dropInBase(jeton) : undefined))
}

/** It was answered: gone, or kept with the reason; what was corrected meanwhile stays. */
export const settle = ({ jeton, rev }, motif) =>
  changed(jeton, (known) => (known.rev === rev ? motif && Object.assign(known, { motif }) : known))

/** It was refused, and is in its form. */
export const giveBack = ({ jeton, rev }) => changed(jeton, (known) => (known.rev === rev ? null : known))

const ALL = () => true

/** Somebody has it in hand for so many milliseconds, if `isWanted`; 0: no more, and it may go, refused or not. Gives what it was. */
export async function hold(jeton, ms, isWanted = ALL) {
  const take = (known) => Object.assign(known, { tenu: Date.now() + ms, motif: ms ? known.motif : '' })
  const was = await changed(jeton, (known) => (isWanted(known) ? take(Object.assign({}, known)) : known))
  return was && isWanted(was) ? was : undefined
}

/** Does it wait, or was it answered not long ago? */
export const isQueued = async (jeton) => Boolean(localOf(jeton) || (await inBase(jeton)))

export const discard = (jeton) => changed(jeton, () => null)

/** Walks through a pile; `seen` says false where it has enough. */
const cursorOf = (acts, pile, direction, seen) =>
  new Promise((resolve, reject) => {
    const request = acts.index('pile').openCursor(pile, direction)
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      const cursor = request.result
      if (!cursor || seen(cursor.value, cursor) === false) resolve()
      else cursor.continue()
    }
  })

/** The oldest of this person that waits, if `isWanted`; null where the base does not answer. */
export async function oldest(personne, isWanted) {
  const pile = String(personne)
  const mine = locals()
  const newer = new Set(mine.map(({ jeton }) => jeton))
  let found
  await within(ACTS, 'readonly', (acts) =>
    cursorOf(acts, pile, 'next', (entry) => {
      if (newer.has(entry.jeton) || !isWanted(entry)) return true
      found = entry
      return false
    }),
  ).catch(({ message }) => {
    if (message === LATE) found = null
  })
  const local = mine.find((entry) => entry.pile === pile && isWanted(entry))
  return local && (!found || local.at < found.at) ? local : found
}

/** Newest first, `max` at most: those of this person that wait, or that were refused, if `isWanted`. */
export async function newest(personne, max, { isRefused = false, isWanted = ALL } = {}) {
  const pile = personne + (isRefused ? '!' : '')
  const mine = locals()
  const found = mine.filter((entry) => entry.pile === pile && isWanted(entry))
  await within(ACTS, 'readonly', (acts) =>
    cursorOf(acts, pile, 'prev', (entry) => {
      if (isWanted(entry) && !mine.some(({ jeton }) => jeton === entry.jeton)) found.push(entry)
      return found.length < max
    }),
  ).catch(() => undefined)
  return found.sort((a, b) => b.at - a.at).slice(0, max)
}

/** [[person, name, waiting, refused]…] of everybody who has something here; told to other tabs and pages. */
export async function census() {
  const people = new Map()
  const count = (entry, n) => {
    const one = people.get(entry.personne) || [entry.personne, entry.nom, 0, 0]
    one[isOpen(entry) ? 2 : 3] += n
    people.set(entry.personne, one)
  }
  for (const entry of locals()) count(entry, 1)
  await within(ACTS, 'readonly', async (acts) => {
    const firsts = []
    await cursorOf(acts, null, 'nextunique', (entry) => firsts.push(entry) > 0)
    for (const entry of firsts.filter(({ pile }) => pile !== DONE))
      count(entry, await answer(acts.index('pile').count(entry.pile)))
  }).catch(() => undefined)
  const told = Array.from(people.values())
  const text = JSON.stringify(told)
  if (read(FLAG) !== text) write(FLAG, text)
  return told
}

/** Is it this tab that sends, for so many milliseconds? One at a time; 0 gives the turn away. */
export const takeTurn = (tab, ms) =>
  within(TURN, 'readwrite', async (turns) => {
    const held = await answer(turns.get(0))
    if (held && held.tab !== tab && isSoon(held.until)) return false
    await answer(turns.put({ tab, until: Date.now() + ms }, 0))
    return true
    // No store, no other tab that we could know of: the token sees to it that nothing is stored twice.
  }).catch(() => true)
