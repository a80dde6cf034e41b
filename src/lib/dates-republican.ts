import {
  DECADE_DAYS,
  daysInMonth,
  isRepublicanLeap,
  jdnOf,
  LAST_REPUBLICAN_JDN,
  REPUBLICAN_MONTHS,
  roman,
} from './calendar.ts'
import { readSigns, type Sign } from './dates-republican-words.ts'
import { dayNumber } from './dates-text.ts'

/** A Republican date as precise as its text; mois 13 = jours complémentaires. */
export interface RepublicanDate {
  an: number
  mois: number | null
  jour: number | null
}

/**
 * How a free text reads. `named`: it carries a month's name or a year of the calendar, so it is Republican even without
 * a label. `first` and `last` are the JDN of the period. A warning without a period tells why the day is impossible.
 */
export type RepublicanReading =
  | { ok: true; date: RepublicanDate; named: boolean; first: number; last: number; warning?: string }
  | { ok: false; named: boolean; warning: string }

/** Places of day, month and year in the signs of each reading order: N number, M month, A the word « an ». */
const SHAPES: Record<string, readonly [jour: number | null, mois: number | null, an: number]> = {
  NMN: [0, 1, 2],
  NMAN: [0, 1, 3],
  MN: [null, 0, 1],
  MAN: [null, 0, 2],
  AN: [null, null, 1],
  ANM: [null, 2, 1],
  ANNM: [2, 3, 1],
  NNN: [0, 1, 2],
  NNAN: [0, 1, 3],
}

const sameSign = (a: Sign | undefined, b: Sign | undefined): boolean => a?.kind === b?.kind && a?.n === b?.n

/** « 5e jour complémentaire, jour des Récompenses » names one day twice: the second is dropped where they agree. */
function withoutRepeat(signs: Sign[]): Sign[] {
  const [a, b, c, d] = signs
  return a?.kind === 'N' && b?.kind === 'M' && sameSign(a, c) && sameSign(b, d) ? signs.slice(2) : signs
}

/** Why there is no such date, of one that does not exist. */
function whyImpossible({ an, mois, jour }: RepublicanDate): string {
  const year = an < 100 ? roman(an) : String(an)
  if (an < 1 || an > 14) {
    return `L’an ${year} n’existe pas\u00a0: le calendrier républicain va de l’an I au 10 nivôse an XIV.`
  }
  if (mois !== null && (mois < 1 || mois > 13)) {
    return `Le mois ${mois} n’existe pas\u00a0: les mois républicains vont de 1 à 12, 13 désigne les jours complémentaires.`
  }
  if (mois !== null && jour !== null && (jour < 1 || jour > daysInMonth('republicain', an, mois))) {
    const why = mois === 13 ? complementaryCount(an) : 'les mois républicains ont trente jours.'
    return `Le ${republicanInWords({ an, mois, jour })} n’existe pas\u00a0: ${why}`
  }
  return 'Le calendrier républicain s’arrête au 10 nivôse an XIV (31 décembre 1805).'
}

const complementaryCount = (an: number): string =>
  isRepublicanLeap(an)
    ? `l’an ${roman(an)} compte six jours complémentaires.`
    : `l’an ${roman(an)} compte cinq jours complémentaires, seuls les ans III, VII et XI en ont six.`

/** « décadi 9 frimaire » contradicts itself: pointed out, the number is believed. */
function decadeWarning(decade: number | undefined, { mois, jour }: RepublicanDate): string | undefined {
  if (decade === undefined || jour === null || mois === 13 || (jour - 1) % 10 === decade - 1) return undefined
  return `Le ${dayNumber(jour)} du mois est un ${DECADE_DAYS[(jour - 1) % 10]}, non un ${DECADE_DAYS[decade - 1]}.`
}

/** First and last JDN of an existing date; nivôse and an XIV end when the calendar was abolished. */
function periodOf({ an, mois, jour }: RepublicanDate): { first: number; last: number } | null {
  const first = jdnOf('republicain', { annee: an, mois: mois ?? 1, jour: jour ?? 1 })
  if (first === null) return null
  const length = mois === null ? 365 + Number(isRepublicanLeap(an)) : daysInMonth('republicain', an, mois)
  return { first, last: jour === null ? Math.min(first + length - 1, LAST_REPUBLICAN_JDN) : first }
}

/** Reads a clean text (`cleanDateText`, at most 100 characters); null when it says no Republican date. */
export function readRepublican(text: string): RepublicanReading | null {
  const words = readSigns(text)
  if (words === null) return null
  const signs = withoutRepeat(words.signs)
  const places = SHAPES[signs.map((sign) => sign.kind).join('')]
  if (places === undefined) return null
  const at = (place: number | null): number | null => (place === null ? null : (signs[place]?.n ?? null))
  const date = { an: at(places[2]) ?? 0, mois: at(places[1]), jour: at(places[0]) }
  const hasMonth = signs.some((sign) => sign.kind === 'M')
  const period = periodOf(date)
  if (period === null) return { ok: false, named: hasMonth, warning: whyImpossible(date) }
  const warning = decadeWarning(words.decade, date)
  const named = hasMonth || signs.some((sign) => sign.kind === 'A')
  return { ok: true, date, named, ...period, ...(warning !== undefined && { warning }) }
}

/** « 14 thermidor an II », « 5e jour complémentaire an III », « thermidor an II », « an II ». */
export function republicanInWords({ an, mois, jour }: RepublicanDate): string {
  const year = `an ${roman(an)}`
  if (mois === null) return year
  if (mois === 13) {
    const days = jour === null ? 'jours complémentaires' : `${jour === 1 ? '1er' : `${jour}e`} jour complémentaire`
    return `${days} ${year}`
  }
  const name = REPUBLICAN_MONTHS[mois - 1]
  return jour === null ? `${name} ${year}` : `${dayNumber(jour)} ${name} ${year}`
}
