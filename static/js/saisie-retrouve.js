// Values that a closed tab, a crash or an ended session left in this browser come back into the form, unless another tab is at it.
import { bodyOf, forget, keepLocal, keyOf, PREFIX, pageOf, stateOf, versionOf } from './saisie-brouillon.js'
import { fill, forms, read, valuesOf, write } from './saisie-champs.js'

const CALL = 'releves.appel'
const ANSWER = 'releves.reponse'
const ANSWER_MS = 600
const MONTH_MS = 30 * 24 * 3600 * 1000

/** The newest entry comes first; those a month old go. */
function entriesOf(form) {
  const mine = `${PREFIX}${form.dataset.utilisateur}.`
  const found = []
  for (const key of keysOf(mine)) {
    const entry = JSON.parse(read(key) || '{}')
    if (!entry.at || Date.now() - entry.at > MONTH_MS) write(key, null)
    else if (entry.page === pageOf(form)) found.push({ ...entry, key, cle: key.slice(mine.length) })
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

window.addEventListener('storage', ({ key }) => {
  if (key !== CALL) return
  for (const form of forms().filter((one) => stateOf(one).isNew)) write(ANSWER, `${keyOf(form)}|${Date.now()}`)
})

function bringBack(form, entry) {
  form.dataset.cle = entry.cle
  if (form.elements._envoi) form.elements._envoi.value = entry.cle
  if (form.elements.version) form.elements.version.value = entry.version
  const waiting = document.querySelector(`[data-brouillon-attend="${entry.cle}"]`)
  if (waiting) waiting.remove()
  fill(form, Object.fromEntries(entry.valeurs))
  tellBack(form, entry)
  const { activeElement } = document
  const fields = Array.from(form.querySelectorAll('[data-champ] input, [data-champ] textarea'))
  const empty = fields.find((field) => field.type !== 'hidden' && !field.disabled && field.value === '')
  if (empty && (activeElement === document.body || form.contains(activeElement))) empty.focus()
}

function tellBack(form, { at }) {
  const when = new Date(at).toLocaleString('fr-FR', {
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
  })
  const notice = document.createElement('div')
  notice.className = 'retrouve'
  notice.setAttribute('role', 'status')
  notice.textContent = `Voici ce que vous aviez saisi le ${when}. Ce n’est pas encore enregistré. `
  const discard = document.createElement('button')
  discard.type = 'button'
  discard.className = 'bouton-texte'
  discard.textContent = 'Jeter cette saisie'
  discard.addEventListener('click', async () => {
    const body = bodyOf(form, [])
    forget(form)
    await fetch('/brouillons', { method: 'POST', credentials: 'same-origin', body }).catch(() => undefined)
    location.assign(location.pathname)
  })
  notice.appendChild(discard)
  document.getElementById('saisie-avis').append(notice)
}

const isSame = (form, entry) => JSON.stringify(valuesOf(form)) === JSON.stringify(entry.valeurs)

/** A form that left the page and is stored has nothing to bring back. */
const isDone = (form, entry) => entry.envoye && Number(entry.version) < Number(versionOf(form))

async function restore(form) {
  const entries = entriesOf(form)
  for (const entry of entries.filter((one) => isDone(form, one) || isSame(form, one))) write(entry.key, null)
  const left = entries.filter((entry) => !isDone(form, entry) && !isSame(form, entry))
  if (left.length === 0) return
  const taken = await takenKeys()
  const entry = left.find(({ key }) => !taken.has(key))
  if (entry && !stateOf(form).isNew && form.isConnected) bringBack(form, entry)
}

/** A form begins. `isFirst`: with its page, when what a closed tab left is looked for. */
export function startDraft(form, isFirst) {
  const isRefused = form.querySelector('[aria-invalid="true"]') !== null
  const isDraft = document.querySelector('.retrouve[role="status"]') !== null
  // Both hold what was typed and is not stored.
  if (isRefused || isDraft) Object.assign(stateOf(form), { isNew: true, isSafe: keepLocal(form), isSent: false })
  else if (isFirst) restore(form)
}

// « Jeter »: the copy of this browser goes with the draft.
document.addEventListener('submit', ({ target }) => {
  const button = target.querySelector('[data-jeter]')
  if (!button) return
  for (const form of forms()) {
    write(`${PREFIX}${form.dataset.utilisateur}.${button.dataset.jeter}`, null)
    if (form.dataset.cle === button.dataset.jeter) forget(form)
  }
})
