// A date that leans on another one: « 15 » on the month before, « dudit jour » and « la veille » on the day of the act.
import {
  type CalendarDay,
  type CalendarType,
  DECADE_DAYS,
  daysInMonth,
  gregorianOfJdn,
  julianOfJdn,
  REPUBLICAN_MONTHS,
  republicanOfJdn,
  WEEKDAYS,
} from './calendar.ts'
import { type DateValue, dateInWords, dateToText, knownParts, periodOf } from './dates.ts'
import { republicanInWords } from './dates-republican.ts'
import { cleanDateText } from './dates-text.ts'
import { monthOf } from './dates-typed.ts'
import { fold } from './text.ts'

/** A date may lean on these. */
export interface DatesAround {
  /** The date of the act, for a field that tells another day; undefined for the date of the act itself. */
  act?: LeanedOn | undefined
  /** The date that this field held in the record before. */
  before?: DateValue | undefined
}

/** The date of the act as the form has it. `value` is null where it cannot be read; `isEmpty` where nothing is there. */
export interface LeanedOn {
  value: DateValue | null
  isEmpty: boolean
}

/** The whole text, in its calendar, or why there is none. */
export type Completion = { ok: true; text: string; calendrier: CalendarType } | { ok: false; message: string }

/** Days from the one that is leaned on, by the words for it, folded. */
const DAYS_AWAY: readonly [RegExp, number][] = [
  [
    /^(?:j|jour|(?:du ?dit|le ?dit|dud\.?|led\.?|du meme|le meme|meme|ce|de ce|du) jour|(?:d')?aujourd'hui|(?:ce )?jourd'hui)$/,
    0,
  ],
  [/^(?:v|(?:de )?(?:la )?veille|(?:du jour )?(?:d')?hier|(?:le |du )?jour precedent)$/, -1],
  [/^(?:(?:d')?avant[- ]hier|(?:de )?(?:l')?avant[- ]veille)$/, -2],
  [/^(?:le )?lendemain$/, 1],
]
/** Letters and figures alone are such words only where there is an act to lean on. */
const SHORT = /^(?:[jv]|jour|-.*|j ?-.*)$/
const MINUS_DAYS = /^(?:j ?)?- ?([0-9]{1,3})(?: ?j(?:ours?)?)?$/
const DAYS_BEFORE = /^(?:il y a )?([0-9]{1,3}) jours?(?: avant| auparavant)?$/

function daysAway(folded: string): number | null {
  const [, n] = MINUS_DAYS.exec(folded) ?? DAYS_BEFORE.exec(folded) ?? []
  if (n !== undefined) return -Number(n)
  return DAYS_AWAY.find(([pattern]) => pattern.test(folded))?.[1] ?? null
}

const NO_ACT = 'La date de l’acte est vide\u00a0: écrivez-la d’abord, ou écrivez cette date en entier.'
const UNREAD_ACT = 'La date de l’acte n’est pas comprise\u00a0: corrigez-la, ou écrivez cette date en entier.'
const NO_RECORD = 'Aucun relevé précédent ne donne cette date\u00a0: écrivez-la en entier.'

const refused = (message: string): Completion => ({ ok: false, message })

const inexact = (value: DateValue, what: string, lacks: string): Completion =>
  refused(`${what}, ${dateInWords(value)}, ne dit pas ${lacks}\u00a0: écrivez cette date en entier.`)

/** A day in a calendar; a Republican one beyond it in the Gregorian one. */
function dayText(jdn: number, calendrier: CalendarType): Completion {
  const republican = calendrier === 'republicain' ? republicanOfJdn(jdn) : null
  if (republican !== null) return { ok: true, text: republicanText(republican), calendrier }
  const isJulian = calendrier === 'julien'
  const text = civilText(isJulian ? julianOfJdn(jdn) : gregorianOfJdn(jdn))
  return { ok: true, text, calendrier: isJulian ? 'julien' : 'gregorien' }
}

const republicanText = ({ annee, mois, jour }: CalendarDay): string => republicanInWords({ an: annee, mois, jour })

const two = (n: number): string => String(n).padStart(2, '0')

const civilText = ({ annee, mois, jour }: CalendarDay): string =>
  `${two(jour)}/${two(mois)}/${String(annee).padStart(4, '0')}`

/** The date that words such as « dudit » mean, with its name for a refusal. */
function leanedOn({ act, before }: DatesAround): { value: DateValue; what: string } | { message: string } {
  if (act === undefined) {
    return before === undefined ? { message: NO_RECORD } : { value: before, what: 'La date du relevé précédent' }
  }
  if (act.value !== null && periodOf(act.value) !== null) return { value: act.value, what: 'La date de l’acte' }
  return { message: act.isEmpty ? NO_ACT : UNREAD_ACT }
}

function dayAway(days: number, around: DatesAround): Completion {
  const found = leanedOn(around)
  if ('message' in found) return refused(found.message)
  const [first, last] = periodOf(found.value) ?? []
  if (first === undefined || first !== last) return inexact(found.value, found.what, 'le jour')
  // Its own text says more than one made anew: « 14 therm. 2 ».
  if (days === 0) return { ok: true, text: dateToText(found.value), calendrier: found.value.calendrier }
  return dayText(first + days, found.value.calendrier)
}

const DAY = '([0-9]{1,2}|1er|premier|dernier)(?: jour)?'
const OF_THIS_MONTH = new RegExp(
  `^(?:le |du )?${DAY} (?:du |de ce |dudit |du dit )?(courant|ct|present mois|present|meme mois|dit mois|mois courant|mois present|mois dernier|mois passe|mois precedent|mois)\\.?$`,
)
const OF_MONTH_BEFORE = /dernier$|passe$|precedent$/

/** `dernier` is the last day of the month. */
function dayNumberOf(word: string, calendrier: CalendarType, annee: number, mois: number): number {
  if (word === 'dernier') return daysInMonth(calendrier, annee, mois) || 1
  return word === '1er' || word === 'premier' ? 1 : Number(word)
}

function dayOfMonth(
  word: string,
  calendrier: CalendarType,
  { annee, mois }: Pick<CalendarDay, 'annee' | 'mois'>,
): string {
  const jour = dayNumberOf(word, calendrier, annee, mois)
  return calendrier === 'republicain' ? republicanText({ annee, mois, jour }) : civilText({ annee, mois, jour })
}

const lastMonth = (calendrier: CalendarType): number => (calendrier === 'republicain' ? 13 : 12)

/** « le 3 du courant », « le 28 du mois dernier ». */
function dayOfThisMonth(day: string, words: string, around: DatesAround): Completion {
  const found = leanedOn(around)
  if ('message' in found) return refused(found.message)
  const { calendrier } = found.value
  const { annee, mois } = knownParts(found.value) ?? { annee: 0, mois: null }
  if (mois === null) return inexact(found.value, found.what, 'le mois')
  const isBefore = OF_MONTH_BEFORE.test(words)
  const turns = isBefore && mois === 1
  const month = { annee: turns ? annee - 1 : annee, mois: turns ? lastMonth(calendrier) : mois - Number(isBefore) }
  return { ok: true, text: dayOfMonth(day, calendrier, month), calendrier }
}

const SHORT_DAY = new RegExp(`^(?:le |du )?${DAY}(?: de |[/. -]+|$)([^/]*)$`)
const REPUBLICAN_NAMES = [...REPUBLICAN_MONTHS.map(fold), 'complementaire']

/** 1 to 13 of a name in full, of its first four letters or of a number. */
function republicanMonthOf(text: string): number | null {
  if (/^[0-9]{1,2}$/.test(text)) return Number(text) >= 1 && Number(text) <= 13 ? Number(text) : null
  const name = text.replace(/^jours? /, '').replace(/\.$|s$/, '')
  const index = name.length < 4 ? -1 : REPUBLICAN_NAMES.findIndex((one) => one.startsWith(name))
  return index < 0 ? null : index + 1
}

/** « 15 », « 15/5 », « dernier février »: the month, or the year alone, is that of the date before. */
function shortened(folded: string, calendrier: CalendarType, { before, act }: DatesAround): Completion | null {
  const leaned = [before, act?.value].find((date) => date && knownParts(date))
  const parts = leaned && knownParts(leaned)
  const [, day, month = ''] = SHORT_DAY.exec(folded) ?? []
  if (!leaned || !parts || day === undefined) return null
  const isRepublican = leaned.calendrier === 'republicain'
  const named = month.trim()
  const mois = named === '' ? parts.mois : isRepublican ? republicanMonthOf(named) : monthOf(named.replace(/\.$/, ''))
  if (mois === null) return null
  // A calendar that somebody chose is not turned by a number: only the name of a month says which one is meant.
  const isNamed = isRepublican && /[a-z]/.test(named) && calendrier === 'gregorien'
  if (leaned.calendrier !== calendrier && !isNamed) return null
  return {
    ok: true,
    text: dayOfMonth(day, leaned.calendrier, { annee: parts.annee, mois }),
    calendrier: leaned.calendrier,
  }
}

const DAY_NAMES = [...WEEKDAYS, ...DECADE_DAYS]
const DAY_NAME = new RegExp(`^(?:le )?(${DAY_NAMES.map(fold).join('|')}),? (?=.)`)

/**
 * The whole date that a typed one is short for; null for a text that leans on none. In a field that tells a day beside that of the
 * act, `j` is the day of the act, `v` the eve, `-3` three days before.
 */
export function completed(typed: string, calendrier: CalendarType, around: DatesAround): Completion | null {
  const clean = cleanDateText(typed)
  if (!clean.ok || clean.text.length > MOST) return null
  const folded = fold(clean.text).replaceAll('’', "'").replace(/[−–]/, '-')
  const days = daysAway(folded)
  if (days !== null && (around.act !== undefined || !SHORT.test(folded))) return dayAway(days, around)
  const [name = '', known = ''] = DAY_NAME.exec(folded) ?? []
  const bare = folded.slice(name.length)
  const [, day, words] = OF_THIS_MONTH.exec(bare) ?? []
  const found =
    day !== undefined && words !== undefined ? dayOfThisMonth(day, words, around) : shortened(bare, calendrier, around)
  // The name of the day stays, so that it is held against the date.
  const dayName = DAY_NAMES.find((one) => fold(one) === known)
  return found?.ok && dayName !== undefined ? { ...found, text: `${dayName} ${found.text}` } : found
}

/** Longer texts lean on nothing. */
const MOST = 40
