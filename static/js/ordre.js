// The fields of a source type put in order: by the handle with the mouse or the finger, by « Monter » and « Descendre » with
// the keyboard. Written by types-sources/views/champs: form#ordre-champs > hidden `ordre` in each entry of ol.champs (by its
// attribute form), [data-poignee] and [data-deplacer="-1|1"] in the entry, [data-ordre-avis] the region that tells the new place.
// The list is never replaced, for an entry of it may be open and hold what was typed: only the preview is.
import Sortable, { AutoScroll } from 'sortablejs/modular/sortable.core.esm.js'

Sortable.mount(new AutoScroll())

const LOST = 'Le nouvel ordre n’a pas pu être enregistré. Rechargez la page, puis recommencez.'

const entriesOf = (list) => Array.from(list.children)

function tell(sentence) {
  const place = document.querySelector('[data-ordre-avis]')
  if (place) place.textContent = sentence
}

function placeOf(list, entry) {
  const entries = entriesOf(list)
  return `Ordre enregistré\u00a0: ${entry.dataset.nom}, place ${entries.indexOf(entry) + 1} sur ${entries.length}.`
}

/** The first goes no higher, the last no lower. */
function markEnds(list) {
  const entries = entriesOf(list)
  entries.forEach((entry, i) => {
    const up = entry.querySelector('[data-deplacer="-1"]')
    const down = entry.querySelector('[data-deplacer="1"]')
    if (up) up.disabled = i === 0
    if (down) down.disabled = i === entries.length - 1
  })
}

/** The address answers the designer of today: what it shows of the entry form takes the place of ours. */
async function save(list) {
  const form = document.getElementById('ordre-champs')
  const answer = await fetch(form.action, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'HX-Request': 'true' },
    body: new URLSearchParams(new FormData(form)),
  })
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const preview = page.getElementById('apercu')
  if (!answer.ok || !preview) throw new Error(`order: ${answer.status}`)
  document.getElementById('apercu').replaceWith(document.importNode(preview, true))
  markEnds(list)
}

// One after the other, or an older order could arrive last.
let saving = Promise.resolve()

function moved(list, entry, before) {
  markEnds(list)
  const sentence = placeOf(list, entry)
  saving = saving
    .then(() => save(list))
    .then(() => tell(sentence))
    .catch(() => {
      list.append(...before)
      markEnds(list)
      tell(LOST)
    })
}

function step(list, button) {
  const entry = button.closest('li')
  const before = entriesOf(list)
  const isUp = button.dataset.deplacer === '-1'
  const beside = isUp ? entry.previousElementSibling : entry.nextElementSibling
  if (!beside) return
  if (isUp) beside.before(entry)
  else beside.after(entry)
  moved(list, entry, before)
  // At the end of its way the button rests: the focus goes to the other one, not to the top of the page.
  const target = button.disabled ? entry.querySelector('[data-deplacer]:not(:disabled)') : button
  if (target) target.focus()
}

function start() {
  const list = document.querySelector('ol.champs')
  if (!list) return
  markEnds(list)
  list.addEventListener('click', (event) => {
    const button = event.target.closest('[data-deplacer]')
    if (!button) return
    event.preventDefault()
    step(list, button)
  })
  let before = []
  Sortable.create(list, {
    handle: '[data-poignee]',
    animation: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 150,
    onStart: () => {
      before = entriesOf(list)
    },
    onEnd: ({ item, oldIndex, newIndex }) => {
      if (oldIndex !== newIndex) moved(list, item, before)
    },
  })
}

/** An entry that opens as a form takes the focus from the link that opened it. */
document.addEventListener('htmx:afterSettle', ({ target }) => {
  const label =
    target instanceof Element && target.matches('.champs > li') && target.querySelector('form [name="label"]')
  if (label) label.focus()
})

// Loaded with `defer`: the document is whole by now, and DOMContentLoaded still to come.
document.addEventListener('DOMContentLoaded', start)
