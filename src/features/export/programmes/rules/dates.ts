import { REPUBLICAN_MONTHS } from '../../../../lib/calendar.ts'
import { type DateValue, dateToCell, dateToText, periodOf } from '../../../../lib/dates.ts'
import { readRepublican } from '../../../../lib/dates-republican.ts'
import { fold } from '../../../../lib/text.ts'

/** A date as others have columns for it. */
export interface ForeignDay {
  /** `JJ/MM/AAAA`, with `00` for what is not known; '' for none. */
  day: string
  /** The text of a Republican date, where there is a column for it. */
  republican: string
  /** The whole date in our words, where the two above say less. */
  whole?: string
  isJulian?: true
  /** The Republican text was longer than its column and stands there in short. */
  isShort?: true
}

const REPUBLICAN_SIZE = 25
const two = (n: number): string => String(n).padStart(2, '0')
const inFigures = (iso: string): string => iso.split('-').reverse().join('/')

/** `1787-12-08`, `1787-12`, `1787`, `178?` or `17??` in ten signs. */
function padded(valeur: string): string {
  const [annee = '', mois = '00', jour = '00'] = valeur.split('-')
  return `${jour}/${mois}/${annee.padStart(4, '0')}`
}

/** `02/COM/07`, by which ExpoActes means the second complementary day of the year VII; undefined where the text tells no day. */
function shortRepublican(text: string): string | undefined {
  const reading = readRepublican(text)
  if (!reading?.ok) return undefined
  const { an, mois, jour } = reading.date
  if (mois === null || jour === null) return undefined
  const name =
    mois === 13
      ? 'COM'
      : fold(REPUBLICAN_MONTHS[mois - 1] ?? '')
          .slice(0, 3)
          .toUpperCase()
  // « VEN » would be two months.
  return `${two(jour)}/${mois === 6 ? 'VTO' : name}/${two(an)}`
}

function fromRepublican(value: DateValue): ForeignDay {
  const { valeur, iso } = value
  const period = periodOf(value)
  if (period === null || iso === null) return { day: '', republican: '', whole: dateToCell(value) }
  const day = period[0] === period[1] ? inFigures(iso) : padded(iso.slice(0, 4))
  if (valeur.length <= REPUBLICAN_SIZE) return { day, republican: valeur }
  const short = shortRepublican(valeur)
  return short === undefined
    ? { day, republican: '', whole: dateToCell(value) }
    : { day, republican: short, isShort: true }
}

/** The columns 7 and 8 of an act. A Julian day leaves as the register has it: there is no other calendar in these files. */
export function foreignDay(value: DateValue): ForeignDay {
  if (value.calendrier === 'republicain') return fromRepublican(value)
  const { valeur } = value
  const isJulian = value.calendrier === 'julien' ? ({ isJulian: true } as const) : {}
  if (/^[0-9]{1,4}(-[0-9]{2}){0,2}$|^[0-9]{2}([0-9]\?|\?\?)$/.test(valeur))
    return { day: padded(valeur), republican: '', ...isJulian }
  const years = /^([0-9]{4})\/([0-9]{4})$/.exec(valeur)
  if (years) return { day: `${years[1]}-${years[2]}`, republican: '', ...isJulian }
  const [, year] = /([0-9]{4})/.exec(valeur) ?? []
  return { day: year === undefined ? '' : padded(year), republican: '', whole: dateToText(value), ...isJulian }
}

/** A date where one column alone is for it: births, and what a comment says. */
export function loneDay(value: DateValue): ForeignDay {
  const { day, whole, isJulian } = foreignDay(value)
  const said = value.calendrier === 'republicain' ? dateToCell(value) : whole
  return { day, republican: '', ...(said !== undefined && { whole: said }), ...(isJulian && { isJulian }) }
}

/** `1787-12-08`, by which ExpoActes sorts a date; unknown parts as 01, nothing as the year 1001. */
export function sortDay(day: string): string {
  const [, jour, mois, annee] = /^([0-9]{2})\/([0-9]{2})\/([0-9?]{4})$/.exec(day) ?? []
  const years = annee ?? /^([0-9]{4})-/.exec(day)?.[1]
  if (years === undefined) return '1001-01-01'
  const known = (part: string | undefined) => (part === undefined || part === '00' ? '01' : part)
  return `${years.replaceAll('?', '0')}-${known(mois)}-${known(jour)}`
}

/** « 08/12/1787 », « 12/1787 » or « 1787 » of a date in ten signs: Ancestris leaves out what is not known. */
export const withoutZeros = (day: string): string => day.replace(/^(00\/){1,2}/, '')
