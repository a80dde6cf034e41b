import { type HTMLElement, parse } from 'node-html-parser'

/** A parsed page with the questions tests ask of it: by label, role, heading or id, as a reader would find things. */
export interface Page {
  root: HTMLElement
  title: string
  h1: string
  text: string
  all(selector: string): HTMLElement[]
  one(selector: string): HTMLElement
  has(selector: string): boolean
  /** The control that the label with this text names. */
  field(label: string): HTMLElement
  /** Reads the text typed or the option chosen in the control of this name. */
  value(name: string): string
  /** The sentence beside the control of this name; '' where there is none. */
  error(name: string): string
  flash: string
}

/** Blanks of any kind read as one plain blank: typography is not what most tests are about. */
export const squeeze = (text: string): string => text.replace(/[\s\u00a0\u202f]+/g, ' ').trim()

const textOf = (node: HTMLElement | null): string => squeeze(node?.textContent ?? '')

function controlValue(control: HTMLElement | undefined): string {
  if (!control) return ''
  if (control.tagName === 'TEXTAREA') return control.textContent
  if (control.tagName !== 'SELECT') return control.getAttribute('value') ?? ''
  return control.querySelector('option[selected]')?.getAttribute('value') ?? ''
}

export function readPage(html: string): Page {
  const root = parse(html, { comment: false })
  const named = (name: string) => root.querySelectorAll('[name]').filter((node) => node.getAttribute('name') === name)
  const one = (selector: string) => {
    const found = root.querySelector(selector)
    if (!found) throw new Error(`Nothing matches ${selector} in: ${textOf(root).slice(0, 400)}`)
    return found
  }
  return {
    root,
    title: textOf(root.querySelector('title')),
    h1: textOf(root.querySelector('h1')),
    text: textOf(root.querySelector('main') ?? root),
    all: (selector) => root.querySelectorAll(selector),
    one,
    has: (selector) => root.querySelector(selector) !== null,
    field(label) {
      const found = root.querySelectorAll('label').find((node) => textOf(node).startsWith(label))
      if (!found) throw new Error(`No label « ${label} »`)
      const id = found.getAttribute('for')
      return id ? one(`[id="${id}"]`) : (found.querySelector('input,select,textarea') ?? found)
    },
    value: (name) =>
      controlValue(named(name).find((node) => node.getAttribute('type') !== 'radio' || node.hasAttribute('checked'))),
    error(name) {
      const ids = named(name).flatMap((node) => (node.getAttribute('aria-describedby') ?? '').split(' '))
      return squeeze(
        ids
          .filter((id) => id.endsWith('-erreur'))
          .map((id) => textOf(root.querySelector(`[id="${id}"]`)))
          .join(' '),
      )
    },
    flash: textOf(root.querySelector('[role=status]')),
  }
}
