// All that the search box and the boxes of names ask for, read out of their signs (tokens.ts).
import type { CoupleActs, CoupleKind } from '../champs/couples.ts'
import { fold } from '../lib/text.ts'
import type { Lived, NameKind, SearchRole } from './marks.ts'
import { isParticle } from './particles.ts'
import {
  type AskedField,
  type Group,
  type How,
  hasStar,
  letters,
  PLACES,
  type Place,
  patterns,
  type Token,
  tokenAt,
} from './tokens.ts'

export const MODES = ['exact', 'debut', 'contient', 'sonore'] as const
export type Mode = (typeof MODES)[number]

/** Words of the search box, or of the box of a name; more would only make it slower. */
export const MAX_WORDS = 20
/** Less would stand for a good part of the dictionary. */
const MIN_LETTERS = 2

/** A name that is asked for: folded words, which may have `*` and `?`. */
export interface NameClause {
  kind: NameKind
  words: string[]
  mode: Mode
  /** As it was typed: accents tell how a name sounds. */
  typed: string
}

/** Anything else that is asked for. */
export type Clause =
  | { what: 'words'; words: string[]; how: How }
  | { what: 'role'; role: SearchRole; word: string }
  | { what: 'field'; field: AskedField; word: string }
  /** Two surnames of a couple; without words a surname that the act does not tell, absent where only one was typed. */
  | { what: 'couple'; kind: CoupleKind | undefined; noms: [NameClause, NameClause?] }

/** A place of the person whose names are asked for, with what lies below it. */
export interface LivedClause {
  trait: Lived
  id: number
  nom_long: string
}

/** All that was typed of words, once read: a record must meet every clause, and every name. */
export interface Question {
  clauses: Clause[]
  names: NameClause[]
  /** The other person of a couple bears these. */
  names2: NameClause[]
  /** Acts of that couple; null for all. */
  actes: CoupleActs | null
  lived: LivedClause[]
  /** The role of whoever bears the names; null for any. */
  role: SearchRole | null
  /** Spellings that sound like a name asked for, and are not to be looked for. */
  sauf: string[]
  /** Words beyond MAX_WORDS, which are not searched. */
  ignored: number
}

/** The words of a name's own box. */
export const nameWords = (typed: string): string[] => patterns(fold(typed))

/** A word whose star would stand for too much; undefined where all are long enough. */
export const tooShort = (words: readonly string[]): string | undefined =>
  words.find((word) => hasStar(word) && letters(word) < MIN_LETTERS)

class Reader {
  readonly clauses: Clause[] = []
  readonly names: NameClause[] = []
  readonly words: string[] = []
  readonly #seen = new Set<string>()
  ignored = 0
  crowd: string[] | undefined
  /** A surname that has only begun: `nom:le` of `nom:le goff`. */
  #held: Group | undefined
  #place: Place | undefined

  read(token: Token): void {
    if (token.kind === 'couple') this.#couple(token)
    else if (token.kind === 'field') this.#place = token.place
    else {
      for (const { words, how } of token.groups) this.#take(words, how)
      // A field is that of what comes next, and of nothing more.
      if (!this.#held) this.#place = undefined
    }
  }

  end(): void {
    if (this.#held) this.#add(this.#held.words, this.#held.how, PLACES.nom)
  }

  #couple({ couple, noms }: Extract<Token, { kind: 'couple' }>): void {
    const [first, second] = noms.map(coupleName)
    if (noms.length > 2) this.crowd ??= noms
    if (!first) return
    const words = [...first.words, ...(second?.words ?? [])]
    if (words.length === 0 || !this.#isNew([couple, noms], words)) return
    this.clauses.push({ what: 'couple', kind: couple, noms: second ? [first, second] : [first] })
  }

  /** A particle of a surname waits for what follows it. */
  #take(words: string[], how: How): void {
    const place = this.#place
    if (place?.as !== 'name' || place.kind !== 'nom' || how === 'phrase') {
      this.#add(words, how, place)
      return
    }
    const all = { words: [...(this.#held?.words ?? []), ...words], how: this.#held?.how ?? how }
    this.#held = words.every(isParticle) ? all : undefined
    if (!this.#held) this.#add(all.words, all.how, place)
  }

  /** Asked for the first time, and not beyond the words of one search. */
  #isNew(asked: unknown, words: readonly string[]): boolean {
    const key = JSON.stringify(asked)
    if (this.#seen.has(key)) return false
    this.#seen.add(key)
    const hasRoom = this.words.length + words.length <= MAX_WORDS
    if (hasRoom) this.words.push(...words)
    else this.ignored += words.length
    return hasRoom
  }

  #add(words: string[], how: How, place: Place | undefined): void {
    if (words.length === 0 || !this.#isNew([place, how, words], words)) return
    if (place?.as === 'name') {
      const mode = how === 'sound' ? 'sonore' : 'exact'
      this.names.push({ kind: place.kind, words, mode, typed: words.join(' ') })
    } else this.clauses.push(...clausesAt(place, words, how))
  }
}

function clausesAt(place: Exclude<Place, { as: 'name' }> | undefined, words: string[], how: How): Clause[] {
  if (place === undefined) return [{ what: 'words', words, how }]
  return words.map((word) =>
    place.as === 'role' ? { what: 'role', role: place.role, word } : { what: 'field', field: place.field, word },
  )
}

/** A surname of a couple; a question mark alone is one that the act does not tell. */
function coupleName(typed: string): NameClause {
  const mode = typed.startsWith('~') ? 'sonore' : 'exact'
  return { kind: 'nom', words: patterns(typed), mode, typed: typed.replace(/^~/, '') }
}

type BoxText = Pick<Question, 'clauses' | 'names' | 'ignored'> & {
  /** A word too short for its star; undefined where there is none. */
  short: string | undefined
  /** The names of a couple, folded, where there are more than two; undefined where there is none such. */
  crowd: string[] | undefined
}

/** Reads the search box; never throws, whatever the text. */
export function readBox(typed: string): BoxText {
  const text = fold(typed)
  const reader = new Reader()
  for (let at = 0; at < text.length; ) {
    const blanks = /^\s+/.exec(text.slice(at))
    if (blanks) {
      at += blanks[0].length
      continue
    }
    const { token, length } = tokenAt(text, at)
    reader.read(token)
    at += Math.max(1, length)
  }
  reader.end()
  const { clauses, names, ignored, words, crowd } = reader
  return { clauses, names, ignored, crowd, short: tooShort(words) }
}
