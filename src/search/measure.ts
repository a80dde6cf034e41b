// How common the words of an expression are, by the dictionary: the plans of both engines rest on it.
import { allOf, anyOf, NEVER, type SearchExpr, type SearchLeaf } from '../db/dialect/index.ts'
import type { Db } from '../db/schema.ts'
import { knownTerms, termsFrom } from './dictionary.ts'
import { anybodys, anyNameMark, markedWord } from './marks.ts'
import { leaf, marksOf } from './names.ts'

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

/** Every word that is to be looked up: those asked for and, for a name, its marks. */
const wordsOf = (one: SearchLeaf): string[] => {
  if (one.prefix) return []
  const [word = ''] = one.words
  return isNameWord(one) && one.in !== 'tout' ? [word, anyNameMark(one.in, word), ...marksOf(one.in, word)] : one.words
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

  /** The words of the dictionary, as the leaf has its own. */
  async of({ in: where, words: [word = ''] }: SearchLeaf): Promise<Beginning> {
    // Where the words that begin so stand in the dictionary: among those of names, of a name.
    const mark = where === 'tout' ? '' : anyNameMark(where, '')
    const anybodysStart = where === 'tout' ? anybodys(word) : undefined
    if (anybodysStart !== undefined) {
      // Few names at all are few names in each role: asked for once.
      const { terms, n } = await this.#from(anybodysStart)
      if (terms && terms.length <= FEW_WORDS)
        return { terms: terms.map((term) => word + term.slice(anybodysStart.length)), n }
    }
    const { terms, n } = await this.#from(`${mark}${word}`)
    return { terms: terms?.map((term) => term.slice(mark.length)), n }
  }
}

/** Looks up the words that every beginning stands for. */
async function completed(db: Db, expr: SearchExpr): Promise<SearchExpr> {
  const beginnings = new Beginnings(db)
  const found = new Map<SearchLeaf, Beginning>()
  for (const one of leaves(expr)) if (one.prefix) found.set(one, await beginnings.of(one))
  return withLeaves(expr, (one) => {
    const beginning = found.get(one)
    if (!one.prefix || !beginning) return one
    const { terms, n } = beginning
    if (terms && terms.length <= FEW_WORDS) return anyOf(terms.map((term) => leaf(one.in, [term])))
    return { ...one, n, prefix: { ...one.prefix, terms } }
  })
}

/** The words that whatever holds this holds too, whoever bears them. */
function heldBy(expr: SearchExpr): Set<string> {
  if ('all' in expr) return new Set(expr.all.flatMap((part) => [...heldBy(part)]))
  if ('any' in expr) {
    const [first, ...others] = expr.any.map(heldBy)
    return new Set([...(first ?? [])].filter((word) => others.every((words) => words.has(word))))
  }
  return new Set(expr.prefix ? [] : expr.words.map(markedWord).filter((word) => word !== undefined))
}

/** A choice of more than single words: what is held whichever it is is worth knowing. */
const isManifold = (expr: SearchExpr): boolean => 'any' in expr && expr.any.some((part) => 'all' in part)

class Measure {
  readonly #known: ReadonlyMap<string, number>

  constructor(known: ReadonlyMap<string, number>) {
    this.#known = known
  }

  #of(word: string): number {
    return this.#known.get(word) ?? 0
  }

  /** A leaf with its frequency; NEVER of what no record can hold: every word of the index is in the dictionary. */
  leaf(one: SearchLeaf): SearchExpr {
    if (one.prefix) return one
    if (isNameWord(one)) return this.#name(one)
    const counts = [...new Set(one.words)].map((word) => this.#of(word))
    return counts.includes(0) ? NEVER : { ...one, n: Math.min(...counts), counts }
  }

  #name(one: SearchLeaf): SearchExpr {
    const [word = ''] = one.words
    if (one.in === 'tout') return NEVER
    const n = this.#of(anyNameMark(one.in, word))
    const scanned = this.#of(word)
    if (scanned <= n * RARELY_A_NAME) return n === 0 ? NEVER : { ...one, n, scanned }
    return anyOf(marksOf(one.in, word).map((mark) => this.leaf(leaf('tout', [mark]))))
  }

  /** One of the parts that must all be there. */
  part(expr: SearchExpr): SearchExpr {
    const found = withLeaves(expr, (one) => this.leaf(one))
    const held = isManifold(expr) ? [...heldBy(expr)] : []
    if (!('any' in found) || held.length === 0) return found
    return { any: found.any, held: held.map((word) => ({ ...leaf('tout', [word]), n: this.#of(word) })) }
  }
}

/** Adds the frequency of each word, and takes out what no record can hold. */
export async function measured(db: Db, raw: SearchExpr): Promise<SearchExpr> {
  const expr = await completed(db, raw)
  const parts = 'all' in expr ? expr.all : [expr]
  const words = [...leaves(expr).flatMap(wordsOf), ...parts.filter(isManifold).flatMap((part) => [...heldBy(part)])]
  const measure = new Measure(await knownTerms(db, [...new Set(words)]))
  return allOf(parts.map((part) => measure.part(part))) ?? NEVER
}
