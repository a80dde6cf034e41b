// A record on its way: between its sending and the answer it is what one sees. What was typed meanwhile would be in no record, and
// gone with the form: for a moment the fields take nothing, and who types on without looking finds it in the form of the next record.
import { htmx } from './commun.js'
import { keepLocal } from './saisie-brouillon.js'
import { formOf, isField } from './saisie-champs.js'
import { shorten } from './saisie-corps.js'

/** Keys that write through a script of ours, or in a list; those that go about the page or belong to the browser are left alone. */
const isWritingKey = ({ type, key, altKey, target }) =>
  type === 'keydown' &&
  (key === 'Enter' || (altKey && key.length === 1) || (target.tagName === 'SELECT' && key !== 'Tab'))

const isWritingMouse = ({ type, target }) =>
  type !== 'keydown' &&
  target.closest('select, .saisie-outils button, .suggestions, .palette, .compris button') !== null

const isPlainEnter = ({ type, key, target, ctrlKey, metaKey, altKey, shiftKey, repeat }) =>
  type === 'keydown' && key === 'Enter' && isField(target) && !(ctrlKey || metaKey || altKey || shiftKey || repeat)

/** Holds what the next form holds, in the place of a form (views/entry-next.tsx). */
const NEXT = 'saisie-suite'

const isNext = (xhr) => /[?&](enregistre|corrige)=/.test(xhr.getResponseHeader('HX-Replace-Url'))

const REFUSED = 'Rien n’est enregistré. Votre saisie est toujours là.'
/** Headers of htmx that the server does not read. */
const UNREAD = ['HX-Trigger', 'HX-Target', 'HX-Current-URL']
/** A proxy that found no server, a site in maintenance, a database that is away: nothing is said of the record. */
const NO_ANSWER = new Set([502, 503, 504])
/** The database fell silent with the record on its way; the token of the form sees to it that there is one. */
const UNCERTAIN =
  'Enregistrement non confirmé. Votre saisie est toujours là\u00a0: enregistrez de nouveau dans un moment.'

const whenIdle = (work) =>
  window.requestIdleCallback ? requestIdleCallback(work, { timeout: 2000 }) : setTimeout(work, 200)

/**
 * Htmx writes the address twice before the next form is there, and each time the browser stores what all fields hold: a quarter of
 * what the answer costs. This one has it written later.
 */
function withoutAddress() {
  htmx.config.historyEnabled = false
  // It handles the answer without a break.
  Promise.resolve().then(() => {
    htmx.config.historyEnabled = true
  })
}

/** Methods of the desk, for the events of htmx and before all others (capture). */
export const sending = {
  /** The address of the next form, until it is written. */
  address: '',

  hold(event) {
    if (!this.onItsWay || formOf(event.target) !== this.onItsWay) return
    if (event.type !== 'beforeinput' && !isWritingKey(event) && !isWritingMouse(event)) return
    const { inputType, data } = event
    if (inputType === 'insertText' && data) this.ahead.push(...Array.from(data))
    else if (inputType === 'deleteContentBackward') this.ahead.pop()
    else if (isPlainEnter(event)) this.ahead.push('\n')
    event.preventDefault()
    event.stopImmediatePropagation()
  },

  /** Types what was typed meanwhile, as if the form had been there at once. */
  typeAhead() {
    const typed = this.ahead
    this.ahead = []
    for (const character of typed) {
      const { activeElement } = document
      if (!activeElement.matches('input, textarea')) return
      if (character === '\n') {
        this.finish(activeElement)
        this.moveOn(activeElement)
      } else document.execCommand('insertText', false, character)
    }
  },

  /** Before a click does anything: which of the buttons saves. */
  clickedFirst(event) {
    this.hold(event)
    if (event.defaultPrevented) return
    const button = event.target.closest('[data-enregistrer]')
    if (!button) return
    // The second click of a double click may find the form of the next record, which nobody has filled in.
    if (event.detail > 1) event.preventDefault()
    else this.releve.button = button
  },

  /** A form that posts by itself leaves the page; without a line the browser would show its own page of errors instead. */
  submitted(event) {
    const { form, releve } = this
    const thrown = event.target.querySelector('[data-jeter]')
    if (thrown) this.thrown(thrown.dataset.jeter)
    if (event.target !== form || form.hasAttribute('hx-post')) return
    if (navigator.onLine === false) {
      event.preventDefault()
      this.wait()
    } else if (releve.button?.hasAttribute('formaction')) {
      // « Enregistrer comme nouveau relevé »: what was typed is no change of this one any more.
      this.forget()
    } else {
      keepLocal(form, { envoye: true })
      Object.assign(releve, { isNew: false, isSafe: true })
    }
  },

  /** Methods from here on are told of every request of htmx on the sheet; that of the form alone is a record. */
  prepared({ target, detail }) {
    if (target !== this.form || target.dataset.releve !== undefined) return
    shorten(target, detail.formData)
    for (const name of UNREAD) delete detail.headers[name]
  },

  sent(event) {
    const { target } = event
    if (target !== this.form) return
    this.ahead = []
    // « Le mettre plutôt à la fin du registre » asks for another form.
    this.isSave = !event.detail.requestConfig.parameters.renoncer
    if (this.isSave && this.queuesFirst(event)) return
    this.onItsWay = target
    clearTimeout(this.releve.server)
    // A stored record that is refused keeps it anew; one that is stored has nothing to bring back.
    this.releve.isSafe = keepLocal(target, target.dataset.releve && { envoye: true })
    if (!this.releve.waits) this.say('Enregistrement…')
  },

  /** A form that was swapped tells it from where it stood. */
  answered({ detail }) {
    if (detail.elt === this.onItsWay) this.onItsWay = null
  },

  /** Before the form is swapped. And before htmx follows the answer of a session that has ended away from it: the person decides when. */
  received(event) {
    const { xhr } = event.detail
    if (event.target !== this.form) return
    // Somebody's network answers in our place, with a page of its own.
    if (xhr.status < 400 && !xhr.getResponseHeader('X-Request-Id')) {
      event.preventDefault()
      this.unanswered()
      return
    }
    // The address of the next form tells that the record is stored; that of another page, that it was before, and that what was
    // changed since is a draft there.
    const isStored = xhr.status === 200 && (xhr.getResponseHeader('HX-Redirect') || isNext(xhr))
    if (!NO_ANSWER.has(xhr.status)) this.unqueue(isStored)
    if (isStored) this.stored()
    else if (xhr.status === 401) {
      event.preventDefault()
      this.signedOut(xhr.getResponseHeader('HX-Redirect') || '/login')
    }
  },

  /** To htmx the form is answered by a form, unless it is told otherwise. */
  swapped({ detail }) {
    this.address = ''
    if (detail.target.id !== NEXT) return
    detail.selectOverride = `#${NEXT}`
    this.address = detail.xhr.getResponseHeader('HX-Replace-Url')
    withoutAddress()
    whenIdle(() => {
      if (this.address) history.replaceState({ htmx: true }, '', this.address)
      this.address = ''
    })
  },

  stored() {
    // Whatever hangs on the field that has the focus (suggestions, a date half typed) ends with the record. Nor has htmx to look
    // for the same field in the form that it swaps in.
    document.activeElement.blur()
    this.stopWaiting()
    this.forget()
  },

  signedOut(href) {
    this.stopWaiting()
    Object.assign(this.releve, { isNew: true, isSafe: keepLocal(this.form) })
    this.say('Votre session est terminée, rien n’est encore enregistré.')
    this.hang('Votre session est terminée. Votre saisie est gardée\u00a0:', href)
  },

  /** No line, or none any more. In the capture phase: the general notice of avis.js would come again at each attempt. */
  unsent(event) {
    if (event.target !== this.form) return
    event.stopPropagation()
    this.unanswered()
  },

  /** Perhaps it is stored, perhaps not: it goes again, and the token of the form sees to it that there is one. */
  unanswered() {
    this.releve.isNew = true
    if (!this.isSave) this.say('Le serveur ne répond pas. Votre saisie est toujours là.')
    else if (this.isQueueing()) this.enqueue()
    else this.wait()
  },

  refused(event) {
    const { status } = event.detail.xhr
    if (event.target !== this.form || status === 401) return
    if (this.isQueueing() && NO_ANSWER.has(status)) {
      this.unanswered()
      return
    }
    this.stopWaiting()
    Object.assign(this.releve, { isNew: true, isSafe: keepLocal(this.form) })
    this.say(status === 503 ? UNCERTAIN : REFUSED)
  },
}
