import { allOf, anyOf, isNever, NEVER, type SearchExpr } from '../db/dialect/index.ts'
import type { Db } from '../db/schema.ts'
import { MAX_TERMS, namesLike, namesSounding, type Term, termsLike } from './dictionary.ts'
import { indexWord } from './entry.ts'
import { type Clause, hasStar, type NameClause, type Question } from './language.ts'
import { fieldMark, type MarkedField, type NameKind } from './marks.ts'
import { measured } from './measure.ts'
import { anyName, fullNames, leaf, type NameChoice, person, prefixLeaf } from './names.ts'
import { soundsOf } from './sounds.ts'

/** Words between quotes that may be a person's full name. */
const MAX_FULL_NAME = 4

/** This word alone is looked for among those that sound like one of the names. */
export interface OneSpelling {
  /** Its place in `Plan.sounding`. */
  sounding: number
  word: string
}

/** The words that sound like one name asked for, the commonest first; left out ones too. */
export interface Sounding {
  typed: string
  words: string[]
}

/** The results mark these. */
export interface Highlights {
  words: ReadonlySet<string>
  prefixes: readonly string[]
}

/** A question in words of the index. */
export interface Plan {
  /** undefined where nothing was asked. */
  expr: SearchExpr | undefined
  highlights: Highlights
  /** Patterns that fit more words than are searched. */
  cut: string[]
  sounding: Sounding[]
}

/** A name asked for by its sound. */
type Spoken = Omit<NameClause, 'mode'>

/** `mart*`: nothing but a beginning. */
const isBeginning = (word: string): boolean => /^[^*?]+\*$/.test(word)

/** Reads the dictionary for what is asked, and remembers what the results are to mark. */
class Planner {
  readonly #db: Db
  readonly words = new Set<string>()
  readonly prefixes: string[] = []
  readonly cut: string[] = []
  readonly sounding: Sounding[] = []
  readonly #sauf: ReadonlySet<string>
  readonly #only: OneSpelling | undefined

  constructor(db: Db, sauf: readonly string[], only: OneSpelling | undefined) {
    this.#db = db
    this.#sauf = new Set(sauf)
    this.#only = only
  }

  #mark(...words: string[]): void {
    for (const word of words) this.words.add(word)
  }

  #terms(pattern: string, found: Term[]): string[] {
    if (found.length > MAX_TERMS) this.cut.push(pattern)
    const words = found.slice(0, MAX_TERMS).map((term) => term.terme)
    this.#mark(...words)
    return words
  }

  /** One word typed may stand for several of the dictionary. */
  async #word(word: string, like: (pattern: string) => Promise<Term[]>): Promise<Omit<NameChoice, 'kind'>> {
    if (!hasStar(word)) {
      this.#mark(word)
      return { words: [word] }
    }
    if (!isBeginning(word)) return { words: this.#terms(word, await like(word)) }
    const prefix = word.slice(0, -1)
    this.prefixes.push(prefix)
    return { words: [], prefix }
  }

  /** The words that sound like each of the names in a text; the name as it was typed among them, whatever it sounds like. */
  async #alike({ kind, words, typed }: Spoken): Promise<Sounding[]> {
    const names = soundsOf(kind, typed)
    const asIs = kind === 'nom' || names.length !== words.length ? [indexWord(words.join(''))] : words
    const list: Sounding[] = []
    for (const [at, keys] of names.entries()) {
      const found = await namesSounding(this.#db, kind, keys)
      if (found.length > MAX_TERMS) this.cut.push(typed)
      const all = [asIs[at] ?? '', ...found.slice(0, MAX_TERMS).map((term) => term.terme)].filter(Boolean)
      list.push({ typed: names.length > 1 ? (words[at] ?? typed) : typed, words: [...new Set(all)] })
    }
    return list
  }

  /** Those that are looked for. */
  #wanted(sounding: Sounding): string[] {
    const isOnly = this.#only?.sounding === this.sounding.length
    this.sounding.push(sounding)
    const wanted = sounding.words.filter((word) => (isOnly ? word === this.#only?.word : !this.#sauf.has(word)))
    this.#mark(...wanted)
    return wanted
  }

  async #sounds(spoken: Spoken): Promise<NameChoice[]> {
    const { kind, words } = spoken
    const alike = await this.#alike(spoken)
    return alike.length > 0 ? alike.map((one) => ({ kind, words: this.#wanted(one) })) : [{ kind, words }]
  }

  /** One word of a name, or a whole surname written as one. */
  async #name({ kind, mode }: NameClause, word: string): Promise<NameChoice> {
    const pattern = { exact: word, sonore: word, debut: `${word}*`, contient: `*${word}*` }[mode].replace(
      /\*{2,}/g,
      '*',
    )
    return { kind, ...(await this.#word(pattern, (like) => namesLike(this.#db, kind, like))) }
  }

  /** A surname is looked for whole, first names one by one. */
  async names(clause: NameClause): Promise<NameChoice[]> {
    const { kind, words, mode } = clause
    if (mode === 'sonore' && !words.some(hasStar)) return this.#sounds(clause)
    if (kind === 'prenom') return Promise.all(words.map((word) => this.#name(clause, word)))
    const choice = await this.#name(clause, indexWord(words.join('')))
    if (words.length === 1 || mode !== 'exact' || words.some(hasStar)) return [choice]
    this.#mark(...words)
    return [{ ...choice, whole: words }]
  }

  /** Words of any text. */
  async text({ words, how }: Extract<Clause, { what: 'words' }>): Promise<SearchExpr> {
    if (how === 'joined' || (how === 'phrase' && words.length > 1)) {
      this.#mark(...words)
      const phrase = leaf('tout', words)
      return how === 'phrase' && words.length <= MAX_FULL_NAME ? anyOf([phrase, ...fullNames(words)]) : phrase
    }
    if (how === 'sound' && !words.some(hasStar)) return this.#anySound(words)
    const found = await this.#word(words[0] ?? '', (pattern) => termsLike(this.#db, pattern))
    return anyOf([
      ...found.words.map((word) => leaf('tout', [word])),
      ...(found.prefix === undefined ? [] : [prefixLeaf('tout', found.prefix)]),
    ])
  }

  /** Nobody said which kind of name a word is: it may sound like a surname or like a first name. */
  async #anySound(words: string[]): Promise<SearchExpr> {
    const typed = words.join(' ')
    const [noms, prenoms] = [
      await this.#alike({ kind: 'nom', words, typed }),
      await this.#alike({ kind: 'prenom', words, typed }),
    ]
    const longer = noms.length > prenoms.length ? noms : prenoms
    const wanted = longer.map(({ typed: name }, at) => {
      const both = [noms[at], prenoms[at]].flatMap((one) => one?.words ?? [])
      return new Set(this.#wanted({ typed: name, words: [...new Set(both)] }))
    })
    const as = (kind: NameKind, alike: Sounding[]) =>
      person(
        alike.map((one, at) => ({ kind, words: one.words.filter((word) => wanted[at]?.has(word)) })),
        null,
      ) ?? NEVER
    return anyOf([as('nom', noms), as('prenom', prenoms)])
  }

  async role({ role, word }: Extract<Clause, { what: 'role' }>): Promise<SearchExpr> {
    return anyName(role, await this.#word(word, (pattern) => termsLike(this.#db, pattern)))
  }

  async field({ field, word }: Extract<Clause, { what: 'field' }>): Promise<SearchExpr> {
    const found = await this.#word(word, (pattern) => termsLike(this.#db, pattern))
    const mark = (one: string, of: MarkedField = field) => fieldMark(of, one)
    const list: SearchExpr[] = found.words.map((one) => leaf('tout', [mark(one)]))
    return anyOf(found.prefix === undefined ? list : [...list, prefixLeaf('tout', mark(found.prefix))])
  }

  async all({ clauses, names, role }: Question): Promise<SearchExpr | undefined> {
    const parts: SearchExpr[] = []
    for (const one of clauses) {
      if (one.what === 'words') parts.push(await this.text(one))
      else parts.push(await (one.what === 'role' ? this.role(one) : this.field(one)))
    }
    const choices: NameChoice[] = []
    for (const name of names) choices.push(...(await this.names(name)))
    const somebody = person(choices, role)
    if (somebody) parts.push(somebody)
    return allOf(parts)
  }
}

/** Turns a question into an expression of the index, by the words met in the archive. */
export async function planOf(db: Db, question: Question, only?: OneSpelling): Promise<Plan> {
  const planner = new Planner(db, question.sauf, only)
  const raw = await planner.all(question)
  const expr = raw === undefined || isNever(raw) ? raw : await measured(db, raw)
  const { words, prefixes, cut, sounding } = planner
  return { expr, highlights: { words, prefixes }, cut, sounding }
}
