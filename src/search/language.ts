// The search box takes words, "phrases", * and ?, ~ before a name that is to sound so, nom: pere: lieu:… and couple:"a + b".
import type { CoupleActs, CoupleKind } from '../champs/couples.ts'
import { fold } from '../lib/text.ts'
import { indexWord } from './entry.ts'
import { type Lived, type MarkedField, type NameKind, SEARCH_ROLES, type SearchRole } from './marks.ts'
import { isParticle } from './particles.ts'

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

/** `joined`: written without a blank between them. */
type How = 'word' | 'phrase' | 'joined' | 'sound'

/** A profession or an age is that of the person whose names are asked for, where some are. */
export type AskedField = MarkedField | 'age'

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

type Place = { as: 'name'; kind: NameKind } | { as: 'role'; role: SearchRole } | { as: 'field'; field: AskedField }

const role = (of: SearchRole): Place => ({ as: 'role', role: of })

/** These may stand before a colon, folded. */
const PLACES: Record<string, Place> = {
  nom: { as: 'name', kind: 'nom' },
  prenom: { as: 'name', kind: 'prenom' },
  prenoms: { as: 'name', kind: 'prenom' },
  ...Object.fromEntries(SEARCH_ROLES.map((name) => [name, role(name)])),
  epoux: role('conjoint'),
  epouse: role('conjoint'),
  marraine: role('parrain'),
  profession: { as: 'field', field: 'profession' },
  metier: { as: 'field', field: 'profession' },
  lieu: { as: 'field', field: 'lieu' },
  age: { as: 'field', field: 'age' },
}

const FIELD = new RegExp(`(?<![^\\s"])(${Object.keys(PLACES).join('|')})\\s*:\\s*`, 'uy')
/** `couple:"martin + le goff"`, or × or & or « et ». */
const COUPLE = /(?<![^\s"])(couple|enfants)\s*:\s*(?:"([^"]*)"|«([^»]*)»|“([^”]*)”|([^\s"«»“”]+))/uy
const BETWEEN = /\s*[+×&]\s*|\s+(?:et|x)\s+/u
const PHRASE = /"([^"]*)"|«([^»]*)»|“([^”]*)”/uy
const CHUNK = /[^\s"«»“”]+|["«»“”]/uy
/** Words written without a blank are found side by side: saint-malo, o'brien, 12/08/1787. */
const HARD = /[^\p{L}\p{N}*?'’\-/.]+/u

export const hasStar = (word: string): boolean => /[*?]/.test(word)
const letters = (word: string): number => [...word.replace(/[*?]/g, '')].length
const patterns = (text: string): string[] =>
  (text.match(/[\p{L}\p{N}*?]+/gu) ?? []).filter((word) => letters(word) > 0).map(indexWord)

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

interface Group {
  words: string[]
  how: How
}

type Token =
  | { kind: 'field'; place: Place | undefined }
  | { kind: 'words'; groups: Group[] }
  | { kind: 'couple'; couple: CoupleKind | undefined; noms: string[] }

/** Signs between two blanks: words one by one, or several that stand side by side. */
function groupsOf(chunk: string): Group[] {
  const how = chunk.startsWith('~') ? 'sound' : undefined
  return chunk.split(HARD).flatMap((piece): Group[] => {
    const words = patterns(piece)
    const isTogether = words.length > 1 && how === undefined && !words.some(hasStar)
    return isTogether ? [{ words, how: 'joined' }] : words.map((word) => ({ words: [word], how: how ?? 'word' }))
  })
}

/** Reads one token at this place of the text; `length` tells how far it goes. */
function tokenAt(text: string, at: number): { token: Token; length: number } {
  const take = (expression: RegExp): RegExpExecArray | null => {
    expression.lastIndex = at
    return expression.exec(text)
  }
  const pair = take(COUPLE)
  if (pair) {
    const [all, operator, ...texts] = pair
    const noms = (texts.find((text) => text !== undefined) ?? '')
      .split(BETWEEN)
      .map((nom) => nom.trim())
      .filter(Boolean)
    return { token: { kind: 'couple', couple: operator === 'enfants' ? 'p' : undefined, noms }, length: all.length }
  }
  const field = take(FIELD)
  if (field) return { token: { kind: 'field', place: PLACES[field[1] ?? ''] }, length: field[0].length }
  const phrase = take(PHRASE)
  if (phrase) {
    const inside = phrase.slice(1).find((group) => group !== undefined) ?? ''
    const groups: Group[] = [{ words: patterns(inside.replace(/[*?]/g, ' ')), how: 'phrase' }]
    return { token: { kind: 'words', groups }, length: phrase[0].length }
  }
  const chunk = take(CHUNK)?.[0] ?? ''
  return { token: { kind: 'words', groups: groupsOf(chunk) }, length: chunk.length }
}

type BoxText = Pick<Question, 'clauses' | 'names' | 'ignored'> & {
  /** A word too short for its star; undefined where there is none. */
  short: string | undefined
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
  const { clauses, names, ignored, words } = reader
  return { clauses, names, ignored, short: tooShort(words) }
}
