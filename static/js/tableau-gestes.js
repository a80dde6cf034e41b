// The events of the table but for its keys.
import { afterSign } from './saisie-abreviations.js'
import { champOf, formOf, isField } from './saisie-champs.js'
import { offerValues } from './saisie-completion.js'
import { offerCouples } from './saisie-couples.js'
import { dateChanged, takeCalendar } from './saisie-dates.js'
import { propose } from './saisie-propose.js'
import { opened, uncover } from './saisie-vue.js'
import { draft, keepLine } from './tableau-envoi.js'
import { rowOf, showStates } from './tableau-lignes.js'
import { isChanged, valuesIn } from './tableau-valeurs.js'

const LOCAL_MS = 500
const SERVER_MS = 4000

/** Somewhere in a row one may click to make it live: not in a link that leads elsewhere. */
const isForRow = (target) => {
  const link = target.closest('a')
  return !target.closest('.vive, .grille-etat a') && (!link || link.closest('.grille-liens') !== null)
}

/** Methods of the table. */
export const gestures = {
  typed(event) {
    const { target } = event
    const champ = formOf(target) && champOf(target)
    if (champ) delete champ.dataset.repris
    afterSign(event)
    this.changed(target)
  },

  chosen({ target }) {
    this.changed(target)
  },

  filled({ target }) {
    this.changed(target)
  },

  entered({ target }) {
    if (formOf(target) !== this.form || !isField(target) || !champOf(target)) return
    this.field = target
    offerValues(target)
    // The bar of the buttons lies over the end of the page. Nothing moves under a mouse that is pressed.
    if (!this.isByMouse) requestAnimationFrame(() => document.activeElement === target && uncover(target))
  },

  left({ target }) {
    if (formOf(target) !== this.form || !isField(target) || !champOf(target) || !this.live) return
    this.finish(target)
    offerCouples(target)
  },

  /** The tools make room for themselves. */
  opened() {
    opened(this.form)
  },

  /** A click must not take the cursor out of the field that it is about. */
  pointed(event) {
    this.isByMouse = true
    if (event.target.closest('[data-outil]')) event.preventDefault()
  },

  clicked(event) {
    const { target } = event
    const calendar = target.closest('[data-calendrier]')
    if (calendar) takeCalendar(calendar)
    const tool = target.closest('[data-outil]')
    if (tool) this.act(tool.dataset.outil, (field) => field.focus())
    const tr = rowOf(target)
    const line = tr && this.byRow.get(tr)
    const link = target.closest('a')
    if (!line || !isForRow(target)) return
    event.preventDefault()
    const cell = target.closest('td')
    if (link && link.dataset.inserer !== undefined) this.insertAfter(line)
    else this.open(line, cell && !link ? cell.cellIndex : 1)
  },

  /** « Nouvelle ligne ». */
  appended(event) {
    event.preventDefault()
    const all = this.lines()
    const last = all[all.length - 1]
    if (!last.id && (last !== this.live || !isChanged(Object.assign(last, { valeurs: valuesIn(this.form) }))))
      this.open(last, this.firstColumn(last))
    else this.insertAfter(last)
  },

  submitted(event) {
    if (event.target !== this.form) return
    event.preventDefault()
    this.finishRow()
  },

  leaving(event) {
    if (!this.live) return
    this.keepLive()
    const isLost = this.live.isSafe === false && isChanged(this.live)
    if (!isLost) return
    event.preventDefault()
    event.returnValue = ''
  },

  gone({ type }) {
    if (type === 'visibilitychange' && !document.hidden) return
    if (this.live) this.keepLive()
  },

  again() {
    this.work()
  },

  /** Something was typed or filled in: kept in this browser at latest half a second later. */
  changed(target) {
    if (formOf(target) !== this.form) return
    if (target.matches('select[data-etat-de], [data-champ], form')) showStates(this.form)
    dateChanged(target)
    propose(target)
    if (this.local) return
    this.local = setTimeout(() => this.keepLive(), LOCAL_MS)
  },

  keepLive() {
    this.local = null
    const { live } = this
    live.valeurs = valuesIn(this.form)
    if (!isChanged(live)) return
    live.isSafe = keepLine(this.form, live, false)
    if (!this.server) {
      this.server = setTimeout(() => {
        this.server = null
        if (live === this.live && isChanged(live)) draft(this.form, live)
      }, SERVER_MS)
    }
    if (this.queue.length === 0)
      this.say(live.isSafe ? 'Ligne gardée sur cet appareil, pas encore enregistrée' : 'Ligne non enregistrée')
  },
}
