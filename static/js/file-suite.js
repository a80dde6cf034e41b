// The form of the next record, made in the browser when the server cannot be asked: the same that `emptyForm` and `previousRaw` of the
// server give for the record that waits. `rules`: by name of the field « type policy [maj] » (releves/rules/next-form.ts).
// A date that is not written in figures keeps the words in which it was typed, which mean the same.

const line = (text) =>
  text
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .trim()
const oneLine = (text) => line(text.replace(/[\t\n\r\u2028\u2029]+/g, ' '))
const inFrench = (number) => String(number).replace('.', ',')

function numberOf(text) {
  const number = Number(
    text
      .replace(/−/g, '-')
      .replace(/(\d)[\s'’](?=\d{3}(?!\d))/g, '$1')
      .replace(',', '.'),
  )
  return Number.isNaN(number) ? null : number
}

const inFigures = (text) =>
  text.replace(/^(?:(\d{1,2})([/.-]))?(\d{1,2})[/.-](\d{4})$/, (_all, day, _sign, month, year) =>
    [day, month]
      .filter(Boolean)
      .map((part) => part.padStart(2, '0'))
      .concat(year)
      .join('/'),
  )

function number(typed) {
  const text = oneLine(typed)
  const value = numberOf(text)
  return text === '' || value === null ? text : inFrench(value || 0)
}

const CLEAN = { text: oneLine, textarea: line, number, select: oneLine, boolean: oneLine }

/** The last number in a text, plus one. */
const NEXT = {
  text: (text) => text.replace(/\d{1,9}$/, (digits) => String(Number(digits) + 1).padStart(digits.length, '0')),
  number: (text) => (numberOf(text) === null ? text : inFrench(Math.floor(numberOf(text)) + 1)),
}

const REPUBLICAN = /\b(vend|brum|frim|niv|pluv|vent|germ|flor|prai|mess|ther|fruc|compl|sans-?cu)/i

/** Words of a day that would move on if they were said again of the next act; whole years lean on nothing. */
const MOVING = /^(?!.*\d{3}).*(veille|hier|lendemain|avant|dernier|pass|c[eé]dent)/i
const sameDay = (name, text) => (name === 'data[date_evenement]' && MOVING.test(text) ? 'dudit jour' : inFigures(text))

/** The boxes of a field with what is stored of them; null for an empty one. `given(box)`: as typed. */
const RAW = {
  date(name, given) {
    const [valeur, calendrier] = [`${name}[valeur]`, `${name}[calendrier]`]
    const text = oneLine(given(valeur))
    const calendar = REPUBLICAN.test(text) ? 'republicain' : given(calendrier) || 'gregorien'
    return text && { [valeur]: calendar === 'republicain' ? text : sameDay(name, text), [calendrier]: calendar }
  },
  place(name, given) {
    const text = line(given(`texte:${name}`))
    return text && { [name]: given(name), [`texte:${name}`]: text }
  },
}

function plain(type, isUpper) {
  return (name, given) => {
    const text = (CLEAN[type] || oneLine)(given(name))
    return text && { [name]: isUpper ? text.toLocaleUpperCase('fr') : text }
  }
}

/**
 * `sent`: [name, value] of each control that counts; `isBare`: nothing is taken over. Gives what `nextRecord` takes of it.
 */
export function nextForm(rules, defauts, sent, isBare) {
  const values = new Map(sent)
  // « = » that found nothing to repeat is nothing to go on.
  const given = (box) => (/^\s*=\s*$/.test(values.get(box)) ? '' : values.get(box) || '')
  const taken = {}
  const precedents = {}
  for (const nom of Object.keys(rules)) {
    const [type, policy, upper] = rules[nom].split(' ')
    const raw = (RAW[type] || plain(type, upper))(`data[${nom}]`, given)
    precedents[nom] = Object.assign({}, raw, stateOf(`etats[${nom}]`, raw, given))
    if (!isBare && raw) Object.assign(taken, carried(policy, type, `data[${nom}]`, raw))
  }
  const valeurs = Object.assign(calendars(rules, precedents), defauts, taken)
  const boxes = (nom) => [`texte:data[${nom}]`, `data[${nom}][valeur]`, `data[${nom}]`]
  const repris = Object.keys(rules).filter((nom) => boxes(nom).some((box) => valeurs[box]))
  return { valeurs, repris, precedents }
}

/** Calendars go on, of the same field in the record before, else of its act; forms start with the Gregorian one. */
function calendars(rules, precedents) {
  const found = {}
  for (const nom of Object.keys(rules).filter((one) => rules[one].startsWith('date '))) {
    const [own, act] = [nom, 'date_evenement'].map((one) => precedents[one]?.[`data[${one}][calendrier]`])
    const calendar = own || act || 'gregorien'
    if (calendar !== 'gregorien') found[`data[${nom}][calendrier]`] = calendar
  }
  return found
}

/** « douteux » is said of something only. */
function stateOf(name, raw, given) {
  const state = given(name) || 'sur'
  return state !== 'sur' && (raw || state !== 'douteux') ? { [name]: state } : {}
}

function carried(policy, type, name, raw) {
  if (policy === 'repris') return raw
  return policy === 'incremente' && NEXT[type] ? { [name]: NEXT[type](raw[name]) } : {}
}
