// A text box with suggestions. Written by ui/place-input:
//   [data-combobox="/address"] > [data-combobox-texte], [data-combobox-id], [data-combobox-avis]
// The address answers <li role="option" data-id data-nom-long>.
import htmx from 'htmx.org'
import { ListBox } from './liste.js'

const DELAY_MS = 150

// Scripts that only some pages load take these from there (commun.js).
window.commun = { ListBox, htmx }

class Combobox extends ListBox {
  constructor(root) {
    super(root.querySelector('[data-combobox-texte]'), 'liste', DELAY_MS)
    this.root = root
    this.holder = root.querySelector('[data-combobox-id]')
    this.notice = root.querySelector('[data-combobox-avis]')
  }

  address() {
    return `${this.root.dataset.combobox}?q=${encodeURIComponent(this.field.value.trim())}`
  }

  typed() {
    this.setId('')
    super.typed()
  }

  shown() {
    this.notice.textContent = wording(this.list.children.length)
  }

  failed() {
    this.notice.textContent = 'Les suggestions ne sont pas disponibles.'
  }

  pressed(event) {
    const { key } = event
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      if (this.list.hidden) this.reopen()
      else this.move(event)
    } else if (key === 'Escape' && !this.list.hidden) {
      event.preventDefault()
      this.stop()
    } else if (key === 'Enter' && this.option()) {
      event.preventDefault()
      this.choose(this.option())
    } else if (key === 'Tab' && this.option()) {
      this.choose(this.option())
    }
  }

  reopen() {
    if (this.list.children.length > 0) this.toggle(true)
    else if (this.field.value.trim() !== '') this.search()
  }

  choose(option) {
    this.field.value = option.dataset.nomLong
    this.setId(option.dataset.id)
    this.stop()
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
