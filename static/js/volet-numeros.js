// The number of a view in what somebody wrote into the field « vue » (src/features/vues/rules/view-number.ts reads the same).

const ONE = /^(\D*?)(\d{1,6})(\D*|\s*\/\s*\d+\D*)$/
const SECOND = /^\W*(droite|verso|[dvb])\W*$/i
const FIRST = { droite: 'gauche', verso: 'recto', d: 'g', v: 'r', b: 'a' }

/** « 45 », « vue 45 gauche » and « 45/120 » give 45; null where no view is told. */
export function numberIn(text) {
  const [, , digits] = ONE.exec(text.trim()) || []
  return digits ? Number(digits) : null
}

/** Writes another number into these words: « 045 droite » becomes « 046 gauche ». */
export function withNumber(text, number) {
  const [, before, digits, after] = ONE.exec(text.trim()) || []
  if (!digits || Number(digits) === number) return digits ? text : String(number)
  const [, half] = SECOND.exec(after) || []
  const first = half && FIRST[half.toLowerCase()]
  const rest = first ? after.replace(half, half === half.toUpperCase() ? first.toUpperCase() : first) : after
  return before + String(number).padStart(digits.length, '0') + rest
}
