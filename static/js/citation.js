// The citation of a record goes to the clipboard by the command that old browsers have as well; its button shows where a script runs.
for (const button of document.querySelectorAll('[data-copier]')) {
  button.hidden = false
  button.addEventListener('click', () => {
    const selection = getSelection()
    selection.selectAllChildren(button.parentNode.querySelector('[data-citation]'))
    if (document.execCommand('copy')) button.textContent = 'Copiée'
  })
}
