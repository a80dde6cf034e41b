/** How the text of a column is read, where it is not simply taken as it is: the words of the form. */
export const READINGS = ['suite', 'capitales', 'premier', 'dernier', 'mja', 'amj', 'jour', 'mois', 'annee'] as const
export type Reading = (typeof READINGS)[number]

export const isReading = (text: string): text is Reading => (READINGS as readonly string[]).includes(text)

/** Parts of a date that stand in columns of their own. */
export const DATE_PARTS = ['jour', 'mois', 'annee'] as const
export const SPLITS = ['capitales', 'premier', 'dernier'] as const

const FIGURES = /^([0-9]{1,2})([/.-])([0-9]{1,2})\2([0-9]{4})$/
const COMPACT = /^([0-9]{4})([0-9]{2})([0-9]{2})$/

/** A day in figures says whether its month stands first: 03/25/1789 does, 25/03/1789 does not, 03/04/1789 says nothing. */
export function orderOf(text: string): 'jour' | 'mois' | undefined {
  const [, first, , second] = FIGURES.exec(text) ?? []
  const [one, two] = [Number(first), Number(second)]
  if (one >= 1 && one <= 12 && two > 12 && two <= 31) return 'mois'
  return one > 12 && one <= 31 && two >= 1 && two <= 12 ? 'jour' : undefined
}

/** Whether a text is a day as AAAAMMJJ and none as JJMMAAAA. */
export function isCompact(text: string): boolean {
  const [, , month, day] = COMPACT.exec(text) ?? []
  const isDay = (d: number, m: number) => d >= 1 && d <= 31 && m >= 1 && m <= 12
  return isDay(Number(day), Number(month)) && !isDay(Number(text.slice(0, 2)), Number(text.slice(2, 4)))
}

/** « 00/03/1787 » is a month and « 00/00/1787 » a year in most programs, where our own pages take it for a slip. */
const SILENT = /^(?:00?|__?|\?\??)([/.-])(?:(?:00?|__?|\?\??)\1)?(?=[0-9])/

/** The text of a date column as our own reading of dates wants it, which has the day first and no word for what is not known. */
export function dateText(text: string, reading: Reading | undefined): string {
  if (reading === 'amj') return text.replace(COMPACT, '$1-$2-$3')
  return (reading === 'mja' ? text.replace(FIGURES, '$3$2$1$2$4') : text).replace(SILENT, '')
}

/** Spreadsheets write 0 where a register is silent. */
const isKnown = (part: string): boolean => part !== '' && !/^[0?_]+$/.test(part)

/** One date of three columns; a month in letters goes as well. */
export function joinedDate({ jour = '', mois = '', annee = '' }: Partial<Record<Reading, string>>): string {
  const known = [jour, mois].map((part) => (isKnown(part) ? part : ''))
  const [day = '', month = ''] = known
  // A day without its month, a month without its year: left for the reading to refuse, with what the file has.
  if ((day !== '' && month === '') || (annee === '' && month !== '')) return [day, month || '?', annee].join('/')
  const isWord = /\p{L}/u.test(month)
  return [day, month, annee].filter((part) => part !== '').join(isWord ? ' ' : '/')
}

const PARTICLE = /^(?:d[eu]|des|la|l[ea]?|van|von|der|den|d|ap|y)$/i

/** A word all in capitals: « LE », « D’ARC », « d’ARC »; an initial with its dot belongs to a first name. */
function isCapital(written: string): boolean {
  const word = written.replace(/^[dl][’']/, '')
  return /\p{Lu}/u.test(word) && !/\p{Ll}/u.test(word) && !/^\p{Lu}\.$/u.test(word)
}

function capitalsOf(words: string[]): [string, string] {
  const first = words.findIndex(isCapital)
  if (first === -1) return [words.join(' '), '']
  let begin = first
  // « de LA ROCHE Marie »: the particle belongs to the capitals that follow.
  while (begin > 0 && PARTICLE.test(words[begin - 1] ?? '')) begin -= 1
  let end = first
  while (end < words.length && isCapital(words[end] ?? '')) end += 1
  const others = [...words.slice(0, begin), ...words.slice(end)]
  return [words.slice(begin, end).join(' '), others.join(' ')]
}

/** Surname and first names of one text. A comma decides whatever the rule: « LE GOFF, Jean ». */
export function splitName(text: string, reading: Reading): [nom: string, prenom: string] {
  const comma = text.indexOf(',')
  if (comma > 0) return [text.slice(0, comma).trim(), text.slice(comma + 1).trim()]
  const words = text.split(/\s+/).filter((word) => word !== '')
  if (words.length < 2) return [text, '']
  if (reading === 'capitales') return capitalsOf(words)
  const at = reading === 'premier' ? 1 : words.length - 1
  const [begin, end] = [words.slice(0, at).join(' '), words.slice(at).join(' ')]
  return reading === 'premier' ? [begin, end] : [end, begin]
}
