// How common the words of an expression are, by the dictionary: the plans of both engines rest on it.
import { allOf, anyOf, NEVER, type SearchExpr, type SearchLeaf } from '../db/dialect/index.ts'
import { recordsByDecade, sumOf, wordCount } from '../db/dialect/search-decades.ts'
import { type Remember, readAnew } from '../db/remember.ts'
import type { Db } from '../db/schema.ts'
import { knownTerms, termsFrom } from './dictionary.ts'
import { anybodys, anyNameMark, markedWord } from './marks.ts'
import { leaf, prefixLeaf, slotLeaves } from './slots.ts'
import type { IndexUse } from './use.ts'

/** A name so much commoner as a word of any kind is asked for by its marks. */
const RARELY_A_NAME = 4
/** A beginning of so few words is asked for by these: an index finds a word faster than all that begins like it. */
const FEW_WORDS = 6

const leaves = (expr: SearchExpr): SearchLeaf[] => {
  if ('all' in expr) return expr.all.flatMap(leaves)
  return 'any' in expr ? expr.any.flatMap(leaves) : [expr]
}

/** Replaces the leaves, and leaves the expression around them as it is. */
function withLeaves(expr: SearchExpr, of: (one: SearchLeaf) => SearchExpr): SearchExpr {
  if ('all' in expr) return allOf(expr.all.map((part) => withLeaves(part, of))) ?? NEVER
  return 'any' in expr ? anyOf(expr.any.map((part) => withLeaves(part, of))) : of(expr)
}

const isNameWord = ({ in: where, words, prefix }: SearchLeaf): boolean =>
  where !== 'tout' && words.length === 1 && prefix === undefined

const termsOf = ({ words, terms = words }: SearchLeaf): string[] => terms

/** Every word that is to be looked up: those asked for and, for a name, its marks. */
const wordsOf =
  (use: IndexUse) =>
  (one: SearchLeaf): string[] => {
    // The last term of a pair that begins so is a beginning too, and counted as one.
    if (one.prefix) return one.pairOf ? termsOf(one).slice(0, -1) : []
    const [word = ''] = one.words
    return isNameWord(one) && one.in !== 'tout'
      ? [word, anyNameMark(one.in, word), ...slotLeaves(use, one.in, word).flatMap(termsOf)]
      : termsOf(one)
  }

type Beginning = Awaited<ReturnType<typeof termsFrom>>

/** Reads what beginnings stand for, each once. */
class Beginnings {
  readonly #db: Db
  readonly #known = new Map<string, Beginning>()

  constructor(db: Db) {
    this.#db = db
  }

  async #from(start: string): Promise<Beginning> {
    const found = this.#known.get(start) ?? (await termsFrom(this.#db, start))
    this.#known.set(start, found)
    return found
  }

  /** Answers all that may follow the beginning, and how many records hold any of it. */
  async of({ in: where, words: [word = ''], terms: marked = [] }: SearchLeaf): Promise<Beginning & { start: string }> {
    // Where the words that begin so stand in the dictionary: among those of names, of a name.
    const start = marked.at(-1) ?? (where === 'tout' ? word : anyNameMark(where, word))
    const after = (list: string[], of: string) => list.map((term) => term.slice(of.length))
    const anybodysStart = where === 'tout' ? anybodys(start) : undefined
    if (anybodysStart !== undefined) {
      // Few names at all are few names in each role: asked for once.
      const { terms, n } = await this.#from(anybodysStart)
      if (terms && terms.length <= FEW_WORDS) return { terms: after(terms, anybodysStart), n, start }
    }
    const { terms, n } = await this.#from(start)
    return { terms: terms && after(terms, start), n, start }
  }
}

/** Looks up the words that every beginning stands for. */
async function completed(db: Db, expr: SearchExpr): Promise<SearchExpr> {
  const beginnings = new Beginnings(db)
  const found = new Map<SearchLeaf, Beginning & { start: string }>()
  for (const one of leaves(expr)) if (one.prefix) found.set(one, await beginnings.of(one))
  return withLeaves(expr, (one) => {
    const beginning = found.get(one)
    if (!one.prefix || !beginning) return one
    const { terms, n, start } = beginning
    if (one.pairOf) return { ...one, n }
    const [word = ''] = one.words
    if (terms && terms.length <= FEW_WORDS)
      return anyOf(terms.map((end) => ({ ...leaf(one.in, [word + end]), ...(one.terms && { terms: [start + end] }) })))
    return { ...one, n, prefix: { ...one.prefix, terms: terms?.map((end) => word + end) } }
  })
}

/** The words that whatever holds this holds too, whoever bears them. */
function heldBy(expr: SearchExpr): Set<string> {
  if ('all' in expr) return new Set(expr.all.flatMap((part) => [...heldBy(part)]))
  if ('any' in expr) {
    const [first, ...others] = expr.any.map(heldBy)
    return new Set([...(first ?? [])].filter((word) => others.every((words) => words.has(word))))
  }
  return new Set(
    expr.prefix
      ? []
      : termsOf(expr)
          .map(markedWord)
          .filter((word) => word !== undefined),
  )
}

/** A choice of more than single words: what is held whichever it is is worth knowing. */
const isManifold = (expr: SearchExpr): boolean => 'any' in expr && expr.any.some((part) => 'all' in part)

/** A beginning of fewer letters is that of too many names. */
const MIN_START = 3

/** Gives the beginning that all words share. */
function commonStart([first = '', ...others]: readonly string[]): string {
  let length = first.length
  for (const one of others) while (!one.startsWith(first.slice(0, length))) length -= 1
  return first.slice(0, length)
}

/** Single words and pairs of a choice, if it has nothing else. */
function singlesOf(expr: SearchExpr): SearchLeaf[] | undefined {
  if (!('any' in expr)) return undefined
  const singles = expr.any.filter((one) => 'words' in one && one.words.length === 1 && one.pairOf !== 'couple')
  return singles.length === expr.any.length ? (singles as SearchLeaf[]) : undefined
}

/**
 * Words that an act has by chance, and one person of it, or one couple: acts name some five persons, so that a third of those with both
 * have them together. Families bear a few first names, which makes more of it than a draw of names does.
 */
const TOGETHER = { person: 0.5, couple: 0.2 }

class Measure {
  readonly #known: ReadonlyMap<string, number>
  readonly #use: IndexUse
  /** All records. */
  readonly #total: number

  constructor(known: ReadonlyMap<string, number>, use: IndexUse, total: number) {
    this.#known = known
    this.#use = use
    this.#total = total
  }

  #of(word: string): number {
    return this.#known.get(word) ?? 0
  }

  /** A leaf with its frequency; NEVER of what no record can hold: every word of the index is in the dictionary. */
  leaf(one: SearchLeaf): SearchExpr {
    if (one.prefix && !one.pairOf) return one
    if (isNameWord(one)) return this.#name(one)
    if (one.pairOf) return this.#pair(one, TOGETHER[one.pairOf])
    const counts = [...new Set(termsOf(one))].map((word) => this.#of(word))
    return counts.includes(0) ? NEVER : { ...one, n: Math.min(...counts), counts }
  }

  /** The two surnames of a couple may be one: chance brings them together as any other two. */
  #pair(one: SearchLeaf, together: number): SearchExpr {
    const terms = termsOf(one)
    const counts = (one.prefix ? terms.slice(0, -1) : terms).map((word) => this.#of(word))
    // Records that hold several words of the beginning are counted for each.
    if (one.prefix) counts.push(one.n)
    if (counts.includes(0)) return NEVER
    const share = counts.map((n) => Math.min(1, n / Math.max(1, this.#total))).reduce((a, b) => a * b, 1)
    return { ...one, n: Math.min(...counts, Math.max(1, Math.ceil(together * share * this.#total))) }
  }

  #name(one: SearchLeaf): SearchExpr {
    const [word = ''] = one.words
    if (one.in === 'tout') return NEVER
    const n = this.#of(anyNameMark(one.in, word))
    const scanned = this.#of(word)
    if (scanned <= n * RARELY_A_NAME) return n === 0 ? NEVER : { ...one, n, scanned }
    return anyOf(slotLeaves(this.#use, one.in, word).map((marked) => this.leaf(marked)))
  }

  /** Many names that begin alike are looked up by their beginning. */
  #alike(singles: readonly SearchLeaf[], terms: readonly string[]): SearchExpr | undefined {
    const start = commonStart(singles.flatMap(({ words }) => words))
    const letters = commonStart(terms.map((term) => markedWord(term) ?? ''))
    if (terms.length <= FEW_WORDS || letters.length < MIN_START || !start.endsWith(letters)) return undefined
    return { ...prefixLeaf('tout', start, [start]), n: terms.reduce((sum, term) => sum + this.#of(term), 0) }
  }

  /** In the place of many words, fewer that every record holds which holds one of them; undefined where there are no such. */
  #names(expr: SearchExpr): SearchExpr[] | undefined {
    const singles = singlesOf(expr) ?? []
    if (singles.length <= FEW_WORDS) return undefined
    const isPaired = singles.every(({ pairOf }) => pairOf === 'person')
    const at = (n: number) => [...new Set(singles.map((one) => termsOf(one)[n] ?? ''))]
    const oneOf = (terms: readonly string[]) =>
      anyOf(terms.map((term) => ({ ...leaf('tout', [markedWord(term) ?? term]), n: this.#of(term) })))
    const [noms, prenoms] = [at(0), at(1)]
    const alike = this.#alike(singles, noms)
    if (!isPaired) return alike && [alike]
    const names = [alike ?? oneOf(noms)]
    if (singles.every(({ prefix }) => prefix === undefined)) names.push(oneOf(prenoms))
    return wordCount(allOf(names)) < singles.length ? names : undefined
  }

  /** One of the parts that must all be there. */
  part(expr: SearchExpr): SearchExpr {
    const found = withLeaves(expr, (one) => this.leaf(one))
    if (!('any' in found)) return found
    const names = this.#names(expr)
    if (names) return { any: found.any, names }
    const held = isManifold(expr) ? [...heldBy(expr)] : []
    if (held.length === 0) return found
    return { any: found.any, held: held.map((word) => ({ ...leaf('tout', [word]), n: this.#of(word) })) }
  }
}

/** Adds the frequency of each word, and takes out what no record can hold. */
export async function measured(
  db: Db,
  raw: SearchExpr,
  use: IndexUse,
  remember: Remember = readAnew,
): Promise<SearchExpr> {
  const expr = await completed(db, raw)
  const parts = 'all' in expr ? expr.all : [expr]
  const all = leaves(expr)
  const words = [...all.flatMap(wordsOf(use)), ...parts.filter(isManifold).flatMap((part) => [...heldBy(part)])]
  const total = all.some(({ pairOf }) => pairOf !== undefined) ? sumOf(await recordsByDecade(db)) : 0
  const measure = new Measure(await knownTerms(db, words, remember), use, total)
  return allOf(parts.map((part) => measure.part(part))) ?? NEVER
}
