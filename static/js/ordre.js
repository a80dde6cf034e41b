// The fields of a source type put in order within their groups, and the groups among themselves: by the handle with the mouse or
// the finger, by « Monter » and « Descendre » with the keyboard. Written by types-sources/views/entries: form#ordre-champs > hidden
// `ordre` and `groupes` in each entry of ol.champs[data-groupe] (by their attribute form), [data-poignee] and [data-deplacer="-1|1"]
// in the entry, [data-poignee-groupe] and [data-deplacer-groupe] in the head of its group, [data-ordre-avis] the region that tells
// the new place. The list is never replaced, for an entry of it may be open and hold what was typed: only the preview is, and
// what an entry says of its field.
import Sortable, { AutoScroll } from 'sortablejs/modular/sortable.core.esm.js'

Sortable.mount(new AutoScroll())

const LOST = 'Le nouvel ordre n’a pas pu être enregistré. Rechargez la page, puis recommencez.'

const groupsOf = (list) => Array.from(list.children)
const fieldsIn = (place) => Array.from(place.querySelectorAll('.champs > li'))
const listOf = (group) => group.querySelector('.champs')

function tell(sentence) {
  const place = document.querySelector('[data-ordre-avis]')
  if (place) place.textContent = sentence
}

function placeOf(list, moved) {
  const isGroup = moved.parentElement === list
  const among = isGroup ? groupsOf(list) : Array.from(moved.parentElement.children)
  const where = isGroup ? '' : `, ${moved.closest('section').dataset.nom}`
  return `Ordre enregistré\u00a0: ${moved.dataset.nom}${where}, place ${among.indexOf(moved) + 1} sur ${among.length}.`
}

/** The order as it stands, to come back to. */
const snapshot = (list) => groupsOf(list).map((group) => [group, fieldsIn(group)])

function restore(list, groups) {
  for (const [group, fields] of groups) {
    list.append(group)
    listOf(group).append(...fields)
  }
}

function rest(place, name, isFirst, isLast) {
  const up = place.querySelector(`[${name}="-1"]`)
  const down = place.querySelector(`[${name}="1"]`)
  if (up) up.disabled = isFirst
  if (down) down.disabled = isLast
}

/** The first goes no higher, the last no lower; each field says its group; groups without fields stand behind the others. */
function settle(list) {
  const isEmpty = (group) => group && fieldsIn(group).length === 0
  list.append(...groupsOf(list).filter(isEmpty))
  const groups = groupsOf(list)
  groups.forEach((group, i) => {
    const isBeside = (other) => other && isEmpty(other) === isEmpty(group)
    rest(group.firstElementChild, 'data-deplacer-groupe', !isBeside(groups[i - 1]), !isBeside(groups[i + 1]))
    group.querySelector('[data-poignee-groupe]').hidden = isEmpty(group)
    fieldsIn(group).forEach((entry, n, all) => {
      entry.querySelector('[name="groupes"]').value = listOf(group).dataset.groupe
      rest(entry, 'data-deplacer', i === 0 && n === 0, i === groups.length - 1 && n === all.length - 1)
    })
  })
}

/**
 * The address answers the designer of today: what it shows of the entry form takes the place of ours. Gives what the list says of a
 * field that lost its part, which another field of its new group has.
 */
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
  for (const told of page.querySelectorAll('.groupes > section, .champs > li')) {
    const ours = document.querySelector(`#${told.id} > .champ-resume, #${told.id} > .groupe-tete > .champ-resume`)
    const theirs = told.querySelector('.champ-resume')
    if (ours && theirs) ours.replaceWith(document.importNode(theirs, true))
  }
  settle(list)
  return Array.from(page.querySelectorAll('[data-sans-partie]'), (told) => told.textContent.replace(/\s+/g, ' ').trim())
}

// One after the other, or an older order could arrive last.
let saving = Promise.resolve()

function moved(list, what, before) {
  settle(list)
  const sentence = placeOf(list, what)
  saving = saving
    .then(() => save(list))
    .then((lost) => tell([sentence, ...lost].join(' ')))
    .catch(() => {
      restore(list, before)
      settle(list)
      tell(LOST)
    })
}

/** Past the edge of its group a field goes into the next one. */
function stepField(entry, isUp) {
  const beside = isUp ? entry.previousElementSibling : entry.nextElementSibling
  if (beside) {
    if (isUp) beside.before(entry)
    else beside.after(entry)
    return true
  }
  const group = entry.closest('.groupes > section')
  const next = isUp ? group.previousElementSibling : group.nextElementSibling
  if (!next) return false
  if (isUp) listOf(next).append(entry)
  else listOf(next).prepend(entry)
  return true
}

function stepGroup(group, isUp) {
  const beside = isUp ? group.previousElementSibling : group.nextElementSibling
  if (!beside) return false
  if (isUp) beside.before(group)
  else beside.after(group)
  return true
}

function step(list, button, name) {
  const isGroup = name === 'data-deplacer-groupe'
  const what = button.closest(isGroup ? '.groupes > section' : 'li')
  const before = snapshot(list)
  const isUp = button.getAttribute(name) === '-1'
  if (!(isGroup ? stepGroup(what, isUp) : stepField(what, isUp))) return
  moved(list, what, before)
  // At the end of its way the button rests: the focus goes to the other one, not to the top of the page.
  const target = button.disabled ? what.querySelector(`[${name}]:not(:disabled)`) : button
  if (target) target.focus()
}

function follow(list, button, event) {
  const name = ['data-deplacer', 'data-deplacer-groupe'].find((one) => button?.hasAttribute(one))
  // Groups without fields are told apart by the order in which they are stored: the server moves those.
  if (!name || (name === 'data-deplacer-groupe' && fieldsIn(button.closest('section')).length === 0)) return
  event.preventDefault()
  step(list, button, name)
}

function sortable(list, place, options) {
  let before = []
  Sortable.create(place, {
    animation: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 150,
    onStart: () => {
      before = snapshot(list)
    },
    onEnd: ({ item, from, to, oldIndex, newIndex }) => {
      if (from !== to || oldIndex !== newIndex) moved(list, item, before)
    },
    ...options,
  })
}

function start() {
  const list = document.querySelector('.groupes')
  if (!list) return
  settle(list)
  list.addEventListener('click', (event) => follow(list, event.target.closest('button'), event))
  sortable(list, list, { handle: '[data-poignee-groupe]', draggable: '.groupes > section' })
  for (const group of groupsOf(list)) sortable(list, listOf(group), { handle: '[data-poignee]', group: 'champs' })
}

/** An entry that opens as a form takes the focus from the link that opened it. */
document.addEventListener('htmx:afterSettle', ({ target }) => {
  const label =
    target instanceof Element && target.matches('.champs > li') && target.querySelector('form [name="label"]')
  if (label) label.focus()
})

// Loaded with `defer`: the document is whole by now, and DOMContentLoaded still to come.
document.addEventListener('DOMContentLoaded', start)
