import { type DateReading, dateFromCell, periodOf } from '../../../lib/dates.ts'
import { quoted } from '../../../lib/typo.ts'

/** A date of a file as the cell of one of our date fields, '' for none. */
export type ForeignDate = { ok: true; cell: string; warning?: string; rest?: string } | { ok: false; message: string }

const NO_DATE = /^[\s0_?/.-]*$/
/** Day and month of which nothing is known, in each way that real files write it. */
const UNKNOWN = /^(?:0{1,2}|_{1,2}|\?{1,2}|)$/
const LOST_YEAR = /^[12][0-9](?:[0-9][?x_.]|[?x_.]{2})$/i
const figures = (year: string): string => year.replace(/[x_.]/gi, '?')

/** Day, month and year of a text in figures; undefined for any other. */
function partsOf(text: string): [day: string, month: string, year: string] | undefined {
  const match = /^([0-9_?]{0,2})[/. -]([0-9_?]{0,2})[/. -]([0-9][0-9x_?]{3})$/i.exec(text)
  if (match) return [match[1] ?? '', match[2] ?? '', match[3] ?? '']
  const month = /^([0-9_?]{0,2})[/. -]([0-9][0-9x_?]{3})$/i.exec(text)
  return month ? ['', month[1] ?? '', month[2] ?? ''] : undefined
}

function fromParts([day, month, year]: [string, string, string]): { cell: string; isCut: boolean } {
  const isLost = LOST_YEAR.test(year)
  const known = isLost ? figures(year) : year
  if (UNKNOWN.test(month) || isLost) return { cell: known, isCut: !UNKNOWN.test(month) || !UNKNOWN.test(day) }
  return { cell: UNKNOWN.test(day) ? `${month}/${known}` : `${day}/${month}/${known}`, isCut: false }
}

const unread = (text: string, why: string): string => `La date ${quoted(text)} n’est pas comprise. ${why}`

/** Reads a Gregorian date of Nimègue or ExpoActes: « 00/03/1787 » is a month, « 17?? » a century. */
export function readForeignDate(typed: string): ForeignDate {
  const text = typed.replace(/\s+/g, ' ').trim()
  if (NO_DATE.test(text)) return { ok: true, cell: '' }
  // The blanks of « 08/  /1787 » are unknown figures, those of « 08 12 1787 » separators.
  const parts = partsOf(text.replace(/([/.-]) +(?=[/.-])/g, '$1').replace(/^ +(?=[/.-])/, ''))
  const lost = LOST_YEAR.test(text) ? figures(text) : text
  const { cell, isCut } = parts ? fromParts(parts) : { cell: lost, isCut: false }
  const reading = dateFromCell(cell)
  if (!reading.ok) return { ok: false, message: unread(text, reading.message) }
  if (!isCut) return { ok: true, cell }
  const warning = `De la date ${quoted(text)}, seule l’année ${cell} est gardée\u00a0; la date entière va dans les notes.`
  return { ok: true, cell, warning, rest: text }
}

const MONTHS: Record<string, string> = {
  vend: 'vendémiaire',
  ven: 'vendémiaire',
  bru: 'brumaire',
  fri: 'frimaire',
  niv: 'nivôse',
  plu: 'pluviôse',
  vent: 'ventôse',
  vto: 'ventôse',
  ger: 'germinal',
  flo: 'floréal',
  pra: 'prairial',
  mes: 'messidor',
  the: 'thermidor',
  fru: 'fructidor',
}

/** « 09/THE/02 », as ExpoActes converts, in words that say the same; any other text as it is. */
export function republicanWords(text: string): string {
  const [, day = '', month = '', year = ''] = /^([0-9]{1,2})[/. -]([a-zéô]{3,4})[/. -]([0-9]{1,2})$/i.exec(text) ?? []
  const key = month.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
  if (key === 'com' || key === 'comp') return `${Number(day)}e jour complémentaire an ${Number(year)}`
  const name = MONTHS[key] ?? MONTHS[key.slice(0, 3)]
  return name === undefined ? text : `${Number(day)} ${name} an ${Number(year)}`
}

/** « VEN » is two months: ventôse where the day of the other column says so. */
function republicanOf(
  text: string,
  gregorian: string,
): { cell: string; reading: DateReading & { ok: true } } | undefined {
  const words = republicanWords(text)
  const forms = [words, ...(/[/. -]ven[/. -]/i.test(text) ? [words.replace('vendémiaire', 'ventôse')] : [])]
  const readings = forms.flatMap((form) => {
    const cell = `${form} (calendrier républicain)`
    const reading = dateFromCell(cell)
    return reading.ok && periodOf(reading.value) !== null ? [{ cell, reading }] : []
  })
  return readings.find(({ reading }) => agree(gregorian, reading)) ?? readings[0]
}

/** One of the two may say less than the other, never something else. */
function agree(one: string, other: DateReading): boolean {
  const gregorian = dateFromCell(one)
  const [a, b] = [gregorian.ok ? periodOf(gregorian.value) : null, other.ok ? periodOf(other.value) : null]
  return a !== null && b !== null && a[0] <= b[1] && b[0] <= a[1]
}

/** The date of an act from its two columns: the Republican one wins where it can be read (columns 7 and 8 of Nimègue). */
export function actDate(gregorian: string, republican: string): ForeignDate & { republican?: string } {
  const day = readForeignDate(gregorian)
  const text = republican.trim()
  if (text === '') return day
  const found = republicanOf(text, day.ok ? day.cell : '')
  if (!found) return { ...day, republican: text }
  const { cell, reading } = found
  if (day.ok && day.cell === '') return { ok: true, cell }
  if (day.ok && agree(day.cell, reading)) return { ok: true, cell }
  const warning = `Les deux dates ne disent pas le même jour\u00a0: ${quoted(gregorian.trim())} et ${quoted(text)}. La date républicaine est gardée.`
  return { ok: true, cell, warning, rest: gregorian.trim() }
}
