// Rows ticked for many at once (ui/selection.tsx): how many there are, and the bar as long as there are any.
const formOf = () => document.getElementById('selection')
const boxes = () => Array.from(document.querySelectorAll('input[name="ids"][form="selection"]'))

function tell() {
  const form = formOf()
  if (!form) return
  const all = form.querySelector('[data-selection-tous]')
  const rows = boxes()
  const ticked = rows.filter((box) => box.checked).length
  const isAll = !!all && all.checked
  const none = ticked === 0 && !isAll
  form.classList.toggle('selection-vide', none)
  const head = document.querySelector('[data-selection-page]')
  if (head) {
    head.checked = rows.length > 0 && ticked === rows.length
    head.indeterminate = ticked > 0 && ticked < rows.length
  }
  const many = ticked >= 2 ? `${ticked} lignes choisies` : '1 ligne choisie'
  form.querySelector('[data-selection-compte]').textContent = none || isAll ? '' : many
}

document.addEventListener('change', ({ target }) => {
  if (target.matches('[data-selection-page]')) for (const box of boxes()) box.checked = target.checked
  if (target.matches('[data-selection-page], [data-selection-tous], [form="selection"]')) tell()
})
// After a list was swapped, and where the browser gives back what was ticked.
document.addEventListener('htmx:afterSettle', tell)
window.addEventListener('pageshow', tell)
