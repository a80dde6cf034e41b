// A text box with suggestions (ARIA 1.2 combobox). Written by ui/place-input:
//   [data-combobox="/address"] > [data-combobox-texte], [data-combobox-id], [data-combobox-avis]
// The address answers <li role="option" data-id data-nom-long>. Nothing is ever chosen before somebody chose it.
const DELAY_MS = 150

class Combobox {
  constructor(root) {
    this.address = root.dataset.combobox
    this.text = root.querySelector('[data-combobox-texte]')
    this.holder = root.querySelector('[data-combobox-id]')
    this.notice = root.querySelector('[data-combobox-avis]')
    this.active = -1
    this.list = document.createElement('ul')
    this.list.id = `${this.text.id}-liste`
    this.list.className = 'suggestions'
    this.list.hidden = true
    this.list.setAttribute('role', 'listbox')
    this.list.setAttribute('aria-label', this.text.labels[0] ? this.text.labels[0].textContent : 'Suggestions')
    this.text.after(this.list)
    const roles = { role: 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': 'false' }
    for (const name of Object.keys(roles)) this.text.setAttribute(name, roles[name])
    this.text.setAttribute('aria-controls', this.list.id)
    this.listen()
  }

  listen() {
    this.text.addEventListener('input', () => this.typed())
    this.text.addEventListener('keydown', (event) => this.pressed(event))
    this.text.addEventListener('blur', () => this.left())
    // The mouse must not take the focus before the click has chosen.
    this.list.addEventListener('mousedown', (event) => event.preventDefault())
    this.list.addEventListener('click', (event) => {
      const option = event.target.closest('[role="option"]')
      if (option) this.choose(option)
    })
  }

  typed() {
    this.setId('')
    clearTimeout(this.timer)
    this.abort()
    // What was offered answers other letters: whoever types fast must not take one of these.
    this.list.textContent = ''
    this.close()
    if (this.text.value.trim() === '') return
    this.timer = setTimeout(() => this.search(), DELAY_MS)
  }

  abort() {
    if (this.request) this.request.abort()
    this.request = null
  }

  async search() {
    this.abort()
    const request = new AbortController()
    this.request = request
    try {
      const answer = await fetch(`${this.address}?q=${encodeURIComponent(this.text.value.trim())}`, {
        credentials: 'same-origin',
        headers: { 'HX-Request': 'true' },
        signal: request.signal,
      })
      if (!answer.ok || answer.redirected) throw new Error(`suggestions: ${answer.status}`)
      this.show(new DOMParser().parseFromString(await answer.text(), 'text/html'))
    } catch (error) {
      if (error.name === 'AbortError') return
      this.close()
      this.notice.textContent = 'Les suggestions ne sont pas disponibles.'
    }
  }

  show(answer) {
    const found = Array.from(answer.querySelectorAll('[role="option"]'))
    this.list.textContent = ''
    this.active = -1
    this.text.removeAttribute('aria-activedescendant')
    found.forEach((option, i) => {
      option.id = `${this.list.id}-${i}`
      this.list.appendChild(document.importNode(option, true))
    })
    this.notice.textContent = wording(found.length)
    this.toggle(found.length > 0 && document.activeElement === this.text)
  }

  pressed(event) {
    const { key } = event
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      this.move(key === 'ArrowDown' ? 1 : -1)
    } else if (key === 'Escape' && !this.list.hidden) {
      event.preventDefault()
      this.close()
    } else if (key === 'Enter' && this.option()) {
      event.preventDefault()
      this.choose(this.option())
    } else if (key === 'Tab' && this.option()) {
      this.choose(this.option())
    }
  }

  move(step) {
    if (this.list.hidden) {
      if (this.list.children.length > 0) this.toggle(true)
      else if (this.text.value.trim() !== '') this.search()
      return
    }
    const { length } = this.list.children
    const from = this.active === -1 && step === -1 ? 0 : this.active
    this.mark((from + step + length) % length)
  }

  mark(position) {
    if (this.option()) this.option().setAttribute('aria-selected', 'false')
    this.active = position
    const option = this.option()
    if (!option) {
      this.text.removeAttribute('aria-activedescendant')
      return
    }
    option.setAttribute('aria-selected', 'true')
    option.scrollIntoView({ block: 'nearest' })
    this.text.setAttribute('aria-activedescendant', option.id)
  }

  option() {
    return this.list.hidden ? undefined : this.list.children[this.active]
  }

  choose(option) {
    this.text.value = option.dataset.nomLong
    this.setId(option.dataset.id)
    this.abort()
    this.close()
    this.notice.textContent = `${option.dataset.nomLong}, choisi`
  }

  // The server may have rendered candidates as a <select>: what is typed or chosen here takes its place.
  setId(id) {
    if (this.holder.type !== 'hidden') {
      const hidden = document.createElement('input')
      hidden.type = 'hidden'
      hidden.name = this.holder.name
      this.holder.replaceWith(hidden)
      this.holder = hidden
    }
    if (this.holder.value === id) return
    this.holder.value = id
    this.holder.dispatchEvent(new Event('change', { bubbles: true }))
  }

  left() {
    clearTimeout(this.timer)
    this.abort()
    this.close()
  }

  close() {
    this.mark(-1)
    this.toggle(false)
  }

  toggle(open) {
    this.list.hidden = !open
    this.text.setAttribute('aria-expanded', String(open))
  }
}

function wording(count) {
  if (count === 0) return 'Aucun lieu ne correspond.'
  return count === 1 ? '1 lieu proposé' : `${count} lieux proposés`
}

const started = new WeakSet()

function start(root) {
  for (const element of root.querySelectorAll('[data-combobox]')) {
    if (!started.has(element)) new Combobox(element)
    started.add(element)
  }
}

document.addEventListener('DOMContentLoaded', () => start(document))
// The whole document: after an outerHTML swap the event comes from the new element itself.
document.addEventListener('htmx:afterSettle', () => start(document))
