// The entry form, form[data-saisie]: focus in the first empty field, Enter moves on, Ctrl+Enter saves, a word before what is
// typed would be lost, and a field said to be « illisible » or « absent » (select[data-etat-de="id"]) rests.
const FIELDS = 'input:not([type="hidden"]):not([type="submit"]), select, textarea'
const unsaved = new WeakSet()

const forms = () => Array.from(document.querySelectorAll('form[data-saisie]'))
const formOf = (target) => (target instanceof Element ? target.closest('form[data-saisie]') : null)

/** The fields one types in, in the order of the page; the select that tells the state of a field is not one of them. */
function fieldsOf(form) {
  return Array.from(form.querySelectorAll(FIELDS)).filter(
    (field) => !field.disabled && field.offsetParent !== null && field.dataset.etatDe === undefined,
  )
}

function focusFirstEmpty(form) {
  const fields = fieldsOf(form)
  const first = fields.find((field) => field.type !== 'checkbox' && field.type !== 'radio' && field.value === '')
  const field = first || fields[0]
  if (field) field.focus()
}

function moveOn(event, form) {
  const fields = fieldsOf(form)
  const next = fields[fields.indexOf(event.target) + 1]
  event.preventDefault()
  // After the last field comes the button that saves: one more Enter saves, a slip does not.
  const target = next || saveButton(form)
  if (target) target.focus()
  if (next?.select && next.type !== 'checkbox' && next.type !== 'radio') next.select()
}

const saveButton = (form) => form.querySelector('[data-enregistrer]') || form.querySelector('[type="submit"].principal')

function tellState(form, sentence) {
  const place = form.querySelector('[data-saisie-etat]') || document.querySelector('[data-saisie-etat]')
  if (place && place.textContent !== sentence) place.textContent = sentence
}

/** A field that the register does not give takes no value: disabled, so that it is not sent. What was typed comes back with « sûr ». */
function applyState(select) {
  const field = document.getElementById(select.dataset.etatDe)
  if (field) field.disabled = select.value === 'illisible' || select.value === 'absent'
}

function start(event) {
  for (const form of forms()) {
    if (form.dataset.pret !== undefined) continue
    form.dataset.pret = ''
    form.querySelectorAll('select[data-etat-de]').forEach(applyState)
    // A form that came back refused holds what was typed and is nowhere else.
    if (form.querySelector('[aria-invalid="true"]')) unsaved.add(form)
    // Whoever clicked in a field while the page was loading stays there. After a swap htmx puts the focus back where it
    // was in the form before, which says nothing about the next one. A summary of errors has the focus, and keeps it.
    const taken = event.type === 'DOMContentLoaded' && form.contains(document.activeElement)
    if (!taken && !document.querySelector('[data-focus]')) focusFirstEmpty(form)
  }
}

document.addEventListener('keydown', (event) => {
  const form = formOf(event.target)
  if (!form || event.defaultPrevented || event.key !== 'Enter' || event.isComposing) return
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault()
    const button = saveButton(form)
    if (button && !button.disabled) button.click()
  } else if (!event.altKey && !event.shiftKey && event.target.matches(FIELDS) && event.target.tagName !== 'TEXTAREA') {
    moveOn(event, form)
  }
})

document.addEventListener('input', (event) => {
  const form = formOf(event.target)
  if (!form) return
  unsaved.add(form)
  tellState(form, 'Modifications non enregistrées')
})

document.addEventListener('change', (event) => {
  if (event.target instanceof HTMLSelectElement && event.target.dataset.etatDe !== undefined) applyState(event.target)
})

// A plain submit leaves the page on purpose; htmx replaces the form, and a new form has nothing unsaved.
document.addEventListener('submit', (event) => unsaved.delete(event.target))
document.addEventListener('htmx:beforeRequest', (event) => {
  if (formOf(event.target)) tellState(event.target, 'Enregistrement…')
})
for (const failure of ['htmx:sendError', 'htmx:responseError', 'htmx:timeout']) {
  document.addEventListener(failure, (event) => {
    const form = formOf(event.target)
    if (!form) return
    unsaved.add(form)
    tellState(form, 'Le serveur n’a pas répondu, rien n’est enregistré. Votre saisie est toujours là.')
  })
}

window.addEventListener('beforeunload', (event) => {
  if (!forms().some((form) => unsaved.has(form))) return
  event.preventDefault()
  event.returnValue = ''
})

document.addEventListener('DOMContentLoaded', start)
document.addEventListener('htmx:afterSettle', start)
