// « Vue suivante »: the number of the view, as whoever types it writes it, raised by one. Two halves of a view follow one another.
import { fill } from './saisie-champs.js'

const HALVES = [
  ['gauche', 'droite'],
  ['recto', 'verso'],
  ['g', 'd'],
  ['r', 'v'],
  ['a', 'b'],
]
const HALF = new RegExp(`^(.*\\d\\W*?)(${[].concat(...HALVES).join('|')})(\\W*)$`, 'i')

/** '099' gives '100', '12' gives '13': noughts in front stay. */
const raised = (digits, by) => String(Number(digits) + by).padStart(digits.length, '0')

/** Two pages at once, « 12-13 », go on by two; of « vue 45/120 » the number in front counts, else the last one. */
function raisedNumber(text) {
  const pages = /^(.*?)(\d{1,9})(\s*[-–]\s*)(\d{1,9})(\D*)$/.exec(text)
  if (pages && Number(pages[4]) === Number(pages[2]) + 1)
    return pages[1] + raised(pages[2], 2) + pages[3] + raised(pages[4], 2) + pages[5]
  const number = /^(.*?)(\d{1,9})(\s*\/\s*\d+\D*)$/.exec(text) || /^(.*?)(\d{1,9})(\D*)$/.exec(text)
  return number && number[1] + raised(number[2], 1) + number[3]
}

const inCaseOf = (model, word) => {
  if (model === model.toLowerCase()) return word
  return model === model.toUpperCase() ? word.toUpperCase() : word[0].toUpperCase() + word.slice(1)
}

/** The view after this one: « 45 » gives « 46 », « 45 gauche » « 45 droite », « 45 droite » « 46 gauche »; null where there is no number. */
export function nextView(text) {
  const [, before, word, after] = HALF.exec(text) || []
  const pair = word && HALVES.find((one) => one.includes(word.toLowerCase()))
  if (!pair) return raisedNumber(text)
  if (word.toLowerCase() === pair[0]) return before + inCaseOf(word, pair[1]) + after
  return raisedNumber(before) + inCaseOf(word, pair[0]) + after
}

/** The field « vue » of a form, if it has one. */
const viewField = (form) => form.querySelector('[data-champ="vue"] input[name="data[vue]"]')

/** Raises the view of a form, which the following records take over; what there is to say of it, and the way back. */
export function turnView(form) {
  const field = viewField(form)
  if (!field) return { sentence: 'Ce registre n’a pas de champ «\u00a0vue\u00a0».' }
  const before = field.value
  const precedent = JSON.parse(field.closest('[data-champ]').dataset.precedent || '{}')
  const next = nextView(before.trim() || precedent[field.name] || '')
  if (!next) return { sentence: 'La vue n’a pas encore de numéro\u00a0: écrivez-le une première fois.' }
  const write = (value) => fill(form, { [field.name]: value })
  write(next)
  return { sentence: `Vue ${next}`, undo: () => write(before) }
}
