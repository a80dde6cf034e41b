// Beginnings, stars and sounds that are typed stand for words of the archive.
import type { Db } from '../db/schema.ts'
import { MAX_TERMS, namesLike, namesSounding, type Term } from './dictionary.ts'
import { indexWord } from './field-words.ts'
import type { NameClause, Question } from './language.ts'
import type { NameChoice } from './slots.ts'
import { soundsOf } from './sounds.ts'
import { type Respelled, respell } from './spellings.ts'
import { hasStar } from './tokens.ts'

/** Is a name among them that is to sound so? */
export const isBySound = ({ clauses, names }: Pick<Question, 'clauses' | 'names'>): boolean =>
  names.some(isSonorous) ||
  clauses.some(
    (one) =>
      (one.what === 'words' && one.how === 'sound') ||
      (one.what === 'couple' && one.noms.some((nom) => nom && isSonorous(nom))),
  )

const isSonorous = ({ mode }: NameClause): boolean => mode === 'sonore'

/** This word alone is looked for among those that sound like one of the names. */
export interface OneSpelling {
  /** Its place in `Plan.sounding`. */
  sounding: number
  word: string
}

/** The words that sound like one name asked for, the commonest first; left out ones too. */
export interface Sounding extends Omit<Respelled, 'lines'> {
  typed: string
}

/** Spellings that the site has decided on may hold for the place asked for alone. */
export interface PlacedQuestion extends Question {
  lieu?: { id: number } | null
}

/** A name asked for by its sound. */
type Spoken = Omit<NameClause, 'mode'>

/** `mart*`: nothing but a beginning. */
const isBeginning = (word: string): boolean => /^[^*?]+\*$/.test(word)

/**
 * Words that all patterns and sounds of a question may stand for: each is asked for in every person and couple that acts have, and
 * PostgreSQL takes a megabyte of them. Once they are used up the patterns that follow get a few each.
 */
const MAX_IN_ALL = 600
const LEAST_TERMS = 10

/** Reads the dictionary for what is asked, and remembers what the results are to mark. */
export class Wording {
  readonly #db: Db
  readonly words = new Set<string>()
  readonly prefixes: string[] = []
  readonly cut: string[] = []
  readonly sounding: Sounding[] = []
  readonly lines: number[] = []
  readonly #lieuId: number | undefined
  readonly #sauf: ReadonlySet<string>
  readonly #only: OneSpelling | undefined
  #room = MAX_IN_ALL

  constructor(db: Db, { sauf, lieu }: PlacedQuestion, only: OneSpelling | undefined) {
    this.#db = db
    this.#lieuId = lieu?.id
    this.#sauf = new Set(sauf)
    this.#only = only
  }

  mark(...words: string[]): void {
    for (const word of words) this.words.add(word)
  }

  /** As many of the words found as there is room for. */
  #fitting(pattern: string, found: Term[]): string[] {
    const most = Math.max(LEAST_TERMS, Math.min(MAX_TERMS, this.#room))
    if (found.length > most) this.cut.push(pattern)
    const words = found.slice(0, most).map((term) => term.terme)
    this.#room -= words.length
    return words
  }

  #terms(pattern: string, found: Term[]): string[] {
    const words = this.#fitting(pattern, found)
    this.mark(...words)
    return words
  }

  /** One word typed may stand for several of the dictionary. */
  async word(word: string, like: (pattern: string) => Promise<Term[]>): Promise<Omit<NameChoice, 'trait'>> {
    if (!hasStar(word)) {
      this.mark(word)
      return { words: [word] }
    }
    if (!isBeginning(word)) return { words: this.#terms(word, await like(word)) }
    const prefix = word.slice(0, -1)
    this.prefixes.push(prefix)
    return { words: [], prefix }
  }

  /** The words that sound like each of the names in a text; the name as it was typed among them, whatever it sounds like. */
  async alike({ kind, words, typed }: Spoken): Promise<Sounding[]> {
    const names = soundsOf(kind, typed)
    const asIs = kind === 'nom' || names.length !== words.length ? [indexWord(words.join(''))] : words
    const list: Sounding[] = []
    for (const [at, keys] of names.entries()) {
      const found = await namesSounding(this.#db, kind, keys)
      const all = [asIs[at] ?? '', ...this.#fitting(typed, found)].filter(Boolean)
      const name = { kind, typed: asIs[at] ?? '', words: [...new Set(all)], lieuId: this.#lieuId }
      const { lines, ...respelled } = await respell(this.#db, name)
      this.lines.push(...lines)
      list.push({ typed: names.length > 1 ? (words[at] ?? typed) : typed, ...respelled })
    }
    return list
  }

  /** Those that are looked for. */
  wanted(sounding: Sounding): string[] {
    const isOnly = this.#only?.sounding === this.sounding.length
    this.sounding.push(sounding)
    const wanted = sounding.words.filter((word) => (isOnly ? word === this.#only?.word : !this.#sauf.has(word)))
    this.mark(...wanted)
    return wanted
  }

  async #sounds(spoken: Spoken): Promise<NameChoice[]> {
    const { kind, words } = spoken
    const alike = await this.alike(spoken)
    return alike.length > 0 ? alike.map((one) => ({ trait: kind, words: this.wanted(one) })) : [{ trait: kind, words }]
  }

  /** One word of a name, or a whole surname written as one. */
  async #name({ kind, mode }: NameClause, word: string): Promise<NameChoice> {
    const pattern = { exact: word, sonore: word, debut: `${word}*`, contient: `*${word}*` }[mode].replace(
      /\*{2,}/g,
      '*',
    )
    return { trait: kind, ...(await this.word(pattern, (like) => namesLike(this.#db, kind, like))) }
  }

  /** A surname is looked for whole, first names one by one. */
  async names(clause: NameClause): Promise<NameChoice[]> {
    const { kind, words, mode } = clause
    if (mode === 'sonore' && !words.some(hasStar)) return this.#sounds(clause)
    if (kind === 'prenom') {
      const choices: NameChoice[] = []
      for (const word of new Set(words)) choices.push(await this.#name(clause, word))
      return choices
    }
    const choice = await this.#name(clause, indexWord(words.join('')))
    if (words.length === 1 || mode !== 'exact' || words.some(hasStar)) return [choice]
    this.mark(...words)
    return [{ ...choice, whole: words }]
  }
}
