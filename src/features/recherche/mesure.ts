// How common the words of an expression are, by the dictionary: the plans of both engines rest on it.
import { allOf, anyOf, NEVER, type SearchExpr, type SearchLeaf } from '../../db/dialect/index.ts'
import type { Db } from '../../db/schema.ts'
import { anyNameMark } from '../releves/search-marks.ts'
import { knownTerms, termsFrom } from './dictionnaire.ts'
import { leaf, marksOf } from './noms.ts'

/** A name so much commoner as a word of any kind is asked for by its marks. */
const RARELY_A_NAME = 4

const leaves = (expr: SearchExpr): SearchLeaf[] => {
  if ('all' in expr) return expr.all.flatMap(leaves)
  return 'any' in expr ? expr.any.flatMap(leaves) : [expr]
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

/** Where the words that begin so stand in the dictionary: among those of names, of a name. */
const startOf = ({ in: where, words: [word = ''] }: SearchLeaf): { mark: string; start: string } => {
  const mark = where === 'tout' ? '' : anyNameMark(where, '')
  return { mark, start: `${mark}${word}` }
}

class Measure {
  readonly #known: ReadonlyMap<string, number>
  readonly #beginnings: ReadonlyMap<string, Beginning>

  constructor(known: ReadonlyMap<string, number>, beginnings: ReadonlyMap<string, Beginning>) {
    this.#known = known
    this.#beginnings = beginnings
  }

  /** A leaf with its frequency; NEVER of what no record can hold: every word of the index is in the dictionary. */
  #leaf(one: SearchLeaf): SearchExpr {
    if (one.prefix) {
      const { terms, n } = this.#beginnings.get(startOf(one).start) ?? { terms: [], n: 0 }
      return terms?.length === 0 ? NEVER : { ...one, n, prefix: { ...one.prefix, terms } }
    }
    if (isNameWord(one)) return this.#name(one)
    const counts = one.words.map((word) => this.#known.get(word) ?? 0)
    return counts.includes(0) ? NEVER : { ...one, n: Math.min(...counts) }
  }

  #name(one: SearchLeaf): SearchExpr {
    const [word = ''] = one.words
    if (one.in === 'tout') return NEVER
    const n = this.#known.get(anyNameMark(one.in, word)) ?? 0
    const scanned = this.#known.get(word) ?? 0
    if (scanned <= n * RARELY_A_NAME) return n === 0 ? NEVER : { ...one, n, scanned }
    return anyOf(marksOf(one.in, word).map((mark) => this.#leaf(leaf('tout', [mark]))))
  }

  visit(one: SearchExpr): SearchExpr {
    if ('all' in one) return allOf(one.all.map((part) => this.visit(part))) ?? NEVER
    return 'any' in one ? anyOf(one.any.map((part) => this.visit(part))) : this.#leaf(one)
  }
}

/** The same with the frequency of each word, and without what no record can hold. */
export async function measured(db: Db, expr: SearchExpr): Promise<SearchExpr> {
  const all = leaves(expr)
  const known = await knownTerms(db, [...new Set(all.flatMap(wordsOf))])
  const beginnings = new Map<string, Beginning>()
  for (const one of all) {
    const { mark, start } = startOf(one)
    if (!one.prefix || beginnings.has(start)) continue
    const { terms, n } = await termsFrom(db, start)
    beginnings.set(start, { terms: terms?.map((term) => term.slice(mark.length)), n })
  }
  return new Measure(known, beginnings).visit(expr)
}
