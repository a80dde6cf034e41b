// The register beside the form of a record: its keys and buttons, and the field « vue », which drives it and is driven by it. A file of its
// own, loaded where a source has views; the desk knows nothing of it but the events of the page.
import {
  fieldIn,
  formOf,
  KEY,
  now,
  openWindow,
  pane,
  part,
  picture,
  place,
  say,
  show,
  shownNumber,
  typing,
  views,
} from './volet-montre.js'
import { numberIn, withNumber } from './volet-numeros.js'
import { Step } from './volet-pas.js'
import { keep, kept } from './volet-place.js'

const PAN = 0.15

/** The pane turns to a view, and writes its number into the form of a new act; one that is corrected keeps its own. */
function go(n) {
  if (!views.has(n) || n === now.n) return
  now.n = n
  const form = formOf()
  const field = fieldIn(form)
  if (field && !form.dataset.releve) {
    field.value = withNumber(field.value, shownNumber(n))
    now.text = field.value
    field.dispatchEvent(new CustomEvent('saisie:rempli', { bubbles: true }))
  }
  show()
}

const step = new Step()

/** The act of this form is saved, and the form holds the next one: the pane goes down to it, where that was asked for. */
function followSave(form) {
  const { cle, releve } = form.dataset
  const isNext = now.cle !== undefined && now.cle !== cle && !releve
  now.cle = releve ? undefined : cle
  if (!isNext || !picture.image) return
  step.learn(now.n, picture.height())
  now.mark = place.chosen.pas && step.length ? picture.goDown(step.length) : null
}

/** The act that somebody begins to type stands where the pane went down to, if nobody moves the ruler. */
function takeMark({ target }) {
  const { repere } = target.form && target.form.dataset.saisie !== undefined ? target.form.elements : {}
  if (now.mark === null || !repere) return
  if (repere.value === '') repere.value = now.mark.toFixed(5)
  now.mark = null
}

/** A form may hold another number than before, or be another one: the pane goes there. */
function look() {
  const form = formOf()
  if (!form) return
  followSave(form)
  const field = fieldIn(form)
  const text = field ? field.value : ''
  const isOther = form !== now.form
  const number = text === now.text ? null : numberIn(text)
  Object.assign(now, { form, text })
  const n = number === null ? now.n : number - views.shift
  if (views.has(n) && n !== now.n) {
    now.n = n
    show()
  }
  const mark = form.elements.repere ? form.elements.repere.value : ''
  if (isOther && mark !== '') picture.open(Number(mark))
}

/** The pictures of a folder of the reader's own; the numbers go on from where the field stands. */
function useFolder({ files }) {
  views.use(files)
  if (views.last === 0) {
    views.use(null)
    say('Il n’y a pas d’image dans ce dossier.')
    return
  }
  views.fileShift = kept(KEY).shift || 0
  part('[data-local]').hidden = false
  part('[data-reglages]').open = false
  restart()
}

function restart() {
  const field = fieldIn(formOf())
  const n = field ? numberIn(field.value) : null
  now.n = Math.max(views.first, Math.min(views.last, n === null ? 1 : n - views.shift))
  show()
}

const DOES = {
  precedente: () => go(now.n - 1),
  suivante: () => go(now.n + 1),
  moins: () => picture.zoom(-1),
  plus: () => picture.zoom(1),
  largeur: () => picture.zoom(0),
  debut: () => picture.toTop(),
  tourner: () => picture.turn(),
  regle: () => picture.toggleRuler(),
  'regle-haut': () => picture.step(-1),
  'regle-bas': () => picture.step(1),
  gauche: () => picture.pan(-PAN, 0),
  droite: () => picture.pan(PAN, 0),
  haut: () => picture.pan(0, -PAN),
  bas: () => picture.pan(0, PAN),
  cote: () => place.choose({ cote: !place.isBeside() }),
  fermer() {
    place.choose({ ferme: !place.chosen.ferme })
    if (!place.chosen.ferme && !picture.image) show()
  },
  ouvrir(event) {
    if (openWindow(event.target.href)) event.preventDefault()
  },
  caler() {
    const number = numberIn((fieldIn(formOf()) || { value: '' }).value)
    if (number === null) return
    views.fileShift = number - now.n
    show()
    keep(KEY, { n: now.n, shift: views.fileShift })
  },
  quitter() {
    views.use(null)
    part('[data-local]').hidden = true
    if (views.last) restart()
    else location.search = ''
  },
}

/** Alt+Maj: by what the key writes, or where it is. */
const WITH_SHIFT = {
  r: 'tourner',
  l: 'regle',
  g: 'plus',
  p: 'moins',
  NumpadAdd: 'plus',
  NumpadSubtract: 'moins',
  Digit0: 'largeur',
  Home: 'debut',
  PageUp: 'precedente',
  PageDown: 'suivante',
  ArrowLeft: 'gauche',
  ArrowRight: 'droite',
  ArrowUp: 'haut',
  ArrowDown: 'bas',
}
/** Alt alone; « v » is the desk's own where there is a field to raise. */
const WITH_ALT = { ArrowUp: 'regle-haut', ArrowDown: 'regle-bas' }

function actionOf({ key, code, shiftKey, target }) {
  if (shiftKey) return WITH_SHIFT[code] || WITH_SHIFT[key.toLowerCase()]
  if (key.toLowerCase() === 'v' && !fieldIn(formOf())) return 'suivante'
  // Alt+↓ opens a list.
  return target.tagName === 'SELECT' ? undefined : WITH_ALT[code]
}

addEventListener(
  'keydown',
  (event) => {
    const { altKey, ctrlKey, metaKey } = event
    if (!altKey || ctrlKey || metaKey || event.getModifierState('AltGraph') || place.chosen.ferme) return
    const does = actionOf(event)
    if (!does) return
    event.preventDefault()
    event.stopImmediatePropagation()
    DOES[does](event)
  },
  true,
)
addEventListener(
  'click',
  (event) => {
    const tool = event.target.closest('[data-v], [data-outil="vue"]')
    if (!tool) return
    const isOfDesk = tool.dataset.v === undefined
    if (isOfDesk && fieldIn(formOf())) return
    if (isOfDesk) event.stopImmediatePropagation()
    DOES[isOfDesk ? 'suivante' : tool.dataset.v](event)
  },
  true,
)
// A click on a button of the pane leaves the cursor in the field.
pane.addEventListener('mousedown', (event) => event.target.closest('button') && event.preventDefault())
pane.addEventListener('input', ({ target }) => {
  const { filtre } = target.dataset
  if (filtre) picture.light(filtre, target.type === 'checkbox' ? (target.checked ? 100 : 0) : Number(target.value))
})
pane.addEventListener('change', ({ target }) => {
  if (target.dataset.dossier !== undefined) useFolder(target)
  const { choix } = target.dataset
  if (!choix) return
  place.choose({ [choix]: target.checked })
  if (choix === 'legeres') show(true)
})
/** Pictures of one's own disk were asked for: the box that chooses their folder. */
function askFolder() {
  place.choose({ ferme: false })
  if (!views.last) pane.classList.add('registre-vide')
  part('[data-reglages]').open = true
  part('[data-dossier]').focus()
}

/** The desk brings a field into the window (saisie-vue.js); here it comes from under the picture, with the lines above it. */
document.addEventListener('focusin', ({ target }) => {
  if (!target.closest('form[data-saisie]')) return
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const { bottom } = pane.getBoundingClientRect()
      const { top } = target.getBoundingClientRect()
      const isCovered = !place.isBeside() && target === document.activeElement && top < bottom
      if (isCovered) scrollBy(0, top - bottom - (innerHeight - bottom) / 3)
    }),
  )
})
document.addEventListener('input', typing)
document.addEventListener('input', takeMark)
for (const name of ['change', 'saisie:rempli', 'htmx:afterSettle'])
  document.addEventListener(name, ({ target }) => pane.contains(target) || look())
addEventListener('pagehide', () => keep(picture.key, picture.state))

function begin() {
  for (const box of pane.querySelectorAll('[data-filtre]')) {
    const value = picture.filterOf(box.dataset.filtre)
    if (box.type === 'checkbox') box.checked = value > 0
    else box.value = value
  }
  for (const box of pane.querySelectorAll('[data-choix]')) box.checked = Boolean(place.chosen[box.dataset.choix])
  const last = kept(KEY).n
  const field = fieldIn(formOf())
  const isTold = /[?&]vue=/.test(location.search) || (field && numberIn(field.value) !== null)
  if (!isTold && views.has(last)) now.n = last
  now.text = field ? field.value : ''
  if (views.last) show()
  look()
  if (pane.dataset.demande !== undefined) askFolder()
}

// The form first: it is usable once the page and its scripts are here.
if (document.readyState === 'complete') begin()
else addEventListener('load', begin)
