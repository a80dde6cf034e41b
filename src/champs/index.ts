import type { FieldType, ReleveData } from '../db/schema.ts'
import type { NumberCell } from '../lib/rows.ts'
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

/** Reads own members only: a field may be called `constructor`. Undefined where the record holds nothing. */
export function storedValue(data: ReleveData, nom: string): unknown {
  const value = data[nom]
  // Objects inherit no text and no number; most cells are a text or nothing, and to ask whose they are takes longer than to read them.
  if (typeof value !== 'object' && typeof value !== 'function') return value
  return value !== null && Object.hasOwn(data, nom) ? value : undefined
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

/** The value of a field in a list, where each line repeats what the lines above it say. */
export function listText(champ: Champ, data: ReleveData): string {
  const value = storedValue(data, champ.nom)
  const { isValue, toList } = KINDS[champ.type]
  return value !== undefined && toList !== undefined && isValue(value) ? toList(value) : champText(champ, data)
}

/** The value of a field as a CSV cell; '' where the record holds nothing. */
export function champCell(champ: Champ, data: ReleveData): string | NumberCell {
  const value = storedValue(data, champ.nom)
  if (value === undefined) return ''
  const kind = KINDS[champ.type]
  return kind.isValue(value) ? kind.toCell(value) : plainText(value)
}

/** The meaning of a value, where its kind knows more of it than its letters tell (`ChampKind.meaning`). */
export function meaningOf(champ: Champ, data: ReleveData): string | null {
  const value = storedValue(data, champ.nom)
  const kind: ChampKind<unknown> = KINDS[champ.type]
  return kind.meaning !== undefined && kind.isValue(value) ? kind.meaning(value) : null
}

/** Two values with one identity mean the same; undefined where the record holds nothing. */
export function champIdentity(champ: Champ, data: ReleveData): unknown {
  const value = storedValue(data, champ.nom)
  if (value === undefined) return undefined
  const kind = KINDS[champ.type]
  return kind.identity !== undefined && kind.isValue(value) ? kind.identity(value, champ) : value
}

/** The text of a field that full-text search finds. */
export function champSearch(champ: Champ, data: ReleveData): string {
  const value = storedValue(data, champ.nom)
  if (value === undefined) return ''
  const kind = KINDS[champ.type]
  return kind.isValue(value) ? kind.toSearch(value) : plainText(value)
}

/** Does this field hold places? */
export const isPlaceField = (champ: Champ): boolean => champ.type === 'place'
export const isDateField = (champ: Champ): boolean => champ.type === 'date'
export const isNumberField = (champ: Champ): boolean => champ.type === 'number'
/** Its values are those of a list. */
export const isChoiceField = (champ: Champ): boolean => champ.type === 'select'

/** Ids of the places that records hold. */
export function placeIds(champs: readonly Champ[], rows: readonly { data: ReleveData }[]): number[] {
  const places = champs.filter(isPlaceField)
  const ids = new Set<number>()
  for (const { data } of rows) {
    for (const { nom } of places) {
      const value = storedValue(data, nom)
      if (placeKind.isValue(value)) ids.add(value.id)
    }
  }
  return [...ids]
}

/** Gives places their names of today; the stored copy stays where the place is gone. */
export function withPlaceNames(
  champs: readonly Champ[],
  data: ReleveData,
  names: ReadonlyMap<number, string>,
): ReleveData {
  let named = data
  for (const champ of champs) {
    const value = isPlaceField(champ) ? storedValue(data, champ.nom) : undefined
    if (!placeKind.isValue(value)) continue
    const nom_long = names.get(value.id) ?? value.nom_long
    if (nom_long !== value.nom_long) named = { ...named, [champ.nom]: { id: value.id, nom_long } }
  }
  return named
}

/** The name of a person whom the act is about: both spouses of a marriage. */
const isMainName = ({ groupe, partie }: Champ): boolean =>
  groupe?.role === 'principal' && (partie === 'nom' || partie === 'prenom' || partie === 'nom_complet')

/** Columns of a list that must stay short: names and date first, then what fits in a cell, `max` in all. */
export function listedChamps(champs: readonly Champ[], max: number): Champ[] {
  const known = ['nom', 'prenom', 'date_evenement'].flatMap((nom) => champs.filter((champ) => champ.nom === nom))
  const first = [...known, ...champs.filter((champ) => isMainName(champ) && !known.includes(champ))]
  const others = champs.filter((champ) => !first.includes(champ) && champ.type !== 'textarea')
  return [...first, ...others].slice(0, max)
}
