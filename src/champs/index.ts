import type { FieldType, ReleveData } from '../db/schema.ts'
import { booleanKind } from './boolean.tsx'
import { dateKind } from './date.tsx'
import type { Champ, ChampKind } from './kind.ts'
import { numberKind } from './number.tsx'
import { placeKind } from './place.tsx'
import { selectKind } from './select.tsx'
import { textKind } from './text.tsx'
import { textareaKind } from './textarea.tsx'

/** The registry: a field type is a file beside this one and a line here. */
export const KINDS: Record<FieldType, ChampKind<unknown>> = {
  text: textKind,
  textarea: textareaKind,
  number: numberKind,
  date: dateKind,
  boolean: booleanKind,
  select: selectKind,
  place: placeKind,
}

/** Name of the form field of a champ: `data[nom]`. */
export const fieldName = (champ: { nom: string }): string => `data[${champ.nom}]`

/** Name of the form field that holds the state of a champ. */
export const etatName = (champ: { nom: string }): string => `etats[${champ.nom}]`

/** What a record holds under this name, own members only (a field may be called `constructor`); undefined for nothing. */
export function storedValue(data: ReleveData, nom: string): unknown {
  const value = Object.hasOwn(data, nom) ? data[nom] : undefined
  return value === null ? undefined : value
}

/** Text of a value that its field's kind cannot read any more: shown as it is rather than hidden. */
const plainText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** The value of a field as its pages show it; '' where the record holds nothing. */
export function champText(champ: Champ, data: ReleveData): string {
  const value = storedValue(data, champ.nom)
  if (value === undefined) return ''
  const kind = KINDS[champ.type]
  return kind.isValue(value) ? kind.toText(value) : plainText(value)
}

/** The value of a field as a CSV cell; '' where the record holds nothing. */
export function champCell(champ: Champ, data: ReleveData): string | number {
  const value = storedValue(data, champ.nom)
  if (value === undefined) return ''
  const kind = KINDS[champ.type]
  return kind.isValue(value) ? kind.toCell(value) : plainText(value)
}

/** The text of a field that full-text search finds. */
export function champSearch(champ: Champ, data: ReleveData): string {
  const value = storedValue(data, champ.nom)
  if (value === undefined) return ''
  const kind = KINDS[champ.type]
  return kind.isValue(value) ? kind.toSearch(value) : plainText(value)
}
