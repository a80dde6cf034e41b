// A save that finds no line waits and goes by itself, once: the token of the form sees to it. A session that has ended is told,
// with the way back. Typing takes a waiting save out of its wait.
import { forget, keepLocal, stateOf } from './saisie-brouillon.js'
import { formOf, forms, saveButton, tellState } from './saisie-champs.js'

const RETRY_MS = 5000

for (const type of ['input', 'saisie:rempli']) {
  document.addEventListener(type, ({ target }) => {
    const form = formOf(target)
    if (form && stateOf(form).waits) stopWaiting(form)
  })
}

function banner(form, sentence, link) {
  const known = form.querySelector('.saisie-bandeau')
  if (known) known.remove()
  if (!sentence) return
  const line = document.createElement('p')
  line.className = 'saisie-bandeau'
  line.setAttribute('role', 'alert')
  line.textContent = `${sentence} `
  if (link) {
    const anchor = document.createElement('a')
    anchor.href = link.href
    anchor.textContent = link.text
    line.appendChild(anchor)
  }
  form.querySelector('.actions').prepend(line)
}

function wait(form) {
  const state = stateOf(form)
  state.isSafe = keepLocal(form)
  clearTimeout(state.waits)
  state.waits = setTimeout(() => again(form), RETRY_MS)
  tellState(form, 'Hors connexion\u00a0: 1 relevé attend')
  banner(
    form,
    'Le serveur ne répond pas. Ce relevé attend\u00a0: il partira de lui-même dès que la ligne sera revenue.',
  )
}

function stopWaiting(form) {
  const state = stateOf(form)
  clearTimeout(state.waits)
  state.waits = null
  banner(form, '')
}

function again(form) {
  const state = stateOf(form)
  if (!state.waits || !form.isConnected) return
  clearTimeout(state.waits)
  if (!form.hasAttribute('hx-post')) stopWaiting(form)
  const button = state.button && form.contains(state.button) ? state.button : saveButton(form)
  button.click()
}

window.addEventListener('online', () => forms().forEach(again))

// Which of the buttons was pressed: the same goes again when the line is back. The second click of a double click may find the
// form of the next record, which nobody has filled in.
document.addEventListener(
  'click',
  (event) => {
    const button = event.target.closest('[data-enregistrer]')
    const form = button && formOf(button)
    if (!form) return
    if (event.detail > 1) event.preventDefault()
    else stateOf(form).button = button
  },
  true,
)

// A form that posts by itself leaves the page; without a line the browser would show its own page of errors instead.
document.addEventListener('submit', (event) => {
  const form = event.target
  if (form.dataset.saisie === undefined || form.hasAttribute('hx-post')) return
  if (navigator.onLine === false) {
    event.preventDefault()
    wait(form)
    return
  }
  const { button } = stateOf(form)
  // « Enregistrer comme nouveau relevé »: what was typed is no change of this one any more.
  if (button?.hasAttribute('formaction')) {
    forget(form)
    return
  }
  keepLocal(form, { envoye: true })
  Object.assign(stateOf(form), { isNew: false, isSafe: true })
})

document.addEventListener('htmx:beforeRequest', ({ target }) => {
  if (!formOf(target)) return
  const state = stateOf(target)
  clearTimeout(state.server)
  state.isSafe = keepLocal(target)
  if (!state.waits) tellState(target, 'Enregistrement…')
})

const isNext = (xhr) => /[?&]enregistre=/.test(xhr.getResponseHeader('HX-Replace-Url'))

function stored(form) {
  // Whatever hangs on the field that has the focus (suggestions, a date half typed) ends with the record. Nor has htmx to look
  // for the same field in the form that it swaps in.
  document.activeElement.blur()
  stopWaiting(form)
  forget(form)
}

// Before the form is swapped. And before htmx follows the answer of a session that has ended away from the form: the person decides when.
document.addEventListener('htmx:beforeOnLoad', (event) => {
  const { xhr } = event.detail
  const form = formOf(event.target)
  // The address of the next form tells that the record is stored; that of another page, that it was before, and that what was
  // changed since is a draft there.
  if (form && xhr.status === 200 && (xhr.getResponseHeader('HX-Redirect') || isNext(xhr))) stored(form)
  if (!form || xhr.status !== 401) return
  event.preventDefault()
  stopWaiting(form)
  Object.assign(stateOf(form), { isNew: true, isSafe: keepLocal(form) })
  tellState(form, 'Votre session est terminée, rien n’est encore enregistré.')
  const href = xhr.getResponseHeader('HX-Redirect') || '/login'
  banner(form, 'Votre session est terminée. Votre saisie est gardée\u00a0:', {
    href,
    text: 'reconnectez-vous pour la retrouver',
  })
})

for (const failure of ['htmx:sendError', 'htmx:timeout']) {
  // In the capture phase: the general notice of avis.js would come again at each attempt.
  document.addEventListener(
    failure,
    (event) => {
      const form = formOf(event.target)
      if (!form) return
      event.stopPropagation()
      Object.assign(stateOf(form), { isNew: true })
      wait(form)
    },
    true,
  )
}
const REFUSED = 'Rien n’est enregistré. Votre saisie est toujours là.'
/** The database fell silent with the record on its way; the token of the form sees to it that there is one. */
const UNCERTAIN =
  'Enregistrement non confirmé. Votre saisie est toujours là\u00a0: enregistrez de nouveau dans un moment.'

document.addEventListener('htmx:responseError', (event) => {
  const form = formOf(event.target)
  const { status } = event.detail.xhr
  if (!form || status === 401) return
  stopWaiting(form)
  Object.assign(stateOf(form), { isNew: true, isSafe: keepLocal(form) })
  tellState(form, status === 503 ? UNCERTAIN : REFUSED)
})
