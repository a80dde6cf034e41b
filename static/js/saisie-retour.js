// Another act is opened on the desk, and the one in hand comes back with the cursor where it was.
import { fieldsOf } from './saisie-champs.js'

const keyOf = (cle) => `releves.curseur.${cle}`

/** For as long as the tab is open. */
function store(key, text) {
  try {
    if (text === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch (_refused) {
    // The cursor goes to the first empty field.
  }
}

function stored(key) {
  try {
    return sessionStorage.getItem(key)
  } catch (_refused) {
    return null
  }
}

/** Where in a text the cursor stands; numbers and lists know no such place. */
const placeIn = (field) => (typeof field.selectionStart === 'number' ? [field.selectionStart, field.selectionEnd] : [])

export function keepCursor(form, field) {
  if (field && form.contains(field)) store(keyOf(form.dataset.cle), JSON.stringify([field.name].concat(placeIn(field))))
}

/** Puts the cursor where it was in this form; false where nobody knows. */
export function backToCursor(form) {
  const key = keyOf(form.dataset.cle)
  const [name, start, end] = JSON.parse(stored(key) || '[]')
  store(key, null)
  const field = name && fieldsOf(form).find((one) => one.name === name)
  if (!field) return false
  field.focus({ preventScroll: true })
  if (start !== undefined && field.setSelectionRange) field.setSelectionRange(start, end)
  return true
}

/** Methods of the desk. */
export const corrections = {
  /** A request of htmx goes out, anywhere on the page: for another act, or back from it. */
  turning(event) {
    const { target } = event
    const isOpening = target.name === 'corriger'
    if (!isOpening && target.dataset.revenir === undefined) return
    // A record that waits without a line and was taken back into the form has its own way out.
    if (isOpening && this.aside) {
      event.preventDefault()
      this.say('Enregistrez d’abord ce relevé, repris pour être corrigé.')
      return
    }
    this.keepNow()
    if (isOpening) keepCursor(this.form, this.field)
    else this.sendDraft()
  },

  /** The link to the record before, in the form of a new one: opens it here. */
  opensHere(link) {
    const button = this.form.querySelector('[name="corriger"]')
    const [, id] = /\/releves\/(\d+)\//.exec(link.pathname) || []
    if (!button || !id) return false
    button.value = id
    button.click()
    return true
  },

  /** To the act in hand, what is not saved of this one being kept as its draft. */
  goBack() {
    const link = this.form.querySelector('[data-revenir]')
    if (link) link.click()
  },
}
