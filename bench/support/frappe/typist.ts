// Somebody who types a register: looks at what the desk offers, takes it when that costs fewer keys, and moves by the shortest way.
import type { Page } from '../../../test/support/page.ts'
import { Keyboard, keysOf } from './keyboard.ts'
import { type Control, isHere, look, type Screen } from './screen.ts'
import { dateTyped, means } from './typed-dates.ts'
import { isNextView, isRight, isTold, partOf, type Reading, sameText, wantedIn } from './wanted.ts'

/** Deeper in a list than this nobody looks before some letters are there. */
const NEAR = 1
const LETTERS_TO_LOOK_DEEPER = 4
const MOST_KEYS = 1500

export class Typist {
  readonly keyboard: Keyboard
  readonly #page: Page
  /** First names that were offered or typed already, by field: they are begun without Shift. */
  readonly #familiar: Set<string>
  /** Keys by field, over all acts. */
  readonly spent = new Map<string, number>()

  constructor(page: Page, familiar: Set<string>, paceMs: number) {
    this.#page = page
    this.keyboard = new Keyboard(page, paceMs)
    this.#familiar = familiar
  }

  /** Types an act and saves it; gives the keys that it took. */
  async type(reading: Reading): Promise<number> {
    const begun = this.keyboard.count
    for (;;) {
      if (this.keyboard.count - begun > MOST_KEYS)
        throw new Error(`the typist is lost: ${[...this.spent].map((pair) => pair.join(' ')).join(', ')}`)
      const screen = await this.#looked()
      const before = this.keyboard.count
      const target = this.#next(screen, reading)
      if (target === -1) {
        await this.#save(screen)
        this.#note('enregistrer', before)
        return this.keyboard.count - begun
      }
      if (isNextView(screen, reading)) await this.keyboard.press('Alt+v')
      else if (target !== screen.at) await this.#move(screen, target)
      else await this.#fill(screen, reading)
      this.#note(screen.controls[screen.at]?.champ || 'boutons', before)
    }
  }

  /** A list may be about to be chosen by the desk. */
  async #looked(): Promise<Screen> {
    const screen = await look(this.#page, false)
    return screen.controls[screen.at]?.tag === 'SELECT' ? look(this.#page, true) : screen
  }

  #note(what: string, before: number): void {
    this.spent.set(what, (this.spent.get(what) ?? 0) + this.keyboard.count - before)
  }

  /** The next control that is not as it should be, from the cursor on. */
  #next({ controls, at, passed }: Screen, reading: Reading): number {
    const wrong = (control: Control) => control.champ !== '' && !isRight(control, controls, reading)
    // Whatever the desk is going to propose is left to it, as long as there is something else to do.
    const now = (control: Control) =>
      wrong(control) && (control.propose === '' || control.propose !== wantedIn(control, reading))
    const after = controls.findIndex((control, index) => index >= at && now(control))
    if (after !== -1) return after
    const before = controls.findIndex(now)
    if (before !== -1) return before
    const left = controls.findIndex(wrong)
    return left === -1 && passed.some((champ) => isTold(champ, reading.act))
      ? controls.findIndex(({ name }) => name === 'passes')
      : left
  }

  async #move({ controls, at, ghost }: Screen, target: number): Promise<void> {
    if (target < at) return this.keyboard.press('Shift+Tab')
    const isField = controls[at]?.champ !== '' && controls[at]?.tag !== 'TEXTAREA'
    const stop = controls.findIndex(({ stop }, index) => index > at && stop)
    if (isField && stop !== -1 && stop <= target) return this.keyboard.press('Enter')
    // Tab would take what stands there in grey.
    if (ghost !== '') await this.keyboard.press('Escape')
    await this.keyboard.press('Tab')
  }

  async #save({ cle }: Screen): Promise<void> {
    await this.keyboard.press('Control+Enter')
    for (let tries = 0; await isHere(this.#page, cle); tries += 1) {
      if (tries > 600) throw new Error('the record is not saved')
      await new Promise((go) => setTimeout(go, 20))
    }
    await look(this.#page, true)
  }

  async #fill(screen: Screen, reading: Reading): Promise<void> {
    const control = screen.controls[screen.at] as Control
    if (control.name === 'passes') return this.keyboard.press('Enter')
    const wanted = wantedIn(control, reading) ?? ''
    if (wanted === '') return this.#empty(control)
    if (control.tag === 'SELECT') return this.#choose(wanted, control)
    if (screen.ghost !== '' && sameText(screen.ghost, wanted, control, reading)) return this.keyboard.press('Tab')
    const chord = keysOf(wanted) > 1 && this.#chordFor(control, wanted, reading)
    if (chord) return this.keyboard.press(chord)
    if (partOf(control) === 'valeur') return this.#date(screen, reading)
    const short = Object.entries(reading.abbreviations).find(([, text]) => text === wanted)?.[0]
    if (short !== undefined) return this.#signs(short)
    if (control.completes) return this.#complete(screen, wanted, reading)
    return this.#signs(wanted)
  }

  async #signs(text: string): Promise<void> {
    for (const sign of text) await this.keyboard.sign(sign)
  }

  /** A chord that brings this value from elsewhere, and moves on. */
  #chordFor(control: Control, wanted: string, reading: Reading): string | undefined {
    const from = { 'Alt+e': control.kin.meme, 'Alt+p': control.kin.pere, 'Alt+=': control.precedent[control.name] }
    return Object.entries(from).find(([, text]) => sameText(text, wanted, control, reading))?.[0]
  }

  async #empty({ tag }: Control): Promise<void> {
    if (tag === 'SELECT') await this.keyboard.sign('n')
    else await this.keyboard.press('Delete')
  }

  /** The first letter of a choice, again where another begins with it. */
  async #choose(wanted: string, { name }: Control): Promise<void> {
    for (let tries = 0; tries < 4; tries += 1) {
      await this.keyboard.sign(wanted.charAt(0).toLowerCase())
      const { controls } = await look(this.#page, false)
      if (controls.find((one) => one.name === name)?.value === wanted) return
    }
    throw new Error(`${name} cannot be « ${wanted} »`)
  }

  async #date({ controls, at }: Screen, reading: Reading): Promise<void> {
    const control = controls[at] as Control
    const day = reading.act.dates[control.champ]
    const calendar = controls.find((one) => one.champ === control.champ && partOf(one) === 'calendrier')
    if (!day) return
    await this.#signs(dateTyped(control.champ, calendar?.value ?? '', reading))
    const after = (await look(this.#page, true)).controls.find(({ name }) => name === calendar?.name)
    const typed = (await look(this.#page, false)).controls[at]?.value ?? ''
    if (after && after.value !== day.calendrier && !means(typed, after.value, control.champ, reading)) {
      await this.keyboard.press('Tab')
      await this.#choose(day.calendrier, after)
    }
    await this.keyboard.press('Enter')
  }

  /** Letter by letter, until what is offered is nearer than the end of the word. */
  async #complete(screen: Screen, wanted: string, reading: Reading): Promise<void> {
    const control = screen.controls[screen.at] as Control
    const key = `${control.champ} ${wanted}`
    const isCapital = reading.champs.find(({ nom }) => nom === control.champ)?.majuscules
    const typed =
      isCapital || control.name.startsWith('texte:') || this.#familiar.has(key) ? wanted.toLowerCase() : wanted
    const signs = Array.from(typed)
    for (const [index, sign] of signs.entries()) {
      await this.keyboard.sign(sign)
      const rest = keysOf(signs.slice(index + 1).join('')) + (control.name.startsWith('texte:') ? 99 : 1)
      const shown = await look(this.#page, true)
      if (await this.#take(shown, wanted, { letters: index + 1, rest }, reading)) return void this.#familiar.add(key)
    }
    this.#familiar.add(key)
    if (typed !== wanted && !isCapital) await this.#retype(wanted)
  }

  async #take(
    screen: Screen,
    wanted: string,
    { letters, rest }: { letters: number; rest: number },
    reading: Reading,
  ): Promise<boolean> {
    const control = screen.controls[screen.at] as Control
    if (screen.ghost !== '' && sameText(screen.ghost, wanted, control, reading)) {
      await this.keyboard.press('Tab')
      return true
    }
    const rank = screen.offers.findIndex((offer) => sameText(offer, wanted, control, reading))
    if (rank === -1 || (rank > NEAR && letters < LETTERS_TO_LOOK_DEEPER)) return false
    const up = screen.offers.length - rank
    const steps = Math.min(rank + 1, up)
    if (steps + 1 >= rest) return false
    for (let step = 0; step < steps; step += 1) await this.keyboard.press(up < rank + 1 ? 'ArrowUp' : 'ArrowDown')
    await this.keyboard.press(this.#isTabNearer(screen, reading) ? 'Tab' : 'Enter')
    return true
  }

  /** Both take what is marked; Enter goes on to where it stops, or nowhere after a place. */
  #isTabNearer({ controls, at, ...screen }: Screen, reading: Reading): boolean {
    const target = this.#next({ ...screen, controls, at: at + 1 }, reading)
    const stop = controls.findIndex(({ stop }, index) => index > at && stop)
    return controls[at]?.name.startsWith('texte:') || stop === -1 || (target !== -1 && stop > target)
  }

  /** It was not offered after all, and stands there without its capitals. */
  async #retype(wanted: string): Promise<void> {
    for (const _ of wanted) await this.keyboard.press('Backspace')
    for (const sign of wanted) await this.keyboard.sign(sign)
  }
}
