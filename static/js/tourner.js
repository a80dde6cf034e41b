// Alt+Page préc. and Alt+Page suiv. follow the link that says so (TurnLink of ui/pagination.tsx): the page before or after of a
// list, the record before or after; the desk has its own (saisie-touches.js).

const PAGE_KEYS = ['PageUp', 'PageDown']

document.addEventListener('keydown', (event) => {
  const { key, target } = event
  // AltGr counts as Ctrl and Alt together on some keyboards.
  if (!PAGE_KEYS.includes(key) || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  if (target.closest('input, select, textarea, [contenteditable], dialog[open]')) return
  const link = document.querySelector(`a[aria-keyshortcuts="Alt+${key}"]`)
  if (!link) return
  event.preventDefault()
  // A key held down turns one page.
  if (!event.repeat) link.click()
})
