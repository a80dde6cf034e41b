// Text expansion: an abbreviation of the person's own or of its sections becomes its text when a blank or a punctuation follows it, or
// when the field is left. One Backspace right after takes that back, and it stays as typed. Never in surnames.
import { champOf, formOf } from './saisie-champs.js'

const AFTER = /^[\s.,;:!?)»]$/
const WORD = /[^\s.,;:!?()«»'’"/-]+$/
const IN = '.saisie-text:not([data-sans-abreviation]), .saisie-textarea:not([data-sans-abreviation])'

/** Texts by abbreviation, of each form. */
const lists = new WeakMap()
/** Where an abbreviation was taken back, by field: there it is one no more. */
const refused = new WeakMap()
/** The last one written out, until the next key. */
let last = null

function textsOf(form) {
  if (!lists.has(form)) lists.set(form, JSON.parse(form.dataset.abreviations || '{}'))
  return lists.get(form)
}

/** A list that is too long for the page comes by itself. */
export async function fetchAbbreviations(form) {
  if (!form.dataset.abreviationsDe) return
  try {
    const answer = await fetch(form.dataset.abreviationsDe, { credentials: 'same-origin' })
    if (answer.ok && !answer.redirected) lists.set(form, await answer.json())
  } catch (_offline) {
    // One goes on typing in full.
  }
}

/** The text of a word, its capitals as those of the word: « Lab », « LAB »; undefined of a word that is no abbreviation. */
export function writtenOut(word, texts) {
  const key = word.toLowerCase()
  if (!Object.keys(texts).includes(key)) return undefined
  const text = texts[key]
  if (word === key) return text
  if (word.length > 1 && word === word.toUpperCase()) return text.toUpperCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Writes out the word that ends at `end`. */
function writeOut(field, end) {
  const form = formOf(field)
  const champ = form && champOf(field)
  if (!champ?.matches(IN) || field.tagName === 'SELECT') return
  const [word] = WORD.exec(field.value.slice(0, end)) || []
  const text = word && writtenOut(word, textsOf(form))
  const place = `${form.dataset.cle} ${end} ${word}`
  const isTooLong = field.maxLength > 0 && text && field.value.length + text.length > field.maxLength
  if (!text || text === word || isTooLong || refused.get(field) === place) return
  const typed = { field, place, typed: field.value, at: field.selectionStart }
  field.setRangeText(text, end - word.length, end, 'preserve')
  last = Object.assign(typed, { value: field.value, end: field.selectionStart })
  field.dispatchEvent(new CustomEvent('saisie:rempli', { bubbles: true }))
}

/** A sign was typed. */
export function afterSign({ target, inputType, data }) {
  const isEnd = inputType === 'insertLineBreak' || (inputType === 'insertText' && data && AFTER.test(data))
  if (isEnd) writeOut(target, target.selectionStart - 1)
}

/** A field is left. */
export const afterWord = (field) => writeOut(field, field.value.length)

const isHere = ({ field, end }, target) =>
  target === field ? field.selectionStart === end && field.selectionEnd === end : !target.value

/** A key goes down: true where it has taken back what was just written out. */
export function takeBack(event) {
  const done = last
  if (event.key !== 'Shift') last = null
  if (!done || event.key !== 'Backspace' || event.ctrlKey || event.altKey) return false
  const { field, place, typed, at, value } = done
  if (!field.isConnected || field.value !== value || !isHere(done, event.target)) return false
  event.preventDefault()
  field.value = typed
  refused.set(field, place)
  field.focus()
  field.setSelectionRange(at, at)
  field.dispatchEvent(new CustomEvent('saisie:rempli', { bubbles: true }))
  return true
}
