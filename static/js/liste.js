// A list of suggestions under a text field (ARIA 1.2 combobox), filled with the <li role="option"> that an address answers.
// combobox.js and saisie-completion.js say what is asked and what choosing does. Nothing is ever chosen before somebody chose it.

export class ListBox {
  /** `ending`: of the id of the list. `delayMs`: from the last letter to the question. */
  constructor(field, ending, delayMs) {
    this.field = field
    this.delayMs = delayMs
    this.active = -1
    this.list = document.createElement('ul')
    this.list.id = `${field.id}-${ending}`
    this.list.className = 'suggestions'
    this.list.hidden = true
    this.list.setAttribute('role', 'listbox')
    this.list.setAttribute('aria-label', field.labels[0] ? field.labels[0].textContent : 'Suggestions')
    field.after(this.list)
    const roles = { role: 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': 'false' }
    for (const name of Object.keys(roles)) field.setAttribute(name, roles[name])
    field.setAttribute('aria-controls', this.list.id)
    field.addEventListener('input', (event) => this.typed(event))
    field.addEventListener('keydown', (event) => this.pressed(event))
    field.addEventListener('blur', () => this.stop())
    // The mouse must not take the focus before the click has chosen.
    this.list.addEventListener('mousedown', (event) => event.preventDefault())
    this.list.addEventListener('click', (event) => {
      const option = event.target.closest('[role="option"]')
      if (option) this.clicked(option, event.target)
    })
  }

  clicked(option) {
    this.choose(option)
  }

  typed() {
    this.stop()
    // The list answers other letters: whoever types fast must not take one of these.
    this.list.textContent = ''
    if (this.field.value.trim() !== '') this.timer = setTimeout(() => this.search(), this.delayMs)
  }

  /** Nothing is asked any more. */
  rest() {
    clearTimeout(this.timer)
    if (this.request) this.request.abort()
    this.request = null
  }

  stop() {
    this.rest()
    this.mark(-1)
    this.toggle(false)
  }

  async search() {
    this.rest()
    const request = new AbortController()
    this.request = request
    try {
      const answer = await fetch(this.address(), {
        credentials: 'same-origin',
        headers: { 'HX-Request': 'true' },
        signal: request.signal,
      })
      if (!answer.ok || answer.redirected) throw new Error(`suggestions: ${answer.status}`)
      this.show(new DOMParser().parseFromString(await answer.text(), 'text/html'))
    } catch (error) {
      // Aborted by the next letter.
      if (error.name === 'AbortError') return
      this.toggle(false)
      this.failed()
    }
  }

  show(answer) {
    this.list.textContent = ''
    this.mark(-1)
    Array.from(answer.querySelectorAll('[role="option"]')).forEach((found, i) => {
      const option = document.importNode(found, true)
      option.id = `${this.list.id}-${i}`
      this.list.appendChild(option)
    })
    this.shown()
    this.toggle(this.list.children.length > 0 && document.activeElement === this.field)
  }

  /** The key moves in the open list. */
  move(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step || this.list.hidden) return
    event.preventDefault()
    const { length } = this.list.children
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

  toggle(open) {
    this.list.hidden = !open
    this.field.setAttribute('aria-expanded', String(open))
    if (open) this.place()
  }

  /** Above the field where it would cover the buttons of the form: a click meant for them must not choose. */
  place() {
    const { top, bottom } = this.field.getBoundingClientRect()
    const buttons = this.field.form?.querySelector('.actions')
    const end = Math.min(window.innerHeight, buttons ? buttons.getBoundingClientRect().top : Infinity)
    const { offsetHeight } = this.list
    this.list.classList.toggle('au-dessus', bottom + offsetHeight > end && top > offsetHeight)
  }
}
