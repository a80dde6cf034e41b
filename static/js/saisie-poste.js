// The desk, in one place: everything that it knows beside what the fields hold, and for each event what is done, in order. The view
// (src/ui/entry.tsx) says which event calls which method and what shows which state; `this` is the desk in all of them. What needs
// no state is a function of another saisie-*.js, which takes a form or a field.
import { queueing } from './file-poste.js'
import { afterSign, fetchAbbreviations } from './saisie-abreviations.js'
import { waiting } from './saisie-attente.js'
import { copies, newRecord } from './saisie-brouillon.js'
import { applyState, champOf, formOf, isField, openDesk, stopAfter } from './saisie-champs.js'
import { offerValues } from './saisie-completion.js'
import { asSent } from './saisie-corps.js'
import { offerCouples } from './saisie-couples.js'
import { dateChanged, takeCalendar } from './saisie-dates.js'
import { sending } from './saisie-envoi.js'
import { followGroups } from './saisie-groupes.js'
import { characters } from './saisie-palette.js'
import { followPassed, takePassed } from './saisie-passes.js'
import { propose } from './saisie-propose.js'
import { backToCursor, corrections } from './saisie-retour.js'
import { lost } from './saisie-retrouve.js'
import { nextRecord } from './saisie-suite.js'
import { keys } from './saisie-touches.js'
import { fitTexts, grow, opened, uncover } from './saisie-vue.js'

const state = () => ({
  /** The form on the desk. */
  form: null,
  releve: newRecord(),
  /** The field that has or last had the focus: what keys and tools are about. */
  field: null,
  /** Beside the buttons: whether the record is kept, or what a key has done; `undo`: what takes that back, { label, run }. */
  sentence: '',
  undo: null,
  /** Over the buttons: what keeps the record from being stored, and where the person can see to it. */
  banner: { sentence: '', href: '' },
  /** Above the form: when what came back into it was typed. */
  back: '',
  /** The characters offered, in order; none: the palette is closed. */
  palette: [],
  /** The form whose record is on its way, and what is typed meanwhile, '\n' for Enter. */
  onItsWay: null,
  ahead: [],
  /** A mouse went down since the last key. */
  isByMouse: false,
})

/** As the server says it. */
const sentenceOf = (root) => root.querySelector('[data-saisie-etat]').textContent

const desk = {
  init() {
    openDesk(this.$root, this)
    this.sentence = sentenceOf(this.$root)
    // Once Alpine listens to what this does.
    Promise.resolve().then(() => this.start(true))
  },

  destroy() {
    this.stopTimers()
  },

  /** A form is on the desk. `isFirst`: it came with its page. */
  start(isFirst) {
    const form = this.$root.querySelector('form[data-saisie]')
    this.stopTimers()
    Object.assign(this, { form, releve: newRecord(), field: null, back: '', palette: [] })
    this.say(sentenceOf(form))
    this.hang('')
    // A page that is reloaded may get back the token that the page before it ended with.
    if (form.elements._envoi) form.elements._envoi.value = form.dataset.cle
    form.querySelectorAll('select[data-etat-de]').forEach(applyState)
    takePassed(form)
    fitTexts(form)
    form.dataset.pret = ''
    fetchAbbreviations(form)
    this.startDraft(isFirst)
    this.openQueue()
    // Whoever clicked in a field while the page was loading stays there. After a swap htmx puts the focus back where it
    // was in the form before, which says nothing about the next one. A summary of errors has the focus, and keeps it.
    const isTaken = isFirst && form.contains(document.activeElement)
    if (!isTaken && !document.querySelector('[data-focus]')) this.begin()
  },

  /** htmx has put something in: another form, or what the same form holds for the next record. */
  settled({ target }) {
    if (!this.$root.contains(this.form)) this.start(false)
    else if (target.dataset.suite !== undefined) {
      const next = JSON.parse(target.dataset.suite)
      next.precedents = asSent(next.precedents)
      nextRecord(this.form, next)
      this.back = ''
      this.say(next.etat)
      this.begin()
    }
  },

  /** The cursor goes where it was, or to the first empty field, and what was typed while the record before was on its way is typed. */
  begin() {
    if (!backToCursor(this.form)) {
      const field = stopAfter(this.form, null, ({ value }) => value === '') || stopAfter(this.form, null)
      // The next frame brings it into view, where no mouse is at work.
      if (field) field.focus({ preventScroll: !this.isByMouse })
    }
    this.typeAhead()
  },

  /** Beside the buttons. `undo`: a button that takes back what is said, { label, run }. */
  say(sentence, undo = null) {
    Object.assign(this, { sentence, undo })
  },

  /** Over the buttons; '' takes it away. `href`: where one logs in again. */
  hang(sentence, href = '') {
    this.banner = { sentence, href }
  },

  typed(event) {
    const { target } = event
    const champ = formOf(target) && champOf(target)
    // A value that was taken over and then typed in is the person's own.
    if (champ) delete champ.dataset.repris
    afterSign(event)
    this.changedIn(target)
    grow(target)
    if (formOf(target)) this.touched()
  },

  /** A script wrote in fields: `fill` and whoever writes in one by itself says so by the event « saisie:rempli ». */
  filled({ target }) {
    this.changedIn(target)
    if (formOf(target)) this.touched()
  },

  chosen({ target }) {
    if (target.matches('select[data-etat-de]')) applyState(target)
    this.changedIn(target)
  },

  /** Groups and the remarks on dates follow what the fields hold. */
  changedIn(target) {
    const form = formOf(target)
    if (!form) return
    followGroups(form, target)
    followPassed(form, champOf(target) || form, false)
    dateChanged(target)
    propose(target)
  },

  entered({ target }) {
    if (!formOf(target) || !isField(target)) return
    if (champOf(target)) {
      this.field = target
      offerValues(target)
    }
    // The browser scrolls after this event, and before the next frame; on a slow machine the focus has moved on by then. Nothing
    // moves under a mouse that is pressed.
    if (!this.isByMouse) requestAnimationFrame(() => document.activeElement === target && uncover(target))
  },

  /** The tools, or a person that was folded. */
  opened() {
    opened(this.form)
  },

  left({ target }) {
    if (!formOf(target) || !isField(target)) return
    this.finish(target)
    offerCouples(target)
  },

  /** A mouse goes down, anywhere on the page. */
  pointed(event) {
    this.isByMouse = true
    // A click must not take the cursor out of the field that it is about.
    if (event.target.closest('[data-outil]')) event.preventDefault()
  },

  clicked(event) {
    const { target } = event
    const before = target.closest('a[rel="prev"]')
    if (before && this.opensHere(before)) event.preventDefault()
    const tool = target.closest('[data-outil]')
    if (tool) this.act(tool.dataset.outil, (field) => field.focus())
    if (target.closest('a[href="#file"]')) this.correctLast()
    const calendar = target.closest('[data-calendrier]')
    if (calendar) takeCalendar(calendar)
  },

  /** The page is about to go: asked about only where something would be lost. */
  leaving(event) {
    this.keepNow()
    if (!this.releve.isNew || this.releve.isSafe) return
    event.preventDefault()
    event.returnValue = ''
  },

  /** The tab goes, or the telephone turns to something else: perhaps for good. */
  gone({ type }) {
    if (type === 'visibilitychange' && !document.hidden) return
    this.keepNow()
    this.sendDraft()
  },
}

export const poste = () =>
  Object.assign(state(), desk, corrections, keys, copies, lost, sending, waiting, queueing, characters)
