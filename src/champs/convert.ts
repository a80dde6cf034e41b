import { quoted } from '../lib/typo.ts'
import { KINDS } from './index.ts'
import type { Champ } from './kind.ts'
import { MAX_TEXTAREA } from './textarea.tsx'
import { excerpt } from './typed-text.ts'

/** A field must say this much of itself for a value to be tried on it. */
export type Taker = Pick<Champ, 'type' | 'options' | 'anciennes'>

function fits({ type, options, anciennes }: Taker, value: unknown): boolean {
  const { isValue, oneLine, hasOptions } = KINDS[type]
  if (!isValue(value)) return false
  if (hasOptions) return [...options, ...(anciennes ?? [])].includes(value as string)
  return oneLine === undefined || !(String(value).includes('\n') || String(value).length > oneLine)
}

/** A stored value as one of this field, whatever field it was typed in; undefined where it would be lost. */
export function convertedTo(champ: Taker, value: unknown): unknown {
  if (fits(champ, value)) return value
  for (const from of Object.values(KINDS)) {
    if (!from.becomes?.types.includes(champ.type) || !from.isValue(value)) continue
    const text = from.toText(value)
    if (fits(champ, text)) return text
  }
  return undefined
}

/** A stored value as it was shown, whatever field it was typed in. */
export function textOfValue(value: unknown): string {
  const kind = Object.values(KINDS).find(({ isValue }) => isValue(value))
  return kind ? kind.toText(value) : JSON.stringify(value)
}

/** The beginning of a stored value, as a message names it. */
export const excerptOfValue = (value: unknown): string => quoted(excerpt(textOfValue(value)))

const NOTES = /^(notes?|remarques?|observations?)$/

/** The field that takes what has no other place: a long text, by its name if there are several; undefined where there is none. */
export function notesChamp(champs: readonly Champ[]): Champ | undefined {
  const long = champs.filter(({ type }) => type === 'textarea')
  return long.find(({ nom }) => NOTES.test(nom)) ?? long[0]
}

/** Is there room for this in such a field? */
export const fitsNotes = (text: string): boolean => text.length <= MAX_TEXTAREA
