// The citation of a record, or a list shown once, goes to the clipboard by the command that old browsers have as well; its button shows where a script runs.
for (const button of document.querySelectorAll('[data-copier]')) {
  button.hidden = false
  button.addEventListener('click', () => {
    const selection = getSelection()
    selection.selectAllChildren(
      (button.closest('[data-copiable]') || button.parentNode).querySelector('[data-citation]'),
    )
    if (document.execCommand('copy')) button.textContent = button.dataset.copier || 'Copiée'
  })
}
