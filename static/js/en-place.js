// A field edited where it is shown (releves/views/inline): the link a.modifier of a value leads to a page of its own, of which the
// form takes the place of the element around the link. The form has the focus, Escape gives up, and what is shown again has the
// focus on its link, so that the keyboard goes on from there.
import { isPlain } from './clic.js'

const CONTROLS = 'input:not([type="hidden"]), select, textarea'

/** `vue` of the address: how the value looks that comes back. */
function viewOf(link) {
  const cell = link.closest('th, td')
  if (!cell) return 'fiche'
  return cell.matches('th') ? 'tete' : 'liste'
}

document.addEventListener('click', (event) => {
  const link = event.target.closest('a.modifier')
  if (!link || !isPlain(event)) return
  event.preventDefault()
  window.htmx.ajax('GET', `${link.getAttribute('href')}?vue=${viewOf(link)}`, {
    source: link,
    target: link.parentNode,
    select: '.en-place, .en-place-forme',
    swap: 'outerHTML',
  })
})

document.addEventListener('htmx:afterSettle', ({ target }) => {
  if (target.matches('.en-place-forme')) {
    const wrong = target.querySelector('[aria-invalid="true"]')
    const control = wrong || target.querySelector(CONTROLS)
    if (!control) return
    control.focus()
    if (control.select) control.select()
  } else if (target.matches('.en-place')) {
    target.querySelector('a.modifier').focus()
  }
})

document.addEventListener('keydown', (event) => {
  // A list of places that is open closes first.
  if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
  const form = event.target.closest('form[data-en-place]')
  if (form) form.querySelector('[data-annuler]').click()
})
