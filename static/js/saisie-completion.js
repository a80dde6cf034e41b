// Values that begin like what is typed, in the fields of [data-completion]: GET /completions. Nothing is chosen before somebody
// chose it: arrows, then Enter (which moves on) or Tab. Shift+Delete: this value is wrong, it is offered no more.
import { ListBox } from './liste.js'
import { champOf, formOf, tellState, tokenOf } from './saisie-champs.js'

const DELAY_MS = 120
const MINE = new WeakMap()

class Completion extends ListBox {
  constructor(field) {
    super(field, 'valeurs', DELAY_MS)
    this.champ = champOf(field)
    this.form = formOf(field)
  }

  address() {
    const { source } = this.form.dataset
    return `/completions?${new URLSearchParams({ source, champ: this.champ.dataset.champ, q: this.field.value })}`
  }

  shown() {
    for (const option of this.list.children) {
      const cross = document.createElement('span')
      cross.className = 'ecarter'
      cross.textContent = '×'
      cross.title = 'Ne plus proposer cette valeur'
      cross.setAttribute('aria-hidden', 'true')
      option.appendChild(cross)
    }
  }

  // No line: one goes on typing.
  failed() {}

  pressed(event) {
    const { key } = event
    const option = this.option()
    if (key === 'ArrowDown' || key === 'ArrowUp') this.move(event)
    else if (key === 'Escape' && !this.list.hidden) {
      event.preventDefault()
      this.stop()
    } else if (option && key === 'Delete' && event.shiftKey) {
      event.preventDefault()
      this.drop(option)
    } else if (option && !event.ctrlKey && (key === 'Enter' || key === 'Tab')) this.choose(option)
  }

  clicked(option, target) {
    if (target.closest('.ecarter')) this.drop(option)
    else this.choose(option)
  }

  choose(option) {
    this.field.value = option.dataset.valeur
    this.stop()
    this.field.dispatchEvent(new CustomEvent('saisie:rempli', { bubbles: true }))
  }

  async drop(option) {
    const { valeur } = option.dataset
    if (!(await this.tell('ecarter', valeur))) {
      tellState(this.form, 'Cette valeur n’a pas pu être écartée.')
      return
    }
    option.remove()
    this.stop()
    const isBack = `«\u00a0${valeur}\u00a0» est de nouveau proposé.`
    tellState(this.form, `«\u00a0${valeur}\u00a0» ne sera plus proposé dans ce champ. `, {
      label: 'Le proposer de nouveau',
      run: async () => {
        if (await this.tell('reprendre', valeur)) tellState(this.form, isBack)
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

/** A field that has the focus for the first time gets its list: before the keys of the form, so that Enter takes the value and moves on. */
export function offerValues(field) {
  if (champOf(field).dataset.completion === undefined || field.type !== 'text' || MINE.has(field)) return
  MINE.set(field, new Completion(field))
}
