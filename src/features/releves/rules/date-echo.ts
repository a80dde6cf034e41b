import { readsByItself, typedAct } from '../../../champs/date-completion.ts'
import { dateRemark, type TypedDate } from '../../../champs/date-typed.ts'
import { KINDS } from '../../../champs/index.ts'
import { type CalendarType, type DateValue, dateFromCell, dateInWords, readDate } from '../../../lib/dates.ts'
import { completed, type DatesAround } from '../../../lib/dates-completed.ts'

/** The page says this at once under a date that somebody is typing. */
export interface DateEcho {
  /** « = vendredi 1er août 1794 », or why it cannot be read; '' for nothing to say. */
  text: string
  isWrong: boolean
  value: DateValue | null
  /** Something is odd about what was typed, though it is good: a day of the week that it was not. */
  remark: string | null
  /** Another calendar in which the text reads, and what it would mean there; no words for the way back from one that was turned. */
  proposal: { calendrier: CalendarType; text: string | null } | null
  /** The whole date for which the text is short, or the calendar to which it alone can belong: the field takes them. */
  becomes: { text: string; calendrier: CalendarType } | null
}

/** A date as it is being typed. */
export interface TypedEcho extends TypedDate {
  /** Nobody chose the calendar: it follows the text. */
  follows: boolean
  /** Dates that it may lean on, as they were typed; undefined where there are none. */
  act?: TypedDate | undefined
  before?: TypedDate | undefined
  /** Is it the date of the act itself? */
  isAct: boolean
}

const NOTHING: DateEcho = { text: '', isWrong: false, value: null, remark: null, proposal: null, becomes: null }

const CALENDARS: readonly CalendarType[] = ['gregorien', 'julien', 'republicain']

/** A text typed for a date of another calendar than the one that is chosen is seen, and offered there. */
function proposalFor(typed: string, calendrier: CalendarType): DateEcho['proposal'] {
  const reading = calendrier === 'republicain' ? readDate(typed, 'gregorien') : dateFromCell(typed)
  const other = calendrier === 'republicain' ? 'gregorien' : 'republicain'
  if (!reading.ok || reading.value.calendrier !== other) return null
  return { calendrier: other, text: dateInWords(reading.value) }
}

const isUnread = ({ iso, iso_fin = null }: DateValue): boolean => iso === null && iso_fin === null

function plainEcho(typed: string, calendrier: CalendarType): DateEcho {
  const reading = readDate(typed, calendrier)
  if (!reading.ok) return { ...NOTHING, text: reading.message, isWrong: true, proposal: proposalFor(typed, calendrier) }
  const { value } = reading
  const text = KINDS.date.understood?.(value) ?? ''
  const remark = dateRemark({ valeur: typed, calendrier })
  const proposal = calendrier === 'republicain' && isUnread(value) ? proposalFor(typed, calendrier) : null
  // « août 1787 » needs no « = août 1787 » under it.
  const isSaid = text === `= ${typed.trim().toLowerCase()}`
  return { ...NOTHING, value, remark, proposal, text: isSaid ? '' : text }
}

/** The calendar that a form starts with gives way to a text that can be nothing else; the way back stands beside it. */
function turnedEcho({ valeur, follows }: TypedEcho, chosen: CalendarType): DateEcho | null {
  if (!follows || chosen !== 'gregorien' || readDate(valeur, chosen).ok) return null
  const reading = dateFromCell(valeur)
  if (!reading.ok || reading.value.calendrier !== 'republicain') return null
  const echo = plainEcho(valeur, 'republicain')
  const text = [echo.text, 'Lu dans le calendrier républicain.'].filter((part) => part !== '').join('. ')
  return {
    ...echo,
    text,
    proposal: { calendrier: chosen, text: null },
    becomes: { text: valeur, calendrier: 'republicain' },
  }
}

function aroundOf({ act, before, isAct }: TypedEcho): DatesAround {
  return { act: isAct ? undefined : typedAct(act), before: typedAct(before).value ?? undefined }
}

/** `calendrier` as the form sends it; an unknown one counts as Gregorian, which the form starts with. */
export function dateEcho(typed: TypedEcho): DateEcho {
  const { valeur, calendrier } = typed
  if (valeur.trim() === '') return NOTHING
  const chosen = CALENDARS.find((one) => one === calendrier) ?? 'gregorien'
  const whole = readsByItself(valeur, chosen) ? null : completed(valeur, chosen, aroundOf(typed))
  if (whole === null) return turnedEcho(typed, chosen) ?? plainEcho(valeur, chosen)
  if (!whole.ok) return { ...NOTHING, text: whole.message, isWrong: true }
  return { ...plainEcho(whole.text, whole.calendrier), becomes: whole }
}
