// Writers of many batches remember here what the dictionaries of words and names have, and find what they may lack.
import type { RecordEntry } from './entry.ts'
import type { FieldWords } from './field-words.ts'
import { anybodys, type NameKind } from './marks.ts'
import { nameKeys } from './sounds.ts'

/** Words, and names of a kind, kept as known at most; a file of a million lines has fewer. */
const MAX_KNOWN = 200_000
/** Writers of many batches remember the dictionaries here, and do not ask them again. */
export class KnownWords {
  /** In the dictionaries already: none ever leaves them. */
  readonly words = new Set<string>()
  readonly names: Record<NameKind, Set<string>> = { nom: new Set(), prenom: new Set() }
  /** Counted in batches before and not written yet: see `settleIndex` of index-writer.ts. */
  readonly counts = new Map<string, number>()
}

/** Remembers these, unless there are very many already. */
export function keepKnown(known: Set<string>, added: Iterable<string>): void {
  if (known.size < MAX_KNOWN) for (const one of added) known.add(one)
}

function addUnknown(list: readonly string[], collected: Set<string>, known: ReadonlySet<string>): void {
  for (const word of list) if (!known.has(word)) collected.add(word)
}

/**
 * A part of an entry gives the dictionary every word once, those marked with a role too, and those of names whoever bears them. Added
 * to `words`, those of `known` left out.
 */
function collectWords({ words, roles, terms }: FieldWords, collected: Set<string>, known: ReadonlySet<string>): void {
  for (const list of [words, terms]) addUnknown(list, collected, known)
  for (const mark of roles) {
    // Whoever bears a name is known with the first who does.
    if (known.has(mark) || collected.has(mark)) continue
    collected.add(mark)
    const anybody = anybodys(mark)
    if (anybody !== undefined && !known.has(anybody)) collected.add(anybody)
  }
}

const NONE: ReadonlySet<string> = new Set()

/** The words that one entry puts in the dictionary. */
export function dictionaryWords({ parts }: Pick<RecordEntry, 'parts'>): Set<string> {
  const words = new Set<string>()
  for (const part of parts) collectWords(part, words, NONE)
  return words
}

/** The parts of these entries, each once, that the dictionaries may not have. */
function newParts(entries: readonly RecordEntry[], known: KnownWords): Set<FieldWords> {
  const parts = new Set<FieldWords>()
  for (const entry of entries) for (const part of entry.parts) if (part.knownTo !== known) parts.add(part)
  return parts
}

/** A name under one of its sounds. */
export type KeyRow = { genre: NameKind; cle: string; terme: string }

/** The dictionaries may lack these of some entries. */
export interface NewWords {
  parts: ReadonlySet<FieldWords>
  words: readonly string[]
  /** A name under each of its sounds. */
  names: readonly { genre: NameKind; text: string; rows: readonly KeyRow[] }[]
}

function newNames(parts: Iterable<FieldWords>, { names: known }: KnownWords): NewWords['names'] {
  const names = { nom: new Set<string>(), prenom: new Set<string>() }
  for (const { names: written } of parts)
    for (const { kind, text } of written) if (!known[kind].has(text)) names[kind].add(text)
  return (['nom', 'prenom'] as const).flatMap((genre) =>
    [...names[genre]].map((text) => ({
      genre,
      text,
      rows: nameKeys(genre, text).map(({ cle, terme }) => ({ genre, cle, terme })),
    })),
  )
}

/** Gathers it without the database: of a batch that is written later, before whose turn others may add some of it. */
export function newWords(entries: readonly RecordEntry[], known: KnownWords): NewWords {
  const parts = newParts(entries, known)
  const words = new Set<string>()
  for (const part of parts) collectWords(part, words, known.words)
  return { parts, words: [...words], names: newNames(parts, known) }
}
