import { DAY_MS, HOUR_MS } from './durations.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: every ASCII sign, which needs none of the work below
const ASCII = /^[\x00-\x7f]*$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const NOT_ASCII = /[^\x00-\x7f]/gu

/** Nothing before U+0300 is made of several signs, or joins one before it. */
const MAY_BE_APART = /[\u0300-\uffff]/

/** A text with its accents joined to their letters (NFC). Most have nothing to join, and to see that costs far less than to have it done. */
export const composed = (text: string): string => (MAY_BE_APART.test(text) ? text.normalize('NFC') : text)

/** Ligatures and the long s: letters of their own to Unicode. */
const LETTERS: Record<string, string> = { œ: 'oe', Œ: 'oe', æ: 'ae', Æ: 'ae', ß: 'ss', ẞ: 'ss', ſ: 's' }

/** Remembers what signs were folded to: they are the same few in all texts, and to take one apart costs more than the rest of a word. */
const plainSigns = new Map<string, string>()
const MAX_SIGNS = 1000

/** A sign without its accents; nothing of an accent alone. */
function plainSign(sign: string): string {
  const known = plainSigns.get(sign)
  if (known !== undefined) return known
  const bare = sign.normalize('NFD').replace(/\p{M}+/gu, '')
  const plain = LETTERS[bare] ?? bare
  if (plainSigns.size < MAX_SIGNS) plainSigns.set(sign, plain)
  return plain
}

/** A string folded for comparison and search: no accents, lower case, œ→oe, æ→ae, ß→ss; other signs kept. */
export function fold(text: string): string {
  return (ASCII.test(text) ? text : text.replace(NOT_ASCII, plainSign)).toLowerCase()
}

/** The words of a text as the search index holds them: folded, split on everything that is neither letter nor digit. */
export function words(text: string): string[] {
  const folded = fold(text)
  // The first pattern finds the same words several times faster: an import splits millions of texts.
  return folded.match(ASCII.test(folded) ? /[a-z0-9]+/g : /[\p{L}\p{N}]+/gu) ?? []
}

/** Sort key of a name, the same on both engines: folded words joined by one blank. */
export function sortKey(text: string): string {
  return words(text).join(' ')
}

/** Sorts texts in one order, whatever the language of the machine. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Key under which login names and e-mail addresses are unique, whatever the case. */
export function caseKey(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

const numberFormat = new Intl.NumberFormat('fr-FR')

/** « 12 345 », with the narrow no-break space of French. */
export function formatNumber(n: number): string {
  // Most numbers of a page are small ones, which have nothing to be told apart by blanks.
  return Number.isInteger(n) && n > 0 && n < 1000 ? String(n) : numberFormat.format(n)
}

/** The word that goes with a number of things: French has its plural from two on. */
export const agreed = (n: number, one: string, many: string): string => (Math.abs(n) >= 2 ? many : one)

/** « 0 relevé », « 1 relevé », « 12 relevés ». */
export const plural = (n: number, one: string, many: string): string =>
  `${formatNumber(n)}\u00a0${agreed(n, one, many)}`

const SIZES: [number, string][] = [
  [1_000_000_000, 'Go'],
  [1_000_000, 'Mo'],
  [1000, 'ko'],
]

/** « 78 Go », « 640 Mo » of a number of bytes: never more than there is. */
export function formatSize(bytes: number): string {
  const [unit, name] = SIZES.find(([least]) => bytes >= least) ?? [1_000_000, 'Mo']
  return `${formatNumber(Math.floor(bytes / unit))}\u00a0${name}`
}

const ZONE = 'Europe/Paris'
const dateFormat = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: ZONE })
const tableFormat = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'short', timeStyle: 'short', timeZone: ZONE })
const timeFormat = new Intl.DateTimeFormat('fr-FR', { hour: 'numeric', minute: '2-digit', timeZone: ZONE })

/** « 1er janvier 2026 »: Intl writes the first of the month as a plain figure. */
const longDate = (at: Date): string => dateFormat.format(at).replace(/^1 /, '1er ')

/** « 12 août 2026 » of an ISO instant, on the clock of Paris. */
export function formatDay(instant: string): string {
  return longDate(new Date(instant))
}

const clockFormat = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'short', timeStyle: 'medium', timeZone: ZONE })

/** « 12/08/2026 14:32:07 » of an ISO instant, on the clock of Paris: for tables. */
export const formatClock = (instant: string): string => clockFormat.format(new Date(instant))

const partsFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: ZONE,
  ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
})

let known = { hour: Number.NaN, aheadMs: 0 }

/** Milliseconds by which the clock of Paris is ahead of UTC at that instant. It changes with an hour; every page asks about this one. */
function aheadMs(at: number): number {
  const hour = Math.floor(at / HOUR_MS)
  if (hour !== known.hour) known = { hour, aheadMs: readAheadMs(hour * HOUR_MS) }
  return known.aheadMs
}

function readAheadMs(at: number): number {
  const parts = partsFormat.formatToParts(new Date(at))
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '00'
  const day = `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`
  return Date.parse(`${day}T${part('hour')}:${part('minute')}:${part('second')}.000Z`) - at
}

/** The ISO instant at which a day (« 2026-08-12 ») begins in Paris; undefined for what is no day. */
export function startOfDay(day: string): string | undefined {
  const utc = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00.000Z`) : Number.NaN
  if (Number.isNaN(utc) || new Date(utc).toISOString().slice(0, 10) !== day) return undefined
  // The clock changes at 1 h UTC only: at midnight in Paris it shows what it shows at midnight UTC, or some hours before.
  return new Date(utc - aheadMs(utc - aheadMs(utc))).toISOString()
}

/** The day of an ISO instant on the clock of Paris: « 2026-08-12 ». */
export function dayOf(instant: string): string {
  const at = Date.parse(instant)
  return new Date(at + aheadMs(at)).toISOString().slice(0, 10)
}

const NIGHT_MS = 3 * HOUR_MS

/** The last time it was three o'clock in the night in Paris. */
export function nightOf(now: Date): Date {
  const of = (at: number) => Date.parse(startOfDay(dayOf(new Date(at).toISOString())) ?? '') + NIGHT_MS
  const today = of(now.getTime())
  return new Date(today <= now.getTime() ? today : of(now.getTime() - DAY_MS))
}

/** « 12 août 2026 à 14:32 » of an ISO instant, on the clock of Paris. */
export function formatInstant(instant: string): string {
  const at = new Date(instant)
  return `${longDate(at)} à ${timeFormat.format(at)}`
}

const MINUTES = 500
const minutes = new Map<string, string>()

/** « 12/08/2026 14:32 » of an ISO instant, as tables show it, on the clock of Paris. Rows of a list were often made in one minute. */
export function tableInstant(instant: string): string {
  const minute = instant.slice(0, 'yyyy-mm-ddThh:mm'.length)
  const known = minutes.get(minute)
  if (known !== undefined) return known
  if (minutes.size >= MINUTES) minutes.clear()
  const text = tableFormat.format(new Date(instant)).replace(' ', '\u00a0')
  minutes.set(minute, text)
  return text
}
