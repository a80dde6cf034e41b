// The other saisie-*.js know an entry form, form[data-saisie], by this: its fields, their values, what stands beside them.
const FIELDS = 'input:not([type="hidden"]):not([type="submit"]), select, textarea'
/** Fields of the record, and the place it is to be inserted at; tokens and buttons are none. */
const OF_RECORD = /^((texte:|recherche:)?data|etats)\[|^(apres|repere)$/

const desks = new WeakMap()
/** The component (saisie-poste.js) on whose sheet an element lies; undefined elsewhere. */
export const deskOf = (element) => desks.get(element.closest('[x-data="poste"], [x-data="tableau"]'))
export const openDesk = (root, desk) => desks.set(root, desk)

export const forms = () => Array.from(document.querySelectorAll('form[data-saisie]'))
export const formOf = (target) => (target instanceof Element ? target.closest('form[data-saisie]') : null)
export const champOf = (field) => field.closest('[data-champ]')
export const isField = (element) => element.matches(FIELDS)
export const saveButton = (form) => form.querySelector('[data-enregistrer]')

/** Told by what hides fields, not by whether they have a place: to ask for that has the page laid out. */
const isShown = (field) => !field.closest('[hidden], .sans-js, details:not([open])')

const isTyped = (field) => !field.disabled && field.dataset.etatDe === undefined && champOf(field) && isShown(field)

/** The fields one types in, in the order of the page; the select that tells the state of a field is not one of them. */
export function fieldsOf(form) {
  return Array.from(form.querySelectorAll(FIELDS)).filter(isTyped)
}

/** The next field where Enter stops, after this control of the form; null: the first of all. */
export function stopAfter(form, control, isWanted = () => true) {
  const controls = Array.from(form.querySelectorAll(FIELDS))
  return controls.slice(controls.indexOf(control) + 1).find((one) => isWanted(one) && isTyped(one) && isStop(one))
}

/** Does Enter stop here? Not in a calendar, not in what was taken over from the record before, not in what is always passed. */
export function isStop(field) {
  const champ = champOf(field)
  return champ.dataset.repris === undefined && !champ.closest('[data-passes]') && !field.name.endsWith('[calendrier]')
}

/** All that the record is told by; not by `elements`, which a state that is « sûr » is none of (`applyState`). */
const controlsOf = (form) => Array.from(form.querySelectorAll('[name]')).filter(({ name }) => OF_RECORD.test(name))

export const valuesOf = (form) => controlsOf(form).map(({ name, value }) => [name, value])

/** Puts values in the fields of these names; says so once, so that whatever depends on them follows. */
export function fill(root, values) {
  for (const field of root.querySelectorAll('[name]')) {
    if (OF_RECORD.test(field.name) && values[field.name] !== undefined) field.value = values[field.name]
  }
  root.querySelectorAll('select[data-etat-de]').forEach(applyState)
  root.dispatchEvent(new CustomEvent('saisie:rempli', { bubbles: true }))
}

/** Gives every field of the record its value for a new record: the one given, or what an empty form holds. Nobody is told. */
export function begin(form, values) {
  for (const field of controlsOf(form)) {
    const value = values[field.name] === undefined ? '' : values[field.name]
    // The page is drawn anew where something was written, even the same.
    if (field.value !== value) field.value = value
    // A value that a list does not offer (an empty calendar, a choice that is gone) is its first choice, as in a page that arrives.
    if (field.selectedIndex === -1) field.selectedIndex = 0
  }
  form.querySelectorAll('select[data-etat-de]').forEach(applyState)
}

/** A field that the register does not give takes no value: disabled, so that it is not sent. What was typed comes back with « sûr ». */
export function applyState(select) {
  const field = document.getElementById(select.dataset.etatDe)
  if (field) field.disabled = select.value === 'illisible' || select.value === 'absent'
  const isSure = select.value === 'sur'
  champOf(select).classList.toggle('saisie-marque', !isSure)
  // The keys set it; Tab only stops where there is something to take back. Written only where it changes: a form has fifty.
  const tab = isSure ? -1 : 0
  if (select.tabIndex === tab) return
  select.tabIndex = tab
  // « sûr » need not be sent, and is no part of the form: browsers that fill in forms go through all that is one at each key.
  if (isSure) select.setAttribute('form', '')
  else select.removeAttribute('form')
}

/** Says something beside the buttons of the form; `undo`: { label, run } of a button that takes it back. */
export function tellState(form, sentence, undo) {
  const desk = deskOf(form)
  if (desk) desk.say(sentence, undo)
}

/** The token that lets a request of ours change something. */
export const tokenOf = (form) => form.elements._csrf.value

/** A few private words kept by this browser; a full or forbidden store is as good as none. */
export function read(key) {
  try {
    return localStorage.getItem(key)
  } catch (_refused) {
    return null
  }
}

export function write(key, text) {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
    return true
  } catch (_refused) {
    return false
  }
}
