// Values that begin like what is typed, in the fields of [data-completion]: GET /completions. Nothing is chosen before somebody
// chose it: arrows, then Enter (which moves on) or Tab; Tab alone takes the first, which stands in grey behind the cursor, and Enter
// leaves what was typed. Shift+Delete: this value is wrong, it is offered no more.

import { ListBox } from './commun.js'
import { Ghost, put, restOf } from './fantome.js'
import { champOf, deskOf, formOf, tellState, tokenOf } from './saisie-champs.js'
import { forget, keep, learn, recall } from './saisie-valeurs.js'

const DELAY_MS = 80
const MOST = 8
const MINE = new WeakMap()

class Completion extends ListBox {
  constructor(field) {
    super(field, 'valeurs', DELAY_MS)
    this.champ = champOf(field)
    this.form = formOf(field)
    this.kind = this.champ.dataset.completion || this.champ.dataset.champ
    this.ghost = new Ghost(field)
    field.addEventListener('compositionend', () => this.typed({}))
    field.addEventListener('blur', () => learn(this.kind, field.value.trim()))
  }

  address() {
    const { source, seconde } = this.form.dataset
    const query = new URLSearchParams({ source, champ: this.champ.dataset.champ, q: this.field.value })
    if (seconde !== undefined) query.set('seconde', '1')
    return `/completions?${query}`
  }

  typed(event) {
    if (this.isTaken) {
      this.isTaken = false
      return
    }
    const place = this.ghost.place()
    super.typed()
    const typed = this.field.value
    // An unfinished letter begins nothing.
    if (event.isComposing || typed.trim() === '') return
    if (recall(this.kind, typed).isSure) clearTimeout(this.timer)
    this.offer(place)
  }

  show(answer) {
    const values = Array.from(answer.querySelectorAll('[role="option"]')).map((option) => option.dataset.valeur)
    keep(this.kind, this.field.value, values, answer.querySelector('[data-complet]') !== null)
    // Whoever has chosen one already keeps it.
    if (!this.option()) this.offer()
  }

  /** Shows what is known in the list, and the first that goes on from what was typed behind the cursor (there is its `place`). */
  offer(place = this.ghost.place()) {
    const typed = this.field.value
    const { values } = recall(this.kind, typed, this.inherited())
    this.list.textContent = ''
    this.mark(-1)
    this.list.append(...values.slice(0, MOST).map((valeur, i) => optionOf(valeur, `${this.list.id}-${i}`)))
    this.ghost.show(
      values.find((valeur) => restOf(valeur, typed)),
      place,
    )
    this.toggle(values.length > 0 && document.activeElement === this.field)
  }

  stop() {
    super.stop()
    this.ghost.hide()
  }

  // No line: one goes on typing, with what is known.
  failed() {
    this.toggle(this.list.children.length > 0 && document.activeElement === this.field)
  }

  /** The field has the focus. */
  entered() {
    if (this.field.value === '') this.ghost.show(this.inherited())
  }

  /** A new record is likely to have this here, before anything is typed: the surname of a child, for its father. */
  inherited() {
    const { elements, dataset } = this.form
    const { herite, meme } = this.champ.dataset
    const other = herite !== undefined && dataset.releve === undefined && elements[`data[${meme}]`]
    return other && !other.disabled ? other.value.trim() : ''
  }

  pressed(event) {
    const { key } = event
    const option = this.option()
    if (key === 'ArrowDown' || key === 'ArrowUp') this.move(event)
    else if (key === 'Escape' && (!this.list.hidden || this.ghost.value)) {
      event.preventDefault()
      this.stop()
    } else if (option && key === 'Delete' && event.shiftKey) {
      event.preventDefault()
      this.drop(option)
    } else if (option && !event.ctrlKey && (key === 'Enter' || key === 'Tab')) this.choose(option.dataset.valeur)
    else if (key === 'Tab') this.takeGhost(event)
  }

  move(event) {
    super.move(event)
    if (this.option()) this.ghost.show(this.option().dataset.valeur)
  }

  takeGhost(event) {
    const desk = deskOf(this.field)
    const { value } = this.ghost
    const isWithOther = event.shiftKey || event.ctrlKey || event.altKey || event.metaKey
    if (!desk || isWithOther || event.isComposing || !value || !this.ghost.isAtEnd()) return
    event.preventDefault()
    const isUntyped = this.field.value === ''
    this.choose(value)
    desk.moveOn(this.field)
    // Somebody who does not see what stands there in grey hears of it.
    if (isUntyped) tellState(this.form, `«\u00a0${value}\u00a0» est inscrit.`)
  }

  clicked(option, target) {
    if (target.closest('.ecarter')) this.drop(option)
    else this.choose(option.dataset.valeur)
  }

  /** To write it is to type it for the desk, which hears the field, and not for this list. */
  choose(valeur) {
    this.stop()
    this.isTaken = true
    put(this.field, valeur)
    // A field that holds it already, or whose browser does not type by script, has said nothing.
    if (this.isTaken) this.field.dispatchEvent(new CustomEvent('saisie:rempli', { bubbles: true }))
    this.isTaken = false
  }

  async drop(option) {
    const { valeur } = option.dataset
    if (!(await this.tell('ecarter', valeur))) {
      tellState(this.form, 'Cette valeur n’a pas pu être écartée.')
      return
    }
    forget(valeur)
    option.remove()
    this.stop()
    const isBack = `«\u00a0${valeur}\u00a0» est de nouveau proposé.`
    tellState(this.form, `«\u00a0${valeur}\u00a0» ne sera plus proposé dans ce champ. `, {
      label: 'Le proposer de nouveau',
      run: async () => {
        if (!(await this.tell('reprendre', valeur))) return
        learn(this.kind, valeur)
        tellState(this.form, isBack)
      },
    })
  }

  async tell(verb, valeur) {
    const body = new URLSearchParams({ source: this.form.dataset.source, champ: this.champ.dataset.champ, valeur })
    const headers = { 'X-CSRF-Token': tokenOf(this.form), 'HX-Request': 'true' }
    try {
      const answer = await fetch(`/completions/${verb}`, { method: 'POST', credentials: 'same-origin', headers, body })
      return answer.ok
    } catch (_offline) {
      return false
    }
  }
}

function optionOf(valeur, id) {
  const option = document.createElement('li')
  option.id = id
  option.dataset.valeur = valeur
  option.textContent = valeur
  option.setAttribute('role', 'option')
  option.setAttribute('aria-selected', 'false')
  const cross = document.createElement('span')
  cross.className = 'ecarter'
  cross.textContent = '×'
  cross.title = 'Ne plus proposer cette valeur'
  cross.setAttribute('aria-hidden', 'true')
  option.appendChild(cross)
  return option
}

/** A field that has the focus for the first time gets its list: before the keys of the form, so that Enter takes the value and moves on. */
export function offerValues(field) {
  if (champOf(field).dataset.completion === undefined || field.type !== 'text') return
  if (!MINE.has(field)) MINE.set(field, new Completion(field))
  MINE.get(field).entered()
}
