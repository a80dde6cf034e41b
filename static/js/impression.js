// The foot of a printed page says when and from where; what is quoted of an act is unfolded for the paper.
window.addEventListener('beforeprint', () => {
  const day = new Date().toLocaleDateString('fr-FR', { day: 'numeric', month: 'long', year: 'numeric' })
  for (const line of document.querySelectorAll('[data-imprime]')) {
    line.textContent = `Imprimé le ${day} depuis ${location.href}`
  }
  for (const part of document.querySelectorAll('.citation')) part.open = true
})

for (const button of document.querySelectorAll('[data-imprimer]')) {
  button.hidden = false
  button.addEventListener('click', () => window.print())
}
