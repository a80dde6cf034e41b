import { isoOfJdn } from '../../../../lib/calendar.ts'

/** The signs after which a spreadsheet's figures are the noise of its arithmetic. */
const PRECISION = 15

/** « 1.25e-7 » without its exponent. */
function withoutExponent(text: string): string {
  const [, sign = '', whole = '', part = '', exponent] =
    /^(-?)([0-9]+)(?:\.([0-9]+))?(?:e([+-][0-9]+))?$/.exec(text) ?? []
  if (exponent === undefined) return text
  const digits = whole + part
  const point = whole.length + Number(exponent)
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  return point >= digits.length
    ? sign + digits.padEnd(point, '0')
    : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`
}

/** A stored number as somebody types it in French: no exponent, no 0,30000000000000004. */
export function numberText(stored: string): string {
  if (/^-?[1-9][0-9]{0,14}$|^0$/.test(stored)) return stored
  const value = Number(stored)
  if (stored.trim() === '' || !Number.isFinite(value)) return stored
  const rounded = Number(value.toPrecision(PRECISION))
  return rounded === 0 ? '0' : withoutExponent(String(rounded)).replace('.', ',')
}

/** How a cell is looked at that stores a number: what its format shows of a day. */
export type Look = 'nombre' | 'jour' | 'mois' | 'heure' | 'duree' | { chiffres: number }

/** Built-in formats of dates and hours (ECMA-376, 18.8.30); those of East Asia are days. */
function builtInLook(id: number): Look {
  if (id === 17) return 'mois'
  if ((id >= 14 && id <= 16) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return 'jour'
  if ((id >= 18 && id <= 21) || id === 45 || id === 47) return 'heure'
  return id === 46 ? 'duree' : 'nombre'
}

const withoutTexts = (format: string): string =>
  format
    .replace(/"[^"]*"|\\.|[_*]./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .split(';', 1)[0] ?? ''

/** No spreadsheet writes a longer one; reading it would take the square of its length. */
const MAX_FORMAT = 1000

/** Tells how a format shows a number; `code` is undefined for the built-in ones. */
export function lookOf(id: number, code: string | undefined): Look {
  if (code === undefined) return builtInLook(id)
  if (code.length > MAX_FORMAT) return 'nombre'
  const plain = withoutTexts(code).toLowerCase()
  if (/^(general|standard|@)$/.test(plain)) return 'nombre'
  if (/^0{2,}$/.test(plain)) return { chiffres: plain.length }
  if (/\[[hms]+\]/.test(plain)) return 'duree'
  if (/[yd]/.test(plain)) return /d/.test(plain) ? 'jour' : 'mois'
  if (/[hs]/.test(plain)) return 'heure'
  return /m/.test(plain) ? 'mois' : 'nombre'
}

/** Day 0 of the two ways in which Excel counts days. */
const DAY_0 = { 1900: 2_415_019, 1904: 2_416_481 }
export type Epoch = keyof typeof DAY_0
/** The last day that has a number: 31/12/9999. */
const MAX_SERIAL = 2_958_465
/** LibreOffice counts backwards too: -693 000 is in the year 2. */
const MIN_SERIAL = -693_000
const DAY_SECONDS = 86_400

const two = (n: number): string => String(n).padStart(2, '0')

function clock(seconds: number): string {
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return s === 0 ? `${two(h)}:${two(m)}` : `${two(h)}:${two(m)}:${two(s)}`
}

/** The number of a day as one counts it from DAY_0: Excel believes in a 29 February 1900, day 60. */
function jdnOfSerial(day: number, epoch: Epoch): number {
  const isBeforeLeap = epoch === 1900 && day >= 1 && day < 60
  return DAY_0[epoch] + day + (isBeforeLeap ? 1 : 0)
}

/** « 1787-08-12 » as our dates are typed; the first of a month as that month where no more of it was shown. */
export function dayText(iso: string, isMonth: boolean): string {
  const [, annee = '', mois = '', jour = ''] = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(iso) ?? []
  if (jour === '') return iso
  return isMonth && jour === '01' ? `${mois}/${annee}` : `${jour}/${mois}/${annee}`
}

function dateText(serial: number, epoch: Epoch, isMonth: boolean): string {
  const whole = Math.floor(serial)
  const seconds = Math.round((serial - whole) * DAY_SECONDS)
  const day = seconds === DAY_SECONDS ? whole + 1 : whole
  // Nobody has lived this day: the field of dates says so.
  const text = epoch === 1900 && day === 60 ? '29/02/1900' : dayText(isoOfJdn(jdnOfSerial(day, epoch)), isMonth)
  return seconds % DAY_SECONDS === 0 ? text : `${text} ${clock(seconds)}`
}

/** A number of days and their part, looked at as a day or as an hour. */
function timedText(value: number, look: 'jour' | 'mois' | 'heure' | 'duree', epoch: Epoch): string | undefined {
  if (look === 'duree') return value >= 0 ? clock(Math.round(value * DAY_SECONDS)) : undefined
  if (look === 'heure' && value >= 0 && value < 1) return clock(Math.round(value * DAY_SECONDS) % DAY_SECONDS)
  return value > MAX_SERIAL || value < MIN_SERIAL ? undefined : dateText(value, epoch, look === 'mois')
}

/** A stored number with its look, as a clerk would type what it stands for. */
export function storedText(stored: string, look: Look, epoch: Epoch): string {
  if (look === 'nombre') return numberText(stored)
  if (typeof look === 'object') return numberText(stored).padStart(/^[0-9]+$/.test(stored) ? look.chiffres : 0, '0')
  const value = stored.trim() === '' ? Number.NaN : Number(stored)
  return Number.isFinite(value) ? (timedText(value, look, epoch) ?? numberText(stored)) : stored
}

/** `PT14H30M00S` as it is typed. */
export function timeText(duration: string): string {
  const [, h, m = '0', s = '0'] = /^PT([0-9]+)H(?:([0-9]+)M)?(?:([0-9]+)(?:[.,][0-9]+)?S)?$/.exec(duration) ?? []
  return h === undefined ? duration : clock(Number(h) * 3600 + Number(m) * 60 + Number(s))
}

/** « août 1907 », « 08/1907 »: fewer figures than a day of that look has. */
const isMonthOnly = (shown: string): boolean => (shown.match(/[0-9]+/g)?.length ?? 0) === (/\p{L}/u.test(shown) ? 1 : 2)

/** `1787-08-12` or `1787-08-12T14:30:00` of an OpenDocument cell, whose look is the text beside it. */
export function odsDateText(value: string, shown: string): string {
  const [day = '', time = ''] = value.split('T')
  const text = dayText(day, isMonthOnly(shown))
  const [, hm, s] = /^([0-9]{2}:[0-9]{2})(?::([0-9]{2}))?/.exec(time) ?? []
  if (hm === undefined || `${hm}:${s ?? '00'}` === '00:00:00') return text
  return `${text} ${s === undefined || s === '00' ? hm : `${hm}:${s}`}`
}
