// The pane shows a view: its picture as it comes, or a sentence where it does not come.
import { Picture } from './volet-image.js'
import { keep, Place } from './volet-place.js'
import { load, Views } from './volet-vues.js'

export const pane = document.querySelector('[data-volet]')
const { source } = pane.dataset
export const KEY = `releves.vue.${source}`
/** The next view is fetched once somebody has typed for so long. */
const AHEAD_MS = 3000
const WINDOW = 'registre'
let opened = null

export const part = (selector) => pane.querySelector(selector)
export const formOf = () => document.querySelector('form[data-saisie]')
export const fieldIn = (form) => form?.querySelector('[data-champ="vue"] input[name="data[vue]"]')
const isSparing = () => Boolean(navigator.connection?.saveData)

export const views = new Views(pane.dataset)
export const place = new Place(pane)
/** `n`: the view shown; `turn` counts what was asked for, so that what comes late is not shown. */
export const now = {
  n: Number(pane.dataset.vue) || 1,
  view: null,
  turn: 0,
  form: null,
  /** Height of the act that the pane went down to, for its form. */
  mark: null,
  text: null,
  isLarge: false,
  ahead: 0,
}

export const picture = new Picture(pane, source, {
  onMark(share) {
    const { repere } = formOf().elements
    if (!repere || share === null) return
    repere.value = share.toFixed(5)
    clearTimeout(now.marking)
    // Told once: the key is held down.
    now.marking = setTimeout(
      () => repere.value && repere.form.dispatchEvent(new CustomEvent('saisie:rempli', { bubbles: true })),
      400,
    )
  },
  onCoarse() {
    const { view, turn } = now
    if (!view?.g || now.isLarge || place.chosen.legeres || !now.isWhole) return
    now.isLarge = true
    load(view.g).then(
      (image) => turn === now.turn && picture.show(image, altOf(view)),
      () => {},
    )
  },
})

export const shownNumber = (n) => n + views.shift
const altOf = ({ n, t }) => [`Vue ${shownNumber(n)}`, t].filter(Boolean).join(' : ')
const readable = (view) => (place.chosen.legeres && view.l) || view.m

/** Below the picture; the link and the button help where it did not come. */
export function say(text, more = []) {
  const line = part('[data-mot]')
  line.textContent = text
  for (const one of more) line.append(' ', one)
}

const button = (label, run) =>
  Object.assign(document.createElement('button'), { type: 'button', textContent: label, onclick: run })
const archive = ({ a }) =>
  a
    ? [
        Object.assign(document.createElement('a'), {
          href: a,
          target: WINDOW,
          textContent: 'La voir sur le site des archives',
        }),
      ]
    : []

/** Puts the view `n` into the pane. */
export async function show(isAsked) {
  const { n } = now
  now.turn += 1
  const { turn } = now
  Object.assign(now, { view: null, isLarge: false, isWhole: false, ahead: 0 })
  part('[data-vue-nom]').textContent = `Vue ${shownNumber(n)}`
  part('[data-vue-sur]').textContent = ` / ${shownNumber(views.last)}`
  keep(KEY, { n })
  picture.show(null)
  if (place.chosen.ferme) return
  say(`La vue ${shownNumber(n)} arrive…`)
  try {
    const view = await views.view(n)
    if (turn === now.turn) await put(view, isAsked)
  } catch (_unanswered) {
    const help = archive(now.view || {}).concat(button('Réessayer', () => show(true)))
    if (turn === now.turn) say(`L’image de la vue ${shownNumber(n)} n’est pas venue.`, help)
  }
}

/** A view that is known: its picture, or why there is none. */
async function put(view, isAsked) {
  now.view = view || { n: now.n }
  follow(now.view)
  pane.classList.toggle('registre-vide', !now.view.m)
  if (!view) say('Cette vue manque.')
  else if (!view.m) say('Cette vue se regarde sur le site des archives.')
  else if (isSparing() && !isAsked && !views.files) say('', [button('Afficher l’image', () => show(true))])
  else await bring(view, now.turn)
}

/** The small copy holds the place of the one that is read. */
async function bring(view, turn) {
  const draw = (image) => turn === now.turn && picture.show(image, altOf(view))
  if (view.s) await load(view.s).then(draw, () => {})
  if (turn !== now.turn) return
  const image = await load(readable(view))
  if (turn !== now.turn) return
  say('')
  Object.assign(now, { isWhole: true, ahead: view.n + 1 })
  draw(image)
}

/** Opens the window of its own; false where the browser lets none be opened. */
export function openWindow(href) {
  opened = window.open(href, WINDOW)
  return Boolean(opened)
}

/** The address of the window of its own: our page of the view, that of the archive where we have no picture. */
function follow(view) {
  const link = part('[data-v="ouvrir"]')
  link.hidden = Boolean(views.files)
  link.href = view.m || !view.a ? `/sources/${source}/vues/${view.n}` : view.a
  if (opened && !opened.closed && !link.hidden) opened.location.replace(link.href)
}

/** The next view comes while somebody types. */
export function typing({ target }) {
  if (!now.ahead || isSparing() || views.files || !target.closest('form[data-saisie]')) return
  const { ahead, turn } = now
  now.ahead = 0
  setTimeout(async () => {
    const view = turn === now.turn && (await views.view(ahead).catch(() => null))
    if (view?.m) load(readable(view)).catch(() => {})
  }, AHEAD_MS)
}
