// The entry form, form[data-saisie]: focus in the first empty field, Enter moves on, Ctrl+Enter saves, and a field said to be
// « illisible » or « absent » (select[data-etat-de="id"]) rests. The rest of the desk: saisie-*.js.
import './saisie-attente.js'
import { keepSafe } from './saisie-brouillon.js'
import {
  applyState,
  champOf,
  fieldsOf,
  formOf,
  forms,
  isField,
  isStop,
  markSkipped,
  saveButton,
} from './saisie-champs.js'
import './saisie-completion.js'
import { finishDate } from './saisie-dates.js'
import { typeAhead } from './saisie-envoi.js'
import { startDraft } from './saisie-retrouve.js'
import { nextRecord } from './saisie-suite.js'
import { pressed } from './saisie-touches.js'
import './saisie-vue.js'

function focusFirstEmpty(form) {
  const fields = fieldsOf(form).filter(isStop)
  const first = fields.find((field) => field.value === '')
  const field = first || fields[0]
  if (field) field.focus()
}

function goTo(field) {
  field.focus()
  if (field.select) field.select()
}

function moveOn(field, form) {
  const isAfter = (other) => field.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING
  const next = fieldsOf(form).find((other) => isAfter(other) && isStop(other))
  // After the last field comes the button that saves: one more Enter saves, a slip does not.
  if (next) goTo(next)
  else saveButton(form).focus()
}

function moveBack(field, form) {
  const before = fieldsOf(form).filter((other) => !other.name.endsWith('[calendrier]'))
  const at = before.findIndex((other) => champOf(other) === champOf(field))
  const previous = isField(field) ? before[at - 1] : before[before.length - 1]
  if (previous) goTo(previous)
}

function save(form, withoutCarry) {
  const button = (withoutCarry && form.querySelector('[data-sans-reprise]')) || saveButton(form)
  if (button && !button.disabled) button.click()
}

function enter(event, form) {
  const { target } = event
  const isText = isField(target) && target.tagName !== 'TEXTAREA'
  const isSaving = event.ctrlKey || event.metaKey || target.matches('[data-enregistrer]')
  // A key held down saves once: the next form, still empty, must not be sent too.
  if (event.repeat && isSaving) event.preventDefault()
  else if (event.ctrlKey || event.metaKey) {
    event.preventDefault()
    finishDate(target)
    save(form, event.shiftKey)
  } else if (event.shiftKey && (isField(target) || target === saveButton(form))) {
    event.preventDefault()
    moveBack(target, form)
  } else if (!event.altKey && isText) {
    event.preventDefault()
    finishDate(target)
    moveOn(target, form)
  }
}

document.addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.isComposing) return
  const form = formOf(event.target)
  if (form && event.key === 'Enter') enter(event, form)
  else pressed(event, form, (field) => moveOn(field, form))
})

function begin(form) {
  focusFirstEmpty(form)
  typeAhead((field) => {
    finishDate(field)
    moveOn(field, form)
  })
}

function start({ type }) {
  for (const form of forms()) {
    if (form.dataset.pret !== undefined) continue
    form.dataset.pret = ''
    // A page that is reloaded may get back the token that the page before it ended with.
    if (form.elements._envoi) form.elements._envoi.value = form.dataset.cle
    form.querySelectorAll('select[data-etat-de]').forEach(applyState)
    markSkipped(form)
    const tools = form.querySelector('.saisie-outils')
    if (tools) tools.hidden = false
    startDraft(form, type === 'DOMContentLoaded')
    // Whoever clicked in a field while the page was loading stays there. After a swap htmx puts the focus back where it
    // was in the form before, which says nothing about the next one. A summary of errors has the focus, and keeps it.
    const taken = type === 'DOMContentLoaded' && form.contains(document.activeElement)
    if (!taken && !document.querySelector('[data-focus]')) begin(form)
  }
}

document.addEventListener('htmx:afterSettle', ({ target }) => {
  if (target.dataset.suite === undefined) return
  const [form] = forms()
  nextRecord(form, JSON.parse(target.dataset.suite))
  begin(form)
})

document.addEventListener('change', (event) => {
  const { target } = event
  if (target instanceof HTMLSelectElement && target.dataset.etatDe !== undefined) applyState(target)
})

// A value that was taken over and then typed in is the person's own.
document.addEventListener('input', (event) => {
  const champ = formOf(event.target) && champOf(event.target)
  if (champ) delete champ.dataset.repris
})

window.addEventListener('beforeunload', (event) => {
  if (forms().every(keepSafe)) return
  event.preventDefault()
  event.returnValue = ''
})

document.addEventListener('DOMContentLoaded', start)
document.addEventListener('htmx:afterSettle', start)
