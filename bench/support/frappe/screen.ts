// The desk as a typist sees it: the fields in the order in which Tab goes through them, and what is offered.
import type { Page } from '../../../test/support/page.ts'

export interface Control {
  name: string
  tag: string
  value: string
  /** Name of the champ; '' for a button or a link. */
  champ: string
  /** Enter stops here. */
  stop: boolean
  completes: boolean
  /** The fields of this champ in the record before. */
  precedent: Record<string, string>
  /** The desk will propose this once other fields say so. */
  propose: string
  /** This field of the child, and of the father: Alt+E and Alt+P take them over. */
  kin: { meme: string; pere: string }
}

export interface Screen {
  cle: string
  controls: Control[]
  /** Where the cursor is; -1 where it is in none of them. */
  at: number
  /** Names of the champs behind the closed line of those that are always passed. */
  passed: string[]
  /** The open list under the field with the cursor. */
  offers: string[]
  busy: boolean
  /** Stands in grey behind the letters typed; '' for nothing. */
  ghost: string
}

/** Counts what the page has asked for and not got, and keys that show nothing yet; from the first script on. */
export const WATCH = `(function () {
  window.frappe = { pending: 0, unpainted: 0, last: 0, paints: [], saves: [] }
  var real = window.fetch
  window.fetch = function () {
    window.frappe.pending += 1
    var done = function () { window.frappe.pending -= 1 }
    var answer = real.apply(this, arguments)
    answer.then(done, done)
    return answer
  }
  addEventListener('keydown', function (event) {
    var begun = performance.now()
    window.frappe.last = begun
    if (event.ctrlKey && event.key === 'Enter') window.frappe.sent = begun
    else {
      window.frappe.unpainted += 1
      requestAnimationFrame(function () {
        var channel = new MessageChannel()
        channel.port1.onmessage = function () {
          window.frappe.unpainted -= 1
          window.frappe.paints.push(performance.now() - Math.min(begun, event.timeStamp))
        }
        channel.port2.postMessage(0)
      })
    }
  }, true)
  addEventListener('focusin', function (event) {
    var form = event.target.form
    if (!window.frappe.sent || !form || form.dataset.cle === window.frappe.cle) return
    window.frappe.saves.push(performance.now() - window.frappe.sent)
    window.frappe.sent = 0
  }, true)
})()`

// Nobody sees what is not painted; and what this takes of the slowed processor must not come before the paint that is measured.
const LOOK = `(function () {
  var form = document.querySelector('form[data-saisie][data-pret]')
  if (!form || window.frappe.unpainted > 0) return null
  var reached = function (e) {
    return !e.disabled && e.type !== 'hidden' && e.tabIndex >= 0 && e.offsetParent !== null &&
      (e.tagName === 'SUMMARY' || !e.closest('details:not([open])'))
  }
  var champOf = function (e) { return e.closest('[data-champ]') }
  var told = Array.from(form.querySelectorAll('input, select, textarea, button, a[href], summary')).filter(reached)
  var cursor = document.activeElement, field = champOf(cursor)
  var list = field && field.querySelector('.suggestions:not([hidden])')
  var ghost = field && field.querySelector('.fantome')
  window.frappe.cle = form.dataset.cle
  var passed = form.querySelector('details[data-passes]:not([open])')
  var held = function (nom) {
    var other = nom && (form.elements['texte:data[' + nom + ']'] || form.elements['data[' + nom + ']'])
    return other && !other.disabled ? other.value : ''
  }
  return {
    cle: form.dataset.cle,
    passed: passed ? Array.from(passed.querySelectorAll('[data-champ]')).map(function (c) { return c.dataset.champ }) : [],
    at: told.indexOf(cursor),
    offers: list ? Array.from(list.children).map(function (o) { return o.dataset.valeur || o.dataset.nomLong }) : [],
    ghost: ghost && !ghost.hidden ? ghost.dataset.valeur || ghost.textContent : '',
    busy: window.frappe.pending > 0 || performance.now() - window.frappe.last < 180,
    controls: told.map(function (e) {
      var champ = champOf(e), isField = champ && /^(INPUT|SELECT|TEXTAREA)$/.test(e.tagName)
      return {
        name: passed && e.parentNode === passed && e.tagName === 'SUMMARY' ? 'passes' : e.name || '', tag: e.tagName, value: isField ? e.value : '', champ: isField ? champ.dataset.champ : '',
        stop: Boolean(isField) && champ.dataset.repris === undefined && !champ.closest('[data-passes]') &&
          !/\\[calendrier\\]$/.test(e.name) && e.dataset.etatDe === undefined,
        completes: Boolean(isField) && e.type === 'text' &&
          (champ.dataset.completion !== undefined || champ.querySelector('[data-combobox]') !== null),
        propose: (isField && champ.dataset.propose) || '',
        kin: isField ? { meme: held(champ.dataset.meme), pere: held(champ.dataset.pere) } : { meme: '', pere: '' },
        precedent: isField && champ.dataset.precedent ? JSON.parse(champ.dataset.precedent) : {},
      }
    }),
  }
})()`

const PATIENCE_MS = 20_000

/** Is this record still on the desk? Little to ask while it is on its way. */
export const isHere = (page: Page, cle: string): Promise<boolean> =>
  page.evaluate(`(function () {
    var form = document.querySelector('form[data-saisie][data-pret]')
    return !form || form.dataset.cle === ${JSON.stringify(cle)}
  })()`)

/** The desk as it stands, once it has come to rest where `rested`. */
export async function look(page: Page, rested: boolean): Promise<Screen> {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    const screen = await page.evaluate<Screen | null>(LOOK)
    if (screen && !(rested && screen.busy)) return screen
    if (performance.now() > deadline) throw new Error('the desk never comes to rest')
    await new Promise((go) => setTimeout(go, 15))
  }
}
