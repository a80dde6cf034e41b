// Values that begin like what is typed, in the fields of [data-completion]: GET /completions. Nothing is chosen before somebody
// chose it: arrows, then Enter (which moves on) or Tab. Shift+Delete: this value is wrong, it is offered no more.
import { champOf, formOf, tellState, tokenOf } from './saisie-champs.js'

const DELAY_MS = 120
const MINE = new WeakMap()

class Completion {
  constructor(field) {
    this.field = field
    this.champ = champOf(field)
    this.form = formOf(field)
    this.active = -1
    this.list = document.createElement('ul')
    this.list.id = `${field.id}-valeurs`
    this.list.className = 'suggestions'
    this.list.hidden = true
    this.list.setAttribute('role', 'listbox')
    this.list.setAttribute('aria-label', field.labels[0] ? field.labels[0].textContent : 'Valeurs')
    field.after(this.list)
    const roles = {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': 'false',
      'aria-controls': this.list.id,
    }
    for (const name of Object.keys(roles)) field.setAttribute(name, roles[name])
    field.addEventListener('input', () => this.typed())
    field.addEventListener('keydown', (event) => this.pressed(event))
    field.addEventListener('blur', () => this.stop())
    this.list.addEventListener('mousedown', (event) => event.preventDefault())
    this.list.addEventListener('click', (event) => this.clicked(event))
  }

  typed() {
    this.stop()
    if (this.field.value.trim() !== '') this.timer = setTimeout(() => this.search(), DELAY_MS)
  }

  stop() {
    clearTimeout(this.timer)
    if (this.request) this.request.abort()
    this.mark(-1)
    this.toggle(false)
  }

  async search() {
    this.request = new AbortController()
    const { source } = this.form.dataset
    const query = new URLSearchParams({ source, champ: this.champ.dataset.champ, q: this.field.value })
    try {
      const answer = await fetch(`/completions?${query}`, {
        credentials: 'same-origin',
        headers: { 'HX-Request': 'true' },
        signal: this.request.signal,
      })
      if (!answer.ok || answer.redirected) return
      this.show(new DOMParser().parseFromString(await answer.text(), 'text/html'))
    } catch (_gone) {
      // Aborted by the next letter, or no line: one goes on typing.
      this.toggle(false)
    }
  }

  show(answer) {
    this.list.textContent = ''
    this.mark(-1)
    Array.from(answer.querySelectorAll('[role="option"]')).forEach((found, i) => {
      const option = document.importNode(found, true)
      option.id = `${this.list.id}-${i}`
      const cross = document.createElement('span')
      cross.className = 'ecarter'
      cross.textContent = '×'
      cross.title = 'Ne plus proposer cette valeur'
      cross.setAttribute('aria-hidden', 'true')
      option.appendChild(cross)
      this.list.appendChild(option)
    })
    this.toggle(this.list.children.length > 0 && document.activeElement === this.field)
  }

  pressed(event) {
    const { key } = event
    const option = this.option()
    if (key === 'ArrowDown' || key === 'ArrowUp') this.move(event, key === 'ArrowDown' ? 1 : -1)
    else if (key === 'Escape' && !this.list.hidden) {
      event.preventDefault()
      this.stop()
    } else if (option && key === 'Delete' && event.shiftKey) {
      event.preventDefault()
      this.drop(option)
    } else if (option && !event.ctrlKey && (key === 'Enter' || key === 'Tab')) this.choose(option)
  }

  move(event, step) {
    const { length } = this.list.children
    if (this.list.hidden) return
    event.preventDefault()
    const from = this.active === -1 && step === -1 ? 0 : this.active
    this.mark((from + step + length) % length)
  }

  mark(position) {
    if (this.option()) this.option().setAttribute('aria-selected', 'false')
    this.active = position
    const option = this.option()
    if (!option) {
      this.field.removeAttribute('aria-activedescendant')
      return
    }
    option.setAttribute('aria-selected', 'true')
    option.scrollIntoView({ block: 'nearest' })
    this.field.setAttribute('aria-activedescendant', option.id)
  }

  option() {
    return this.list.hidden ? undefined : this.list.children[this.active]
  }

  clicked(event) {
    const option = event.target.closest('[role="option"]')
    if (!option) return
    if (event.target.closest('.ecarter')) this.drop(option)
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
    tellState(this.form, `«\u00a0${valeur}\u00a0» ne sera plus proposé dans ce champ. `)
    const undo = document.createElement('button')
    undo.type = 'button'
    undo.className = 'bouton-texte'
    undo.textContent = 'Le proposer de nouveau'
    undo.addEventListener('click', async () => {
      if (await this.tell('reprendre', valeur)) tellState(this.form, `«\u00a0${valeur}\u00a0» est de nouveau proposé.`)
    })
    this.form.querySelector('[data-saisie-etat]').appendChild(undo)
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

  toggle(open) {
    this.list.hidden = !open
    this.field.setAttribute('aria-expanded', String(open))
  }
}

// Before the keys of the form: Enter takes the value, then moves on.
document.addEventListener('focusin', ({ target }) => {
  const champ = formOf(target) && champOf(target)
  if (!champ || champ.dataset.completion === undefined || target.type !== 'text' || MINE.has(target)) return
  MINE.set(target, new Completion(target))
})
