import type { ReleveData } from '../db/schema.ts'
import type { Body, FormErrors } from '../lib/body.ts'
import { type CalendarType, type DateValue, dateToText, readTyped } from '../lib/dates.ts'
import { completed, type DatesAround, type LeanedOn } from '../lib/dates-completed.ts'
import { dateKind } from './date.tsx'
import { ACT_DATE, calendrierOf, isCalendar, type TypedDate, typedDate, valeurOf } from './date-typed.ts'
import { fieldName, storedValue } from './index.ts'
import type { Champ } from './kind.ts'

/** Records that the dates of a form may lean on. */
export interface Leaning {
  /** Asks for the record before. */
  before?: (() => Promise<ReleveData | undefined>) | undefined
  /** The record as it is stored, for a form of some of its fields. */
  stored?: ReleveData | undefined
}

export interface CompletedDates {
  raw: Body
  /** Sentence by name of the form field. */
  errors: FormErrors
}

function storedDate(data: ReleveData | undefined, nom: string): DateValue | undefined {
  const value = data && storedValue(data, nom)
  return dateKind.isValue(value) ? value : undefined
}

/** The date of the act as it was typed. */
export function typedAct(typed: TypedDate | undefined): LeanedOn {
  const reading = typed && isCalendar(typed.calendrier) ? readTyped(typed.valeur, typed.calendrier) : undefined
  return { value: reading?.ok ? reading.value : null, isEmpty: typed === undefined }
}

function actOf(champs: readonly Champ[], raw: Body, { stored }: Leaning): LeanedOn | undefined {
  const champ = champs.find(({ nom, type }) => nom === ACT_DATE && type === 'date')
  if (champ) return typedAct(typedDate(raw, fieldName(champ)))
  const value = storedDate(stored, ACT_DATE)
  return value && { value, isEmpty: false }
}

/**
 * A form in which each date is whole: « 15 » has the month of the record before, « la veille » is a day. The browser does it when a
 * field is left; this does it for a form that was posted without. The date of the act comes first, since the others lean on it.
 */
export async function completeDates(champs: readonly Champ[], posted: Body, leaning: Leaning): Promise<CompletedDates> {
  const done: CompletedDates = { raw: posted, errors: {} }
  const dates = champs.filter(({ type }) => type === 'date')
  const ofAct = dates.filter(({ nom }) => nom === ACT_DATE)
  for (const champ of [...ofAct, ...dates.filter(({ nom }) => nom !== ACT_DATE)])
    await completeDate(champs, champ, done, leaning)
  return done
}

/** Does a text say by itself what it means? Then it leans on nothing. */
export function readsByItself(valeur: string, calendrier: CalendarType): boolean {
  const reading = readTyped(valeur, calendrier)
  return reading.ok && (reading.value.iso ?? reading.value.iso_fin ?? null) !== null
}

async function completeDate(
  champs: readonly Champ[],
  champ: Champ,
  done: CompletedDates,
  leaning: Leaning,
): Promise<void> {
  const name = fieldName(champ)
  const typed = typedDate(done.raw, name)
  if (typed === undefined || !isCalendar(typed.calendrier) || readsByItself(typed.valeur, typed.calendrier)) return
  // A stored text that nobody touched stays as it is.
  const stored = storedDate(leaning.stored, champ.nom)
  if (stored && dateToText(stored) === typed.valeur && stored.calendrier === typed.calendrier) return
  const around: DatesAround = {
    act: champ.nom === ACT_DATE ? undefined : actOf(champs, done.raw, leaning),
    before: storedDate(await leaning.before?.(), champ.nom),
  }
  const found = completed(typed.valeur, typed.calendrier, around)
  if (found === null) return
  if (found.ok) done.raw = { ...done.raw, [valeurOf(name)]: found.text, [calendrierOf(name)]: found.calendrier }
  else done.errors[name] = found.message
}
