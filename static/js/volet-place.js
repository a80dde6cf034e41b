// Where the register stands on the page: above the form or beside it, how much of the window it has, open or closed. Kept by this browser.
import { read, write } from './saisie-champs.js'

const KEY = 'releves.registre'
/** The window has room for both from here on; below, nobody may ask for it. */
const WIDE = 1600
const NARROW = 900
const STEP = 2
const root = document.documentElement

/** Narrower than this, the bar has no room for these on two lines: they go into the menu. */
const PHONE = 640
const SECOND = ['largeur', 'debut', 'tourner']

/** This browser keeps an object under a name; an empty one where it has none. */
export function kept(key) {
  try {
    return JSON.parse(read(key)) || {}
  } catch (_notOurs) {
    return {}
  }
}
export const keep = (key, values) => write(key, JSON.stringify(values))

/** Follows a mouse or a finger from where it goes down on an element. */
export function dragged(element, follow) {
  element.addEventListener('pointerdown', (event) => {
    event.preventDefault()
    element.setPointerCapture(event.pointerId)
    element.onpointermove = follow
  })
  for (const end of ['pointerup', 'pointercancel'])
    element.addEventListener(end, () => {
      element.onpointermove = null
    })
}

export class Place {
  constructor(pane) {
    this.pane = pane
    this.chosen = kept(KEY)
    this.handle = pane.querySelector('[data-borne]')
    dragged(this.handle, ({ clientX, clientY }) => {
      const { left, top } = pane.getBoundingClientRect()
      this.resize(this.isBeside() ? (100 * (clientX - left)) / innerWidth : (100 * (clientY - top)) / innerHeight)
    })
    this.handle.addEventListener('keydown', ({ key }) => {
      const by = { ArrowUp: -STEP, ArrowLeft: -STEP, ArrowDown: STEP, ArrowRight: STEP }[key]
      if (by) this.resize(this.part() + by)
    })
    addEventListener('resize', () => this.draw())
    this.draw()
  }

  isBeside() {
    const { cote = innerWidth >= WIDE, ferme } = this.chosen
    return cote && !ferme && innerWidth >= NARROW
  }

  part() {
    return (this.isBeside() ? this.chosen.partCote : this.chosen.part) || (this.isBeside() ? 50 : 45)
  }

  resize(part) {
    this.choose({ [this.isBeside() ? 'partCote' : 'part']: Math.round(Math.max(15, Math.min(75, part))) })
  }

  choose(values) {
    Object.assign(this.chosen, values)
    keep(KEY, this.chosen)
    this.draw()
  }

  draw() {
    const { pane, handle, chosen } = this
    const isBeside = this.isBeside()
    root.classList.toggle('registre-cote', isBeside)
    pane.classList.toggle('registre-ferme', Boolean(chosen.ferme))
    root.style.setProperty('--part', chosen.part || 45)
    root.style.setProperty('--part-cote', chosen.partCote || 50)
    handle.setAttribute('aria-orientation', isBeside ? 'vertical' : 'horizontal')
    handle.setAttribute('aria-valuenow', this.part())
    const second = SECOND.map((does) => pane.querySelector(`[data-v="${does}"]`))
    if (innerWidth < PHONE) pane.querySelector('.registre-menu p').prepend(...second)
    else pane.querySelector('[data-v="regle"]').before(...second)
    const [beside, close] = ['cote', 'fermer'].map((does) => pane.querySelector(`[data-v="${does}"]`))
    beside.setAttribute('aria-pressed', isBeside)
    beside.hidden = Boolean(chosen.ferme) || innerWidth < NARROW
    close.setAttribute('aria-expanded', !chosen.ferme)
    close.textContent = chosen.ferme ? 'Ouvrir le registre' : 'Fermer'
  }
}
