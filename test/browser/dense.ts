// A window is asked what it holds of the desk: which fields are whole, under nothing, and how often the page moves on the way through them.
import type { Page } from '../support/page.ts'

export interface Look {
  /** Fields of the act, and how many are wholly in view. */
  fields: number
  inView: number
  header: number
  bar: number
  /** Height of the form in windows. */
  screens: number
}

/** The fields of a form, one of each [data-champ]; a window shows one when its whole control is under nothing. */
const LOOK = `(function () {
  var form = document.querySelector('form[data-saisie]'), bar = form.querySelector('.actions').getBoundingClientRect()
  var fields = Array.from(form.querySelectorAll('[data-champ]')).map(function (champ) {
    return champ.querySelector('input:not([type=hidden]), select, textarea')
  })
  function isSeen(field) {
    var r = field.getBoundingClientRect()
    if (field.closest('details:not([open])') || r.height === 0 || r.top < 0 || r.bottom > innerHeight) return false
    return [[r.left + 5, r.top + 5], [r.right - 5, r.bottom - 5]].every(function (p) {
      var top = document.elementFromPoint(p[0], p[1])
      return !!top && (field === top || field.contains(top))
    })
  }
  return {
    fields: fields.length,
    inView: fields.filter(isSeen).length,
    header: document.querySelector('header').offsetHeight,
    bar: bar.height,
    screens: (form.getBoundingClientRect().bottom + scrollY) / innerHeight,
  }
})()`

export const lookAt = (page: Page): Promise<Look> => page.evaluate<Look>(LOOK)

/** Two frames: the script moves the page in the one after the key. */
const SETTLED = 'new Promise(function (done) { requestAnimationFrame(function () { requestAnimationFrame(done) }) })'

/** The field that has the focus: whether it is wholly in view and under nothing, and how high it is. */
export const focusOf = (page: Page) =>
  page.evaluate<{ isSeen: boolean; height: number }>(`(function () {
  var field = document.activeElement, r = field.getBoundingClientRect()
  var ends = [[r.left + 5, r.top + 5], [r.right - 25, r.bottom - 5]].map(function (p) { return document.elementFromPoint(p[0], p[1]) })
  return { isSeen: r.top >= 0 && ends.every(function (end) { return end === field }), height: r.height }
})()`)

export const settled = (page: Page) => page.evaluate(SETTLED)

export interface Walk {
  stops: number
  /** How often the page moved. */
  jumps: number
  /** Fields that moved the page though they were wholly in view. */
  needless: string[]
  /** Fields that are not in the middle third of the window after the page moved for them. */
  off: string[]
}

/** From the field that has the focus to the button that saves, by this key. */
export async function walk(page: Page, key: 'Enter' | 'Tab'): Promise<Walk> {
  await page.evaluate(WATCH)
  const found: Walk = { stops: 0, jumps: 0, needless: [], off: [] }
  for (; found.stops < 150; found.stops += 1) {
    const isText = await page.evaluate<boolean>("document.activeElement.tagName === 'TEXTAREA'")
    await page.press(isText ? 'Tab' : key)
    await page.evaluate(SETTLED)
    const step = await page.evaluate<Step>('stepTaken()')
    if (step.isSave) return found
    if (!step.hasMoved) continue
    found.jumps += 1
    if (step.wasWhole) found.needless.push(step.name)
    if (step.middle < 0.32 || step.middle > 0.68) found.off.push(`${step.name} ${step.middle.toFixed(2)}`)
  }
  return found
}

interface Step {
  name: string
  isSave: boolean
  hasMoved: boolean
  /** Before the page moved. */
  wasWhole: boolean
  /** It says where the field stands in what the bar leaves of the window, 0 to 1. */
  middle: number
}

const WATCH = `(function () {
  var last = scrollY
  window.stepTaken = function () {
    var field = document.activeElement, bar = document.querySelector('form[data-saisie] .actions')
    var r = field.getBoundingClientRect(), moved = scrollY - last, end = innerHeight - bar.offsetHeight
    last = scrollY
    return {
      name: field.name || field.id,
      isSave: field.matches('[data-enregistrer]'),
      hasMoved: moved !== 0,
      wasWhole: r.top + moved >= 0 && r.bottom + moved <= end,
      middle: (r.top + r.bottom) / 2 / end,
    }
  }
})()`
