import { type CalendarDay, daysInMonth, WEEKDAYS } from './calendar.ts'
import { dayInWords } from './dates-text.ts'
import { fold } from './text.ts'

/** A Gregorian or Julian date as precise as the register: a day, a month, a year, or a year whose last figures are lost. */
export interface CivilDate {
  /** The first that it may be: 1780 of `178?`. */
  annee: number
  /** Last figures of the year that are lost: 1 of `178?`, 2 of `17??`; such a year has neither month nor day. */
  perdus: 0 | 1 | 2
  mois: number | null
  jour: number | null
}

export type CivilCalendar = 'gregorien' | 'julien'

/** `semaine`: the day of the week that the text names, 0 (lundi) to 6; undefined where it names none. */
export type CivilReading = { ok: true; date: CivilDate; semaine?: number | undefined } | { ok: false; message: string }

/** `178?` and `17??`, a torn page or a leaf without a date: the decade or the century is known. */
const LOST_FIGURES = /^[0-9]{2}(?:[0-9]\?|\?\?)$/
export const LOST =
  'Le «\u00a0?\u00a0» ne remplace que les derniers chiffres d’une année seule\u00a0: écrivez 178? ou 17??, sans jour ni mois.'
const UNREAD =
  'Cette date n’est pas comprise\u00a0: écrivez par exemple 12/08/1787, 12 août 1787, 08/1787, août 1787, 1787 ou 17??.'
const SHORT_YEAR = 'Date ambiguë\u00a0: écrivez l’année en quatre chiffres, par exemple 12/08/1787.'
const YEAR_LIMITS = 'L’année doit être comprise entre 0001 et 2999.'

/** Folded names, with the abbreviations and old spellings met in registers, January to December. */
const MONTH_NAMES = [
  'janvier janv jan',
  'fevrier fevr fev febvrier',
  'mars mar',
  'avril avr apvril',
  'mai may',
  'juin juing',
  'juillet juil juill jul',
  'aout aou aoust',
  'septembre sept sep 7bre 7embre viibre septbre',
  'octobre oct 8bre 8embre viiibre octbre',
  'novembre nov 9bre 9embre ixbre novbre',
  'decembre dec xbre 10bre 10embre xembre decbre',
]

const MONTHS = new Map(MONTH_NAMES.flatMap((names, i) => names.split(' ').map((name) => [name, i + 1] as const)))

/** The registers write lundy, mercredy, sabmedi as well. */
const WEEKDAY = /^(?:(?:lun|mar|mercre|jeu|vendre|sab?me)d[iy]|dim[ae]nche),? /

/** Takes the day of the week off the beginning of a folded text. */
function withoutWeekday(folded: string): { rest: string; semaine: number | undefined } {
  const [found = ''] = WEEKDAY.exec(folded) ?? []
  const start = found.slice(0, 3).replace('sab', 'sam')
  const at = WEEKDAYS.findIndex((name) => name.startsWith(start) && start !== '')
  return { rest: folded.slice(found.length), semaine: at < 0 ? undefined : at }
}

/** Cuts at the separators and puts the parts in the order day, month, year; the first ones are missing when the register is silent. */
function partsOf(folded: string): string[] {
  const iso = /^([0-9]{4})-([0-9]{2})(?:-([0-9]{2}))?$/.exec(folded)
  if (iso) return [iso[3], iso[2], iso[1]].filter((part) => part !== undefined)
  const compact = /^([0-9]{2})([0-9]{2})([0-9]{4})$/.exec(folded)
  if (compact) return compact.slice(1)
  const bare = folded.replace(/,? (?:de )?l['’]an(?:nee)? (?=[0-9]{4}$)/, ' ')
  return bare.split(/\. ?[/-] ?| ?[./-] ?| /)
}

/** « le 12 février », « dernier jour du mois d’avril » leave 12 février, dernier avril. */
const withoutArticles = (folded: string): string =>
  folded.replace(/^(?:le|du|ce) /, '').replace(/^(dernier|premier)(?: jour)?(?: du mois)?(?: de | d['’]| )/, '$1 ')

/** 1 to 99 of one or two digits, else null. */
const shortNumber = (part: string): number | null => (/^[0-9]{1,2}$/.test(part) ? Number(part) : null)

export const monthOf = (part: string): number | null => shortNumber(part) ?? MONTHS.get(part) ?? null

/** « dernier »: the last day of its month, whichever that is. */
const LAST = 100

function dayOf(part: string): number | null {
  if (part === 'dernier') return LAST
  return shortNumber(/^(?:1er|premier)$/.test(part) ? '1' : part)
}

function check(calendrier: CivilCalendar, date: CivilDate): CivilReading {
  const { annee, mois, jour } = date
  if (annee < 1 || annee > 2999) return { ok: false, message: YEAR_LIMITS }
  if (mois === null) return { ok: true, date }
  if (mois < 1 || mois > 12) return { ok: false, message: monthMessage(mois) }
  if (jour === null || (jour >= 1 && jour <= daysInMonth(calendrier, annee, mois))) return { ok: true, date }
  return { ok: false, message: dayMessage(calendrier, { annee, mois, jour }) }
}

/** Is there such a day, in a year that is read? */
export const isCivilDay = (day: CalendarDay, calendrier: CivilCalendar): boolean =>
  day.jour > 0 && check(calendrier, { ...day, perdus: 0 }).ok

const monthMessage = (mois: number): string =>
  `Le mois ${mois} n’existe pas\u00a0: écrivez le jour, puis le mois (1 à 12), puis l’année.`

function dayMessage(calendrier: CivilCalendar, day: CalendarDay): string {
  return `Le ${dayInWords(day)} n’existe pas dans le calendrier ${calendrier === 'julien' ? 'julien' : 'grégorien'}.`
}

function readLostFigures(text: string, calendrier: CivilCalendar): CivilReading {
  if (!LOST_FIGURES.test(text)) return { ok: false, message: LOST }
  const annee = Number(text.replaceAll('?', '0'))
  return check(calendrier, { annee, perdus: text[2] === '?' ? 2 : 1, mois: null, jour: null })
}

/** The last year that it may be: 1789 of `178?`. */
export const lastYearOf = ({ annee, perdus }: CivilDate): number => annee + 10 ** perdus - 1

/** « 0987 », « 178? ». */
export function yearInFigures({ annee, perdus }: CivilDate): string {
  const known = String(annee).padStart(4, '0')
  return known.slice(0, known.length - perdus) + '?'.repeat(perdus)
}

/** `1787-08-12`, `1787-08`, `1787`, `178?`. */
export function civilToValeur(date: CivilDate): string {
  const two = (n: number | null) => (n === null ? '' : `-${String(n).padStart(2, '0')}`)
  return `${yearInFigures(date)}${two(date.mois)}${two(date.jour)}`
}

/** Day, month and year of the parts; undefined where one is no word for it. */
function numbersOf([year = '', month, day]: string[]): Pick<CivilDate, 'mois' | 'jour'> | undefined {
  const mois = month === undefined ? null : monthOf(month)
  const jour = day === undefined ? null : dayOf(day)
  const isRead = (month === undefined) === (mois === null) && (day === undefined) === (jour === null)
  return isRead && /^[0-9]+$/.test(year) ? { mois, jour } : undefined
}

/** Reads a clean text (`cleanDateText`, at most 100 characters) as a Gregorian or Julian date, day before month always. */
export function readCivil(text: string, calendrier: CivilCalendar): CivilReading {
  if (/[0-9]\?|\?[0-9]/.test(text)) return readLostFigures(text, calendrier)
  const { rest, semaine } = withoutWeekday(fold(text).replace(/^(?:le|du|ce) /, ''))
  const parts = partsOf(withoutArticles(rest)).reverse()
  const read = numbersOf(parts)
  // A day of the week is that of a day.
  if (!read || parts.length > 3 || (semaine !== undefined && read.jour === null)) return { ok: false, message: UNREAD }
  if (parts[0]?.length !== 4) return { ok: false, message: SHORT_YEAR }
  const annee = Number(parts[0])
  const jour = read.jour === LAST ? daysInMonth(calendrier, annee, read.mois ?? 0) || 1 : read.jour
  const reading = check(calendrier, { annee, perdus: 0, mois: read.mois, jour })
  return reading.ok && semaine !== undefined ? { ...reading, semaine } : reading
}
