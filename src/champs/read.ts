import type { FieldState, ReleveData, ReleveEtats } from '../db/schema.ts'
import type { Body, FormErrors } from '../lib/body.ts'
import { shown } from '../lib/body.ts'
import { ACT_DATE, calendrierOf, DEFAULT_CALENDAR, typedDate } from './date-typed.ts'
import { etatName, fieldName, KINDS, storedValue } from './index.ts'
import { type Champ, FieldError, type Lookup, type PlaceValue } from './kind.ts'
import { isEtat, isWithoutValue } from './states.ts'

/** A record's form, read: what is good of it, and all that is wrong at once. */
export interface ChampsReading {
  /** Good values by name of the champ, nothing for an empty field; without prototype. */
  values: ReleveData
  etats: ReleveEtats
  /** Sentence by name of the form field (`data[nom]`). */
  errors: FormErrors
  /** Remarks on what was typed that its value gives no reason for, by name of the champ. */
  remarks: Record<string, string>
  /** Places to choose from, by name of the form field. */
  candidates: Record<string, PlaceValue[]>
  /** The form to show again: what was typed, with the places that were found. */
  raw: Body
}

const REQUIRED = 'Ce champ est obligatoire\u00a0: remplissez-le, ou dites qu’il est illisible ou absent.'
const CONTRADICTION =
  'Ce champ contient un texte\u00a0: videz-le, ou choisissez l’état «\u00a0sûr\u00a0» ou «\u00a0douteux\u00a0».'
const UNKNOWN_STATE = 'Choisissez un état dans la liste.'

interface FieldReading {
  value: unknown
  etat: FieldState
  remark: string | null
}

function readEtat(raw: Body, champ: Champ): FieldState {
  const etat = shown(raw, etatName(champ)) || 'sur'
  if (!isEtat(etat)) throw new FieldError(UNKNOWN_STATE)
  return etat
}

async function readField(champ: Champ, raw: Body, lookup: Lookup): Promise<FieldReading> {
  const kind = KINDS[champ.type]
  const name = fieldName(champ)
  const etat = readEtat(raw, champ)
  if (isWithoutValue(etat)) {
    // With JavaScript the control is disabled and not sent; what somebody typed is never dropped without a word.
    if (kind.typed(raw, name).trim() !== '') throw new FieldError(CONTRADICTION)
    return { value: null, etat, remark: null }
  }
  const value = await kind.read(raw, name, champ, lookup)
  if (value === null && champ.required) throw new FieldError(REQUIRED)
  return { value, etat: value === null ? 'sur' : etat, remark: kind.remark?.(raw, name) ?? null }
}

/** Was this date read in another calendar than the one that its form had? */
function isTurned({ raw }: ChampsReading, champ: Champ, value: unknown): boolean {
  const name = fieldName(champ)
  const posted = champ.type === 'date' ? typedDate(raw, name) : undefined
  return posted !== undefined && KINDS.date.toRaw(value, name)[calendrierOf(name)] !== posted.calendrier
}

function keep(reading: ChampsReading, champ: Champ, { value, etat, remark }: FieldReading): void {
  if (etat !== 'sur') reading.etats[champ.nom] = etat
  if (value === null) return
  reading.values[champ.nom] = value
  if (remark !== null) reading.remarks[champ.nom] = remark
  if (champ.type === 'place' || isTurned(reading, champ, value))
    Object.assign(reading.raw, KINDS[champ.type].toRaw(value, fieldName(champ)))
}

function keepError(reading: ChampsReading, champ: Champ, error: unknown): void {
  if (!(error instanceof FieldError)) throw error
  reading.errors[fieldName(champ)] = error.message
  if (error.candidates.length > 0) reading.candidates[fieldName(champ)] = error.candidates
}

/** Reads the fields of a record (`data[…]`, `etats[…]`); names that are no champ of the source are dropped. */
export async function readChamps(champs: readonly Champ[], raw: Body, lookup: Lookup): Promise<ChampsReading> {
  const reading: ChampsReading = {
    values: Object.create(null),
    etats: Object.create(null),
    errors: {},
    remarks: Object.create(null),
    candidates: {},
    raw: Object.assign(Object.create(null), raw),
  }
  for (const champ of champs) {
    try {
      keep(reading, champ, await readField(champ, raw, lookup))
    } catch (error) {
      keepError(reading, champ, error)
    }
  }
  return reading
}

/** A stored record as the form it is edited with; a value its field can no longer read is left out. */
export function champsToRaw(champs: readonly Champ[], data: ReleveData, etats: ReleveEtats): Body {
  const raw: Body = Object.create(null)
  for (const champ of champs) {
    const value = storedValue(data, champ.nom)
    const kind = KINDS[champ.type]
    if (kind.isValue(value)) Object.assign(raw, kind.toRaw(value, fieldName(champ)))
    const etat = Object.hasOwn(etats, champ.nom) ? etats[champ.nom] : undefined
    if (etat !== undefined) raw[etatName(champ)] = etat
  }
  return raw
}

/** The values or states of a record under names that are no field of its type any more: a form does not know them, a save keeps them. */
export function foreignValues<T>(champs: readonly Champ[], held: Record<string, T>): Record<string, T> {
  const known = new Set(champs.map((champ) => champ.nom))
  return Object.fromEntries(Object.entries(held).filter(([nom]) => !known.has(nom)))
}

/** The fields as a stored record needs them: a choice that is no longer among the options may stay. */
export function champsKeeping(champs: readonly Champ[], data: ReleveData): Champ[] {
  return champs.map((champ) => {
    const value = storedValue(data, champ.nom)
    const kind = KINDS[champ.type]
    return kind.isValue(value) ? (kind.keeping?.(champ, value) ?? champ) : champ
  })
}

/**
 * The calendars of the dates of the next form, where they are not the one that forms start with: of the same field in the record
 * before, else of its act.
 */
export function carriedCalendars(champs: readonly Champ[], data: ReleveData): Body {
  const raw: Body = Object.create(null)
  const ofAct = storedValue(data, ACT_DATE)
  for (const champ of champs.filter(({ type }) => type === 'date')) {
    const value = [storedValue(data, champ.nom), ofAct].find(KINDS.date.isValue)
    if (value === undefined) continue
    const name = calendrierOf(fieldName(champ))
    const { [name]: calendrier = DEFAULT_CALENDAR } = KINDS.date.toRaw(value, fieldName(champ))
    if (calendrier !== DEFAULT_CALENDAR) raw[name] = calendrier
  }
  return raw
}

/** Fills the next form after `data` was saved, field by field as its policy says. */
export function carriedOver(champs: readonly Champ[], data: ReleveData): Body {
  const raw: Body = Object.create(null)
  for (const champ of champs) {
    const value = storedValue(data, champ.nom)
    const kind = KINDS[champ.type]
    if (!kind.isValue(value)) continue
    if (champ.politique === 'repris') Object.assign(raw, kind.toRaw(value, fieldName(champ)))
    if (champ.politique === 'incremente' && kind.next)
      Object.assign(raw, kind.toRaw(kind.next(value), fieldName(champ)))
  }
  return raw
}

/** Says how each value was understood that has more to say than its text, by name of the champ. */
export function echoesOf(champs: readonly Champ[], data: ReleveData): Record<string, string> {
  const echoes: Record<string, string> = Object.create(null)
  for (const champ of champs) {
    const value = storedValue(data, champ.nom)
    const kind = KINDS[champ.type]
    const echo = kind.isValue(value) ? kind.understood?.(value) : undefined
    if (echo) echoes[champ.nom] = echo
  }
  return echoes
}
