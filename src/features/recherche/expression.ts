import { allOf, anyOf, isNever, NEVER, type SearchExpr, type SearchLeaf } from '../../db/dialect/index.ts'
import type { Db } from '../../db/schema.ts'
import { fieldMark, type MarkedField, type SearchRole } from '../releves/search-marks.ts'
import { indexWord } from '../releves/search-text.ts'
import { knownTerms, MAX_TERMS, namesLike, type Term, termsFrom, termsLike } from './dictionnaire.ts'
import type { Asked, AskedName } from './langage.ts'
import { anyName, fullNames, leaf, type NameChoice, person, prefixLeaf } from './noms.ts'

/** Words between quotes that may be a person's full name. */
const MAX_FULL_NAME = 4

export interface AskedSearch {
  asked: readonly Asked[]
  noms: readonly AskedName[]
  /** Who bears the names; null for anybody. */
  role: SearchRole | null
}

/** What is marked in the results. */
export interface Highlights {
  words: ReadonlySet<string>
  prefixes: readonly string[]
}

export interface BuiltSearch {
  /** undefined where nothing was asked. */
  expr: SearchExpr | undefined
  highlights: Highlights
  /** Patterns that fit more words than are searched. */
  cut: string[]
}

const hasStar = (word: string): boolean => /[*?]/.test(word)
/** `mart*`: nothing but a beginning. */
const isBeginning = (word: string): boolean => /^[^*?]+\*$/.test(word)

/** Reads the dictionary for what is asked, and remembers what the results are to mark. */
class Builder {
  readonly #db: Db
  readonly words = new Set<string>()
  readonly prefixes: string[] = []
  readonly cut: string[] = []

  constructor(db: Db) {
    this.#db = db
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

  /** What one word typed stands for. */
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

  /** One word of a name, or a whole surname written as one. */
  async #name({ kind, mode }: AskedName, word: string): Promise<NameChoice> {
    const pattern = { exact: word, debut: `${word}*`, contient: `*${word}*` }[mode].replace(/\*{2,}/g, '*')
    return { kind, ...(await this.#word(pattern, (like) => namesLike(this.#db, kind, like))) }
  }

  /** A surname is looked for whole, first names one by one. */
  async names(asked: AskedName): Promise<NameChoice[]> {
    const { kind, words, mode } = asked
    if (kind === 'prenom') return Promise.all(words.map((word) => this.#name(asked, word)))
    const choice = await this.#name(asked, indexWord(words.join('')))
    if (words.length === 1 || mode !== 'exact' || words.some(hasStar)) return [choice]
    this.#mark(...words)
    return [{ ...choice, whole: words }]
  }

  /** Words of any text. */
  async text({ words, how }: Extract<Asked, { what: 'mots' }>): Promise<SearchExpr> {
    if (how === 'suite' || (how === 'phrase' && words.length > 1)) {
      this.#mark(...words)
      const phrase = leaf('tout', words)
      return how === 'phrase' && words.length <= MAX_FULL_NAME ? anyOf([phrase, ...fullNames(words)]) : phrase
    }
    const found = await this.#word(words[0] ?? '', (pattern) => termsLike(this.#db, pattern))
    return anyOf([
      ...found.words.map((word) => leaf('tout', [word])),
      ...(found.prefix === undefined ? [] : [prefixLeaf('tout', found.prefix)]),
    ])
  }

  async role({ role, word }: Extract<Asked, { what: 'role' }>): Promise<SearchExpr> {
    return anyName(role, await this.#word(word, (pattern) => termsLike(this.#db, pattern)))
  }

  async field({ field, word }: Extract<Asked, { what: 'champ' }>): Promise<SearchExpr> {
    const found = await this.#word(word, (pattern) => termsLike(this.#db, pattern))
    const mark = (one: string, of: MarkedField = field) => fieldMark(of, one)
    const list: SearchExpr[] = found.words.map((one) => leaf('tout', [mark(one)]))
    return anyOf(found.prefix === undefined ? list : [...list, prefixLeaf('tout', mark(found.prefix))])
  }

  async all({ asked, noms, role }: AskedSearch): Promise<SearchExpr | undefined> {
    const parts: SearchExpr[] = []
    for (const one of asked) {
      if (one.what === 'mots') parts.push(await this.text(one))
      else parts.push(await (one.what === 'role' ? this.role(one) : this.field(one)))
    }
    const choices: NameChoice[] = []
    for (const name of noms) choices.push(...(await this.names(name)))
    const somebody = person(choices, role)
    if (somebody) parts.push(somebody)
    return allOf(parts)
  }
}

const leaves = (expr: SearchExpr): SearchLeaf[] => {
  if ('all' in expr) return expr.all.flatMap(leaves)
  return 'any' in expr ? expr.any.flatMap(leaves) : [expr]
}

/** The same with the frequency of each word, without what no record can hold: every word of the index is in the dictionary. */
async function measured(db: Db, expr: SearchExpr): Promise<SearchExpr> {
  const all = leaves(expr)
  const known = await knownTerms(db, [...new Set(all.filter((one) => !one.prefix).flatMap((one) => one.words))])
  const beginnings = new Map<string, Awaited<ReturnType<typeof termsFrom>>>()
  for (const { prefix, words } of all) {
    const word = words[0] ?? ''
    if (prefix && !beginnings.has(word)) beginnings.set(word, await termsFrom(db, word))
  }
  const measure = (one: SearchLeaf): SearchExpr => {
    if (!one.prefix) {
      const counts = one.words.map((word) => known.get(word) ?? 0)
      return counts.includes(0) ? NEVER : { ...one, n: Math.min(...counts) }
    }
    const { terms, n } = beginnings.get(one.words[0] ?? '') ?? { terms: [], n: 0 }
    return terms?.length === 0 ? NEVER : { ...one, n, prefix: { terms } }
  }
  const visit = (one: SearchExpr): SearchExpr => {
    if ('all' in one) return allOf(one.all.map(visit)) ?? NEVER
    return 'any' in one ? anyOf(one.any.map(visit)) : measure(one)
  }
  return visit(expr)
}

/** Turns what was asked into an expression of the index, by the words met in the archive. */
export async function buildSearch(db: Db, search: AskedSearch): Promise<BuiltSearch> {
  const builder = new Builder(db)
  const raw = await builder.all(search)
  const expr = raw === undefined || isNever(raw) ? raw : await measured(db, raw)
  return { expr, highlights: { words: builder.words, prefixes: builder.prefixes }, cut: builder.cut }
}
