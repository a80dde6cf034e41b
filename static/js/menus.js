// A drop-down closes on Escape and when one clicks elsewhere; without this file its own button closes it.
function closeOthers(kept) {
  for (const menu of document.querySelectorAll('details[data-menu][open]')) {
    if (!menu.contains(kept)) menu.open = false
  }
}

document.addEventListener('click', (event) => closeOthers(event.target))
document.addEventListener('focusin', (event) => closeOthers(event.target))
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return
  const menu = event.target.closest('details[data-menu][open]')
  if (!menu) return
  menu.open = false
  menu.querySelector('summary').focus()
})
