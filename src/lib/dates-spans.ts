import { type CalendarDay, daysInMonth, jdnOf, MONTHS } from './calendar.ts'
import { dayInWords, type Period } from './dates-text.ts'
import {
  type CivilCalendar,
  type CivilDate,
  type CivilReading,
  civilToValeur,
  LOST,
  lastYearOf,
  readCivil,
  yearInFigures,
} from './dates-typed.ts'
import { fold } from './text.ts'

/** A register or a person tells a date no better than that it lies about, before or after another, or between two. */
export type CivilWhen =
  | { forme: 'date' | 'vers' | 'avant' | 'apres'; date: CivilDate }
  | { forme: 'entre'; date: CivilDate; fin: CivilDate }

/** `semaine`: see `CivilReading`. */
export type WhenReading = { ok: true; when: CivilWhen; semaine?: number | undefined } | { ok: false; message: string }

type Around = 'vers' | 'avant' | 'apres'

/** The sign that is stored and the word that is shown. */
const SIGNS: Record<Around, string> = { vers: '~', avant: '<', apres: '>' }
const WORDS: Record<Around, string> = { vers: 'vers', avant: 'avant', apres: 'après' }

/** People type these, here folded; the date follows, with or without its article. */
const AROUND: readonly [Around, RegExp][] = [
  ['vers', /^(?:~|(?:vers|environ|env\.|env|circa|ca\.|ca|c\.|aux environs de|autour de)(?= |(?<=\.)))/],
  ['avant', /^(?:<|(?:avant|avt\.|avt|av\.|av)(?= |(?<=\.)))/],
  ['apres', /^(?:>|(?:apres|aps\.|aps|apr\.|apr|ap\.|ap)(?= |(?<=\.)))/],
]
const ABOUT_BEHIND = / (?:environ|env\.?|circa)$/

/** « entre mai 1780 et juin 1781 », « de 1780 à 1785 », « 1780-1785 », « 1780–85 » is none, `1780-05/1781-06` as it is stored. */
const BETWEEN = [
  /^(?:entre|de|du) (.+) (?:et|a|au) (.+)$/,
  /^([0-9]{4}) ?[-–—/] ?([0-9]{4})$/,
  /^([0-9]{4}(?:-[0-9]{2}){0,2})\/([0-9]{4}(?:-[0-9]{2}){0,2})$/,
]

const withoutYearWord = (text: string): string => text.trim().replace(/^(?:l['’]an(?:nee)?|en) (?=[0-9]{4}$)/, '')

/** A whole date: one whose figures are lost says by itself that it is not known. */
function readSide(text: string, calendrier: CivilCalendar): CivilReading {
  const reading = readCivil(withoutYearWord(text), calendrier)
  return reading.ok && reading.date.perdus > 0 ? { ok: false, message: LOST } : reading
}

/** First and last JDN of a date. */
function periodOfDate(date: CivilDate, calendrier: CivilCalendar): Period {
  const first: CalendarDay = { annee: date.annee, mois: date.mois ?? 1, jour: date.jour ?? 1 }
  const annee = lastYearOf(date)
  const mois = date.mois ?? 12
  const last = { annee, mois, jour: date.jour ?? daysInMonth(calendrier, annee, mois) }
  return [jdnOf(calendrier, first) ?? Number.NaN, jdnOf(calendrier, last) ?? Number.NaN]
}

/** First and last JDN; infinite where it is open. */
export function periodOfWhen(when: CivilWhen, calendrier: CivilCalendar): Period {
  const [first, last] = periodOfDate(when.date, calendrier)
  if (when.forme === 'avant') return [Number.NEGATIVE_INFINITY, first - 1]
  if (when.forme === 'apres') return [last + 1, Number.POSITIVE_INFINITY]
  return when.forme === 'entre' ? [first, periodOfDate(when.fin, calendrier)[1]] : [first, last]
}

/** « 12/08/1787 », « 08/1787 », « 178? ». */
export const civilToText = (date: CivilDate): string => civilToValeur(date).split('-').reverse().join('/')

function reversed(from: CivilDate, to: CivilDate): string {
  return `Cette période finit avant de commencer\u00a0: écrivez d’abord ${civilToText(to)}, puis ${civilToText(from)}.`
}

/** « entre le 3 et le 5 mai 1780 »: the first day has the month and the year of the second. */
function withRestOf(from: string, to: string): string {
  const [, day] = /^(?:le )?([0-9]{1,2}|1er)$/.exec(from) ?? []
  const [, month] = /^([a-z.]+)$/.exec(from) ?? []
  const [monthAndYear] = /[./ -][^./ -]+[./ -]+[0-9]{4}$/.exec(to) ?? []
  const [year] = /[0-9]{4}$/.exec(to) ?? []
  if (day !== undefined && monthAndYear !== undefined) return `${day}${monthAndYear}`
  return month !== undefined && year !== undefined ? `${month} ${year}` : from
}

function readBetween(from: string, to: string, calendrier: CivilCalendar): WhenReading {
  const first = readSide(withRestOf(from, to), calendrier)
  if (!first.ok) return first
  const last = readSide(to, calendrier)
  if (!last.ok) return last
  const [one, other] = [first.date, last.date]
  if (civilToValeur(one) === civilToValeur(other)) return { ok: true, when: { forme: 'date', date: one } }
  const [starts, ends] = [periodOfDate(one, calendrier), periodOfDate(other, calendrier)]
  if (starts[0] > ends[0] || starts[1] > ends[1]) return { ok: false, message: reversed(one, other) }
  return { ok: true, when: { forme: 'entre', date: one, fin: other } }
}

function readAround(folded: string, calendrier: CivilCalendar): WhenReading | null {
  for (const [forme, pattern] of AROUND) {
    const [found] = pattern.exec(folded) ?? []
    if (found === undefined) continue
    const reading = readSide(folded.slice(found.length), calendrier)
    return reading.ok ? { ok: true, when: { forme, date: reading.date } } : reading
  }
  if (!ABOUT_BEHIND.test(folded)) return null
  const reading = readSide(folded.replace(ABOUT_BEHIND, ''), calendrier)
  return reading.ok ? { ok: true, when: { forme: 'vers', date: reading.date } } : reading
}

/** Reads a clean text (`cleanDateText`, at most 100 characters) as a Gregorian or Julian date or span. */
export function readWhen(text: string, calendrier: CivilCalendar): WhenReading {
  const folded = fold(text)
  for (const pattern of BETWEEN) {
    const [, from, to] = pattern.exec(folded) ?? []
    if (from !== undefined && to !== undefined) return readBetween(from, to, calendrier)
  }
  const around = readAround(folded, calendrier)
  if (around !== null) return around
  const reading = readCivil(text, calendrier)
  return reading.ok ? { ok: true, when: { forme: 'date', date: reading.date }, semaine: reading.semaine } : reading
}

const STORED_DATE = /^[0-9]{2}[0-9?]{2}(?:-[0-9]{2}){0,2}$/

function storedDate(valeur: string, calendrier: CivilCalendar): CivilDate | null {
  const reading = STORED_DATE.test(valeur) ? readCivil(valeur, calendrier) : null
  return reading?.ok ? reading.date : null
}

/** Reads what `whenToValeur` wrote; null for any other text. */
export function storedWhen(valeur: string, calendrier: CivilCalendar): CivilWhen | null {
  const [from = '', to] = valeur.split('/')
  const forme = (Object.keys(SIGNS) as Around[]).find((one) => from.startsWith(SIGNS[one]))
  const date = storedDate(forme === undefined ? from : from.slice(1), calendrier)
  if (date === null) return null
  if (to === undefined) return { forme: forme ?? 'date', date }
  const fin = storedDate(to, calendrier)
  return fin === null || forme !== undefined ? null : { forme: 'entre', date, fin }
}

/** `1787-08-12`, `178?`, `~1780`, `<1750`, `>1750`, `1780/1785`. */
export function whenToValeur(when: CivilWhen): string {
  const valeur = civilToValeur(when.date)
  if (when.forme === 'entre') return `${valeur}/${civilToValeur(when.fin)}`
  return when.forme === 'date' ? valeur : `${SIGNS[when.forme]}${valeur}`
}

const isYear = ({ mois, perdus }: CivilDate): boolean => mois === null && perdus === 0

/** « 12/08/1787 », « vers 1780 », « avant 08/1750 », « 1780-1785 », « entre 08/1780 et 05/1781 »: `readWhen` reads it back. */
export function whenToText(when: CivilWhen): string {
  const text = civilToText(when.date)
  if (when.forme === 'date') return text
  if (when.forme !== 'entre') return `${WORDS[when.forme]} ${text}`
  const end = civilToText(when.fin)
  return isYear(when.date) && isYear(when.fin) ? `${text}-${end}` : `entre ${text} et ${end}`
}

/** « 12 août 1787 », « août 1787 », « 987 », « 178? ». */
function civilInWords(date: CivilDate): string {
  const { annee, mois, jour } = date
  if (mois === null) return date.perdus === 0 ? String(annee) : yearInFigures(date)
  return jour === null ? `${MONTHS[mois - 1]} ${annee}` : dayInWords({ annee, mois, jour })
}

const withArticle = (date: CivilDate): string => `${date.jour === null ? '' : 'le '}${civilInWords(date)}`

/** « entre 1780 et 1789 », the years that `178?` may be; null where the whole year is known. */
export const lostYearsInWords = ({ forme, date }: CivilWhen): string | null =>
  forme !== 'date' || date.perdus === 0 ? null : `entre ${date.annee} et ${lastYearOf(date)}`

/** « 12 août 1787 », « 178? (entre 1780 et 1789) », « vers 1780 », « avant le 3 mai 1750 », « entre 1780 et 1785 ». */
export function whenInWords(when: CivilWhen): string {
  if (when.forme === 'entre') return `entre ${withArticle(when.date)} et ${withArticle(when.fin)}`
  if (when.forme !== 'date') return `${WORDS[when.forme]} ${withArticle(when.date)}`
  const years = lostYearsInWords(when)
  return years === null ? civilInWords(when.date) : `${civilInWords(when.date)} (${years})`
}
