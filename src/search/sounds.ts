// Names are kept by what they sound like, so that an old spelling is found by another (lib/phonetics.ts).

import { phoneticGroups, phoneticKeys } from '../lib/phonetics.ts'
import { words } from '../lib/text.ts'
import { indexWord, joinedName } from './field-words.ts'
import type { NameKind } from './marks.ts'

/** A word met as a name, and one of the keys of the name it stands in. */
export interface NameKey {
  cle: string
  terme: string
}

/** « le », « de »… sound like nothing that is looked for. */
const MIN_LETTERS = 3
/** Longest key that is kept; a longer one is no name's. */
const MAX_KEY = 40

const pairs = (keys: readonly string[], terme: string): NameKey[] =>
  keys.filter((cle) => cle !== '' && cle.length <= MAX_KEY).map((cle) => ({ cle, terme }))

/** A surname is one name, whatever its words; each of them may be one by itself. */
function surnameKeys(text: string): NameKey[] {
  const list = words(text).map(indexWord)
  const [first = ''] = list
  const whole = pairs(phoneticKeys(text, 'nom'), joinedName(list) ?? first)
  if (list.length < 2) return whole
  const parts = list.filter((word) => word.length >= MIN_LETTERS)
  return [...whole, ...parts.flatMap((word) => pairs(phoneticKeys(word, 'nom'), word))]
}

/** Each first name is a name; « J. Bte » is two, « Omnium Sanctorum » one, found by its first word. */
function firstNameKeys(text: string): NameKey[] {
  const tokens = text.match(/[\p{L}\p{N}\p{M}]+\.?/gu) ?? []
  const keys = tokens.flatMap((token) =>
    words(token).flatMap((word) => pairs(phoneticGroups(token, 'prenom').flat(), indexWord(word))),
  )
  if (tokens[0] === text) return keys
  const known = new Set(keys.map(({ cle }) => cle))
  const others = phoneticGroups(text, 'prenom')
    .flat()
    .filter((cle) => !known.has(cle))
  const [first] = words(text)
  return first === undefined ? keys : [...keys, ...pairs(others, indexWord(first))]
}

/** The keys of a name as it is written, each with the word of the index that it leads to. */
export const nameKeys = (kind: NameKind, text: string): NameKey[] =>
  kind === 'nom' ? surnameKeys(text) : firstNameKeys(text)

/** Each name in the text typed has its own keys. */
export const soundsOf = (kind: NameKind, typed: string): string[][] =>
  phoneticGroups(typed, kind).map((keys) => keys.filter((cle) => cle.length <= MAX_KEY))
