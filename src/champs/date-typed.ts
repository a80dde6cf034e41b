import { type Body, shown } from '../lib/body.ts'
import { type CalendarType, readTyped } from '../lib/dates.ts'

/** Their names, as lists offer them. */
export const CALENDARS: Record<CalendarType, string> = {
  gregorien: 'Grégorien',
  julien: 'Julien',
  republicain: 'Républicain',
}

export const SHORT_CALENDARS: Record<CalendarType, string> = { gregorien: 'Grég.', julien: 'Jul.', republicain: 'Rép.' }

/** The field that dates the act. */
export const ACT_DATE = 'date_evenement'

/** Forms start with it. */
export const DEFAULT_CALENDAR: CalendarType = 'gregorien'

export const isCalendar = (text: string): text is CalendarType => Object.hasOwn(CALENDARS, text)
/** A text of nothing but blanks and invisible marks. */
export const isBlank = (text: string): boolean => /^[\s\p{Cf}]*$/u.test(text)

export const valeurOf = (name: string): string => `${name}[valeur]`
export const calendrierOf = (name: string): string => `${name}[calendrier]`

/** A date as a form has it; undefined where nothing is typed. */
export interface TypedDate {
  valeur: string
  /** The form sends it; `gregorien` of one that sends none. */
  calendrier: string
}

export function typedDate(raw: Body, name: string): TypedDate | undefined {
  const valeur = shown(raw, valeurOf(name))
  return isBlank(valeur) ? undefined : { valeur, calendrier: shown(raw, calendrierOf(name)) || DEFAULT_CALENDAR }
}

/** « Lu dans le calendrier républicain. » where a form had another one, and a day of the week that the day was not. */
export function dateRemark({ valeur, calendrier }: TypedDate): string | null {
  const reading = isCalendar(calendrier) ? readTyped(valeur, calendrier) : undefined
  if (!reading?.ok) return null
  const { value } = reading
  // Its own text goes on warning of what cannot be.
  const warning = value.calendrier !== 'republicain' && reading.warning
  const turned =
    value.calendrier !== calendrier && `Lu dans le calendrier ${CALENDARS[value.calendrier].toLowerCase()}.`
  return [turned, warning].filter(Boolean).join(' ') || null
}
