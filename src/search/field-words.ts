// Names and places come back all along a register: a text gives the search index in a field what it gave before.

import { words } from '../lib/text.ts'
import { type Bearer, type FieldUse, isName } from './bearers.ts'
import {
  fieldMark,
  type NameKind,
  nameMark,
  type SearchRole,
  slotMark,
  traitTerm,
  useTerm,
  WEDDING_MARK,
} from './marks.ts'
import { isParticle } from './particles.ts'

/** Longest word of the index, in characters; the search cuts its words alike. */
const MAX_WORD = 64
/** A surname of more words than this is a sentence, not a name written in several words. */
const MAX_NAME_WORDS = 5

/** A word as long as the index has them (code points, so that no character is cut in two). */
export const indexWord = (word: string): string =>
  word.length > MAX_WORD ? [...word].slice(0, MAX_WORD).join('') : word

/** Folded words, each cut at MAX_WORD characters. */
export const indexWords = (text: string): string[] => words(text).map(indexWord)

/** « Le Normand » as one word, so that it is found whichever way it is written; undefined of one word. */
export const joinedName = (parts: readonly string[]): string | undefined =>
  parts.length > 1 && parts.length <= MAX_NAME_WORDS ? indexWord(parts.join('')) : undefined

/** A name as it is written, from which its sound is taken. */
export interface NameText {
  kind: NameKind
  text: string
}

/** A text gives the index this in a field, whatever the record that holds it: kept for the next one. */
export interface FieldWords {
  column: 'nom' | 'prenom' | 'texte'
  /** As they stand in the text; of a surname the joined word too. */
  words: string[]
  /** Those of a name by which pairs and couples know whoever bears it, each once: a particle alone names nobody. */
  borne: readonly string[]
  marks: string[]
  /** Marked words as the dictionary counts them. */
  roles: string[]
  /** Words of the dictionary that are no words of the index: what it has, and which ages and places. */
  terms: string[]
  names: NameText[]
  /** Whoever writes many records notes here that the dictionaries have all of this. */
  knownTo?: object
}

export const noWords = (column: FieldWords['column']): FieldWords => ({
  column,
  ...{ words: [], borne: [], marks: [], roles: [], terms: [], names: [] },
})

function nameWords(kind: NameKind, { role, slot, isMarried }: Bearer, list: string[], names: string[]): FieldWords {
  const joined = kind === 'nom' ? joinedName(list) : undefined
  const words = joined === undefined ? list : [...list, joined]
  const wedding = isMarried ? [WEDDING_MARK] : []
  const inRole = (one: SearchRole) => words.map((word) => nameMark(kind, one, word))
  return {
    column: kind,
    words,
    borne: [...new Set(kind === 'prenom' || words.length === 1 ? words : words.filter((word) => !isParticle(word)))],
    marks: [...words.map((word) => slotMark(kind, slot, word)), ...wedding],
    roles: isMarried ? [...inRole(role), ...inRole('conjoint')] : inRole(role),
    terms: [useTerm(kind, slot), ...wedding],
    names: names.map((text) => ({ kind, text })),
  }
}

function addTrait(to: FieldWords, trait: 'profession' | 'age', { slot }: Bearer): void {
  to.marks.push(...to.words.map((word) => slotMark(trait, slot, word)))
  if (trait === 'age') to.terms.push(...to.words.map((word) => traitTerm(trait, word)))
  to.terms.push(useTerm(trait, slot))
}

function textWords({ as, bearer }: FieldUse, text: string, list: string[]): FieldWords {
  const part = { ...noWords('texte'), words: list }
  const isMarked = as === 'profession' || as === 'lieu'
  // The place's own name: what contains it is found by the filter of places.
  const marked = as === 'lieu' ? indexWords(text.split(',')[0] ?? '') : list
  if (isMarked) for (const into of [part.marks, part.roles]) into.push(...marked.map((word) => fieldMark(as, word)))
  if (bearer && (as === 'profession' || as === 'age')) addTrait(part, as, bearer)
  return part
}

function fieldWords(use: FieldUse, text: string, list: string[]): FieldWords[] {
  const { as, bearer } = use
  if (!isName(use)) return [textWords(use, text, list)]
  if (!bearer) return []
  if (as !== 'whole name') return [nameWords(as as NameKind, bearer, list, [text])]
  return [nameWords('nom', bearer, list, list), nameWords('prenom', bearer, list, list)]
}

/** Longer texts are rarely the same twice. */
const MAX_KEPT_SIGNS = 120
/** Texts kept a field: a register repeats some hundreds. */
const MAX_KEPT = 2000

interface FieldText {
  /** How many of the words of a record it takes. */
  size: number
  parts: FieldWords[]
}

const kept = new WeakMap<FieldUse, Map<string, FieldText>>()

/** The parts that a text makes in a field, of `room` words of it at most. */
export function textOf(use: FieldUse, text: string, room: number): FieldText {
  const known = kept.get(use) ?? new Map<string, FieldText>()
  const found = known.get(text)
  if (found && found.size <= room) return found
  const list = indexWords(text)
  const made = { size: Math.min(list.length, room), parts: fieldWords(use, text, list.slice(0, room)) }
  if (list.length > room || text.length > MAX_KEPT_SIGNS) return made
  if (known.size >= MAX_KEPT) known.clear()
  kept.set(use, known.set(text, made))
  return made
}
