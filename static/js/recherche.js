// The search page: a criterion that changes is looked for by itself, what is wrong with it stands beside its field, and the keyboard
// goes on from where it was. The form is an ordinary one; htmx swaps what follows it (recherche/views/swapped.ts).
const WAIT_MS = 250
const FORM = 'form[data-recherche]'

let timer

/** A place is known by its hidden id, which is empty while its name is typed: nothing to look for yet. */
function isUnderWay(field) {
  if (!field.matches('[data-combobox-id]') || field.value !== '') return false
  return field.closest('[data-combobox]').querySelector('[data-combobox-texte]').value.trim() !== ''
}

// Whoever goes on typing, in the next field perhaps, is not answered halfway: the search waits until that field is left.
let isDue = false

function askSoon(form, waitMs) {
  isDue = true
  clearTimeout(timer)
  timer = setTimeout(() => {
    isDue = false
    form.dispatchEvent(new CustomEvent('chercher'))
  }, waitMs)
}

document.addEventListener('change', ({ target }) => {
  const form = target.closest(FORM)
  if (form && !isUnderWay(target)) askSoon(form, target.matches('select') ? 0 : WAIT_MS)
})
document.addEventListener('input', ({ target }) => {
  if (target.matches('input')) clearTimeout(timer)
})
document.addEventListener('focusout', ({ target }) => {
  const form = target.closest(FORM)
  if (form && isDue) askSoon(form, WAIT_MS)
})
// Enter asks at once, and whoever asks so has said all: on a phone the form then folds, so that what was found is in view.
let isAsked = false

document.addEventListener('submit', () => {
  isAsked = true
  isDue = false
  clearTimeout(timer)
})

function describe(field, error) {
  const id = `${field.id}-erreur`
  const others = (field.getAttribute('aria-describedby') || '').split(' ').filter((one) => one && one !== id)
  const all = error ? others.concat(id) : others
  if (all.length > 0) field.setAttribute('aria-describedby', all.join(' '))
  else field.removeAttribute('aria-describedby')
}

function tell(link, form) {
  const field = form.querySelector(link.hash)
  if (!field) return
  const line = document.createElement('p')
  line.id = `${field.id}-erreur`
  line.className = 'erreur'
  line.textContent = link.dataset.erreur
  field.closest('.champ').appendChild(line)
  field.setAttribute('aria-invalid', 'true')
  describe(field, line.textContent)
  const fold = field.closest('details')
  if (fold) fold.open = true
}

function tellErrors(form, answer) {
  for (const line of form.querySelectorAll('.erreur')) line.remove()
  for (const field of form.querySelectorAll('[aria-invalid]')) {
    field.removeAttribute('aria-invalid')
    describe(field)
  }
  for (const link of answer.querySelectorAll('[data-erreur]')) tell(link, form)
}

function fold(form, answer) {
  for (const part of document.querySelectorAll('#recherche > .filtres-voir')) {
    part.hidden = false
    part.checked = false
  }
  if (form.offsetParent === null) answer.focus()
}

const giveUp = (element) => element.dispatchEvent(new CustomEvent('htmx:abort', { bubbles: true }))

// Results may still be counted when others replace them: a number that comes late would be put beside other results.
document.addEventListener('htmx:beforeSwap', ({ target }) => {
  for (const late of target.querySelectorAll('[hx-trigger="load"]')) giveUp(late)
})
// « Back » leaves what was asked last: its answer would come as a step forward.
window.addEventListener('popstate', () => {
  isDue = false
  clearTimeout(timer)
  const asking = document.getElementById('recherche')
  if (asking) giveUp(asking)
})

// A search asked for once more is no step of « Back ».
document.addEventListener('htmx:beforeHistoryUpdate', ({ detail }) => {
  if (detail.history.path === location.pathname + location.search) detail.history.type = 'replace'
})

document.addEventListener('htmx:afterSwap', ({ detail }) => {
  const { target, requestConfig } = detail
  const answer = document.getElementById('recherche-suite')
  if (!answer) return
  if (target.id === 'recherche-suite') {
    const top = document.querySelector('.erreurs[data-focus]')
    // It told what was wrong with the page as it was loaded.
    if (top) top.remove()
    const form = document.querySelector(FORM)
    tellErrors(form, answer)
    if (isAsked && answer.querySelector('#resultats')) fold(form, answer)
    isAsked = false
  } else if (target.id === 'recherche' && requestConfig.boosted) {
    answer.focus({ preventScroll: true })
    if (answer.getBoundingClientRect().top < 0) answer.scrollIntoView()
  }
})
