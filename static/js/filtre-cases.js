// Many boxes to tick, found by a few letters (lieux/views/communes). Written by the page:
//   [data-filtre-cases] > [data-filtre-texte], [data-filtre-avis], and [data-filtre] (folded words) in [data-filtre-groupe].
// It only hides boxes: what is ticked stays ticked, and is sent.
const fold = (text) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)

const fits = (words, text) => words.every((word) => ` ${text}`.indexOf(` ${word}`) !== -1)

const boxesOf = (root) => Array.from(root.querySelectorAll('[data-filtre]'))

function filter(root) {
  const words = fold(root.querySelector('[data-filtre-texte]').value)
  let shown = 0
  for (const box of boxesOf(root)) {
    box.hidden = !fits(words, box.dataset.filtre)
    if (!box.hidden) shown += 1
  }
  for (const group of root.querySelectorAll('[data-filtre-groupe]'))
    group.hidden = boxesOf(group).every((box) => box.hidden)
  root.querySelector('[data-filtre-avis]').textContent = words.length > 0 ? wording(shown) : ''
}

function wording(count) {
  if (count === 0) return 'Aucun département ne correspond.'
  return count === 1 ? '1 département. Entrée le coche.' : `${count} départements`
}

document.addEventListener('input', ({ target }) => {
  const root = target.closest('[data-filtre-cases]')
  if (root && target.matches('[data-filtre-texte]')) filter(root)
})

// Enter ticks the only one left and never sends the form; Escape shows them all again.
document.addEventListener('keydown', (event) => {
  const { target, key } = event
  if (!target.matches('[data-filtre-texte]') || event.isComposing) return
  const root = target.closest('[data-filtre-cases]')
  if (key === 'Escape' && target.value !== '') {
    event.preventDefault()
    target.value = ''
    filter(root)
  } else if (key === 'Enter') {
    event.preventDefault()
    const left = boxesOf(root).filter((box) => !box.hidden)
    if (left.length === 1) left[0].querySelector('input').click()
  }
})

// A tick means « certains départements »: the other choice must not stay beside it.
document.addEventListener('change', ({ target }) => {
  if (!target.checked || !target.closest('[data-filtre-cases]')) return
  const some = target.form.querySelector('[name="portee"][value="departements"]')
  if (some) some.checked = true
})
