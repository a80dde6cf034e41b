import { KINDS } from '../../../champs/index.ts'
import { type CalendarType, type DateValue, dateFromCell, dateInWords, readDate } from '../../../lib/dates.ts'

/** The page says this at once under a date that somebody is typing. */
export interface DateEcho {
  /** « = vendredi 1er août 1794 », or why it cannot be read; '' for nothing to say. */
  text: string
  isWrong: boolean
  value: DateValue | null
  /** Another calendar in which the text reads, and what it would mean there. */
  proposal: { calendrier: CalendarType; text: string } | null
}

const NOTHING: DateEcho = { text: '', isWrong: false, value: null, proposal: null }

const CALENDARS: readonly CalendarType[] = ['gregorien', 'julien', 'republicain']

/** A text typed for a republican date while another calendar is chosen is seen, never turned by itself. */
function proposalFor(typed: string, calendrier: CalendarType): DateEcho['proposal'] {
  if (calendrier === 'republicain') return null
  const reading = dateFromCell(typed)
  if (!reading.ok || reading.value.calendrier !== 'republicain') return null
  return { calendrier: 'republicain', text: dateInWords(reading.value) }
}

/** `calendrier` as the form sends it; an unknown one counts as Gregorian, which the form starts with. */
export function dateEcho(typed: string, calendrier: string): DateEcho {
  if (typed.trim() === '') return NOTHING
  const chosen = CALENDARS.find((one) => one === calendrier) ?? 'gregorien'
  const reading = readDate(typed, chosen)
  if (!reading.ok) return { text: reading.message, isWrong: true, value: null, proposal: proposalFor(typed, chosen) }
  const text = KINDS.date.understood?.(reading.value) ?? ''
  // « août 1787 » needs no « = août 1787 » under it.
  return { ...NOTHING, value: reading.value, text: text === `= ${typed.trim().toLowerCase()}` ? '' : text }
}
