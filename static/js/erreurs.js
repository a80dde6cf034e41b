// The summary of errors takes the focus when it arrives, so that keyboard and screen reader start from it.
function focusSummary(root) {
  const summary = root.querySelector('[data-focus]')
  if (summary) summary.focus()
}

document.addEventListener('DOMContentLoaded', () => focusSummary(document))
document.addEventListener('htmx:afterSettle', (event) => focusSummary(event.target))
