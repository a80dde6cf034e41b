// A link with `data-dialogue` opens the <dialog> of that id where there is one; without this file it leads to its page.
document.addEventListener('click', (event) => {
  const link = event.target.closest('[data-dialogue]')
  const dialog = link && document.getElementById(link.dataset.dialogue)
  if (dialog?.showModal) {
    event.preventDefault()
    dialog.showModal()
    return
  }
  const cancel = event.target.closest('dialog .annuler')
  if (!cancel) return
  event.preventDefault()
  cancel.closest('dialog').close()
})
