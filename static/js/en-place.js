// A field edited where it is shown (releves/views/inline): its form takes the focus, Escape gives up, and what is shown
// again has the focus on its link, so that the keyboard goes on from there.
const CONTROLS = 'input:not([type="hidden"]), select, textarea'

document.addEventListener('htmx:afterSettle', ({ target }) => {
  if (target.matches('.en-place-forme')) {
    const wrong = target.querySelector('[aria-invalid="true"]')
    const control = wrong || target.querySelector(CONTROLS)
    if (!control) return
    control.focus()
    if (control.select) control.select()
  } else if (target.matches('.en-place')) {
    target.querySelector('[data-modifier]').focus()
  }
})

document.addEventListener('keydown', (event) => {
  // A list of places that is open closes first.
  if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
  const form = event.target.closest('form[data-en-place]')
  if (form) form.querySelector('[data-annuler]').click()
})
