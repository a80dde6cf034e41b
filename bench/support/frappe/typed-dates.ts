// The shortest way to write a date that the desk understands, beside the date of the act and that of the record before.

import { type CalendarType, type DateValue, readDate } from '../../../src/lib/dates.ts'
import { completed, type DatesAround } from '../../../src/lib/dates-completed.ts'
import { keysOf } from './keyboard.ts'
import type { Act, Day } from './parish.ts'

/** The acts that a date may lean on. */
export interface Around {
  act: Act
  previous: Act | undefined
}

const dateValue = (day: Day | undefined): DateValue | undefined => {
  const reading = day && readDate(day.texte, day.calendrier)
  return reading?.ok ? reading.value : undefined
}

function aroundOf(champ: string, { act, previous }: Around): DatesAround {
  const value = dateValue(act.dates.date_evenement) ?? null
  return {
    act: champ === 'date_evenement' ? undefined : { value, isEmpty: false },
    before: dateValue(previous?.dates[champ]),
  }
}

/** Does this text, in this calendar, come to be the day? */
export function means(text: string, shown: string, champ: string, around: Around): boolean {
  const day = around.act.dates[champ]
  const wanted = dateValue(day)
  if (!day || !wanted) return text === ''
  const reading = readDate(text, shown as CalendarType)
  if (reading.ok && reading.value.iso !== null) return reading.value.iso === wanted.iso && shown === day.calendrier
  const whole = completed(text, shown as CalendarType, aroundOf(champ, around))
  if (!whole?.ok || whole.calendrier !== day.calendrier) return false
  const read = readDate(whole.text, whole.calendrier)
  return read.ok && read.value.iso === wanted.iso
}

/** `14 vend 2`: month and year as short as they are read. */
function shortRepublican(texte: string): string {
  const [jour = '', mois = ''] = texte.split(' ')
  return `${Number.parseInt(jour, 10)} ${mois.slice(0, 4)} 2`
}

/** Ways to write a day, good ones among them. */
function waysOf({ texte, calendrier }: Day): string[] {
  const short = ['j', 'v', '-2', '-3', '-4']
  const day = String(Number.parseInt(texte, 10))
  if (calendrier === 'republicain')
    return [...short, day, texte, shortRepublican(texte), `${day} ${texte.split(' ')[1]?.slice(0, 4)}`]
  return [...short, day, texte.replace(/\b0/g, '').split('/').slice(0, 2).join('/'), texte, texte.replace(/\b0/g, '')]
}

/** `shown`: the calendar that the field has now; where nothing does in it, the day is written for its own calendar. */
export function dateTyped(champ: string, shown: string, around: Around): string {
  const day = around.act.dates[champ]
  if (!day) return ''
  const ways = (calendar: string) => waysOf(day).filter((text) => means(text, calendar, champ, around))
  const good = ways(shown).length > 0 ? ways(shown) : ways(day.calendrier)
  return good.toSorted((a, b) => keysOf(a) - keysOf(b))[0] ?? day.texte
}
