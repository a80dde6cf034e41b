import { ACT_KINDS } from './act-kinds.ts'
import { clipped, type Hit, type Material, type Told, type WarningKind } from './kind.ts'
import { NAME_KINDS } from './name-kinds.ts'
import { ORDER_KINDS } from './order-kinds.ts'
import { TWIN_KINDS } from './twin-kinds.ts'
import { VALUE_KINDS } from './value-kinds.ts'

/** The registry, in the order of the lists: a kind of warning is an object of a file beside this one. */
export const WARNING_KINDS = {
  ...TWIN_KINDS,
  ...ORDER_KINDS,
  ...ACT_KINDS,
  ...NAME_KINDS,
  ...VALUE_KINDS,
} satisfies Record<string, WarningKind>

export type Genre = keyof typeof WARNING_KINDS
export const GENRES = Object.keys(WARNING_KINDS) as Genre[]

const kinds: Record<string, WarningKind> = WARNING_KINDS

export const isGenre = (text: string): text is Genre => Object.hasOwn(WARNING_KINDS, text)
export const kindOf = (genre: Genre): WarningKind => WARNING_KINDS[genre]

/** The sentence of a warning; a kind that a later version left out says its name. */
export const sentenceOf = (genre: string, told: Told): string =>
  Object.hasOwn(kinds, genre) ? (kinds[genre]?.sentence(told) ?? genre) : genre

export type FoundWarning = Hit & { genre: Genre }

/** All warnings of a source, one of each kind for a field of an act. */
export function findWarnings(material: Material): FoundWarning[] {
  const found = new Map<string, FoundWarning>()
  for (const genre of GENRES)
    for (const hit of kindOf(genre).find(material)) {
      const key = `${genre} ${hit.releve_id} ${hit.champ}`
      if (!found.has(key)) found.set(key, { ...hit, genre, valeur: clipped(hit.valeur) })
    }
  return [...found.values()]
}
