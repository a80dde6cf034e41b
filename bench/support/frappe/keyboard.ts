// The keys of a French keyboard (AZERTY, with its block of figures), each counted as it goes down.
import type { Page } from '../../../test/support/page.ts'

const MODIFIERS = { Alt: 1, Control: 2, Shift: 8 } as const
type Modifier = keyof typeof MODIFIERS

const NAMED: Record<string, { code: string; vk: number; text?: string }> = {
  Enter: { code: 'Enter', vk: 13, text: '\r' },
  Tab: { code: 'Tab', vk: 9 },
  Backspace: { code: 'Backspace', vk: 8 },
  Delete: { code: 'Delete', vk: 46 },
  Escape: { code: 'Escape', vk: 27 },
  ArrowDown: { code: 'ArrowDown', vk: 40 },
  ArrowUp: { code: 'ArrowUp', vk: 38 },
  ArrowRight: { code: 'ArrowRight', vk: 39 },
  End: { code: 'End', vk: 35 },
  PageDown: { code: 'PageDown', vk: 34 },
  '=': { code: 'Equal', vk: 187 },
}

/** Signs that take two keys, and three: Shift, a dead accent, both. */
const TWO = /[A-ZÀ-ÖØ-Þ?%£§.;âêîôû]/
const THREE = /[äëïöüÂÊÎÔÛ~’]/
/** The block of figures has these without Shift. */
const PAD = /[0-9./+*-]/

/** Keys that a text takes. */
export const keysOf = (text: string): number =>
  Array.from(text).reduce((sum, sign) => sum + (PAD.test(sign) ? 1 : THREE.test(sign) ? 3 : TWO.test(sign) ? 2 : 1), 0)

/** `Ctrl+Enter` is two keys. */
export const chordKeys = (chord: string): number => chord.split('+').length

export class Keyboard {
  readonly #page: Page
  readonly #paceMs: number
  #next = 0
  /** Keys that went down so far. */
  count = 0

  /** `paceMs`: no key comes sooner after the one before. */
  constructor(page: Page, paceMs: number) {
    this.#page = page
    this.#paceMs = paceMs
  }

  async #down(event: { key: string; code: string; vk: number; text?: string }, modifiers: number): Promise<void> {
    const wait = this.#next - performance.now()
    if (wait > 0) await new Promise((go) => setTimeout(go, wait))
    this.#next = performance.now() + this.#paceMs
    const { key, code, vk, text } = event
    const sent = { key, code, modifiers, windowsVirtualKeyCode: vk, ...(text !== undefined && { text }) }
    await this.#page.command('Input.dispatchKeyEvent', { ...sent, type: text === undefined ? 'rawKeyDown' : 'keyDown' })
    await this.#page.command('Input.dispatchKeyEvent', { ...sent, type: 'keyUp' })
  }

  /** One sign of a text. */
  async sign(sign: string): Promise<void> {
    this.count += keysOf(sign)
    const upper = sign.toUpperCase()
    const isLetter = /^[A-Z]$/.test(upper)
    const event = { key: sign, code: isLetter ? `Key${upper}` : '', vk: isLetter ? upper.charCodeAt(0) : 0, text: sign }
    await this.#down(event, sign !== sign.toLowerCase() ? MODIFIERS.Shift : 0)
  }

  /** A key by its name, with what is held: `Enter`, `Control+Enter`, `Alt+i`, `Alt+=`. */
  async press(chord: string): Promise<void> {
    this.count += chordKeys(chord)
    const held = chord.split('+')
    const key = held.pop() ?? ''
    const modifiers = held.reduce((sum, one) => sum + MODIFIERS[one as Modifier], 0)
    const named = NAMED[key] ?? { code: `Key${key.toUpperCase()}`, vk: key.toUpperCase().charCodeAt(0) }
    const { text, ...silent } = named as { code: string; vk: number; text?: string }
    await this.#down({ key, ...silent, ...(text !== undefined && modifiers === 0 && { text }) }, modifiers)
  }
}
