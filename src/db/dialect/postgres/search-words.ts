// An expression of words as PostgreSQL reads it.
import { type SearchExpr, type SearchLeaf, safeWords } from '../search.ts'
import { wordCount } from '../search-decades.ts'
import { lexeme } from './search-tables.ts'

const WEIGHTS = { tout: '', nom: 'A', prenom: 'B' }

function leafQuery(leaf: SearchLeaf): string {
  const words = safeWords(leaf)
  // A beginning of a certain weight is looked up whatever its weight: « cat* », the surname, in every Catherine.
  if (leaf.prefix?.marks) return `(${leaf.prefix.marks.map((mark) => `${lexeme(mark)}:*`).join(' | ')})`
  const weight = WEIGHTS[leaf.in]
  const star = leaf.prefix ? '*' : ''
  const after = star || weight ? `:${star}${weight}` : ''
  return `(${words.map((word) => `${lexeme(word)}${after}`).join(' <-> ')})`
}

function queryOf(expr: SearchExpr): string {
  if ('all' in expr) return `(${expr.all.map(tsqueryOf).join(' & ')})`
  if ('any' in expr) return `(${expr.any.map(tsqueryOf).join(' | ')})`
  return leafQuery(expr)
}

/** Two hundred names are written once, not for each decade. */
const written = new WeakMap<SearchExpr, string>()

/** The tsquery of an expression. */
export function tsqueryOf(expr: SearchExpr): string {
  const known = written.get(expr)
  if (known !== undefined) return known
  const text = queryOf(expr)
  written.set(expr, text)
  return text
}

/**
 * Words of one look-up. Before it reads anything, a look-up in the index asks for each of its words whether the others could do
 * without it: 400 words take 1.75 ms a decade, 0.6 by fifties (measured at 5,000,000 records).
 */
const WORDS_AT_ONCE = 50

/** Neighbours together up to so many words; what has more by itself stays alone. */
function runsOf(parts: readonly SearchExpr[]): SearchExpr[] {
  const runs: { any: SearchExpr[] }[] = []
  let room = 0
  for (const part of parts) {
    const size = wordCount(part)
    if (size > room) {
      runs.push({ any: [] })
      room = WORDS_AT_ONCE
    }
    runs.at(-1)?.any.push(part)
    room -= size
  }
  return runs.map((run) => (run.any.length === 1 ? (run.any[0] ?? run) : run))
}

/** The largest part in several, each with all others, where the others are few enough to be looked up with each. */
function splitAll(parts: readonly SearchExpr[]): SearchExpr[] | undefined {
  const [largest, ...others] = parts.toSorted((a, b) => wordCount(b) - wordCount(a))
  if (!largest || others.reduce((sum, other) => sum + wordCount(other), 0) > WORDS_AT_ONCE) return undefined
  return split(largest)?.map((part) => ({ all: [part, ...others] }))
}

/** In several, each quick to look up; undefined where it is best left whole. */
function split(expr: SearchExpr): SearchExpr[] | undefined {
  if (wordCount(expr) <= WORDS_AT_ONCE) return undefined
  if ('all' in expr) return splitAll(expr.all)
  return 'any' in expr ? runsOf(expr.any).flatMap((run) => split(run) ?? [run]) : undefined
}

const looked = new WeakMap<SearchExpr, string[]>()

/** The tsqueries to look an expression up by: a record matches it where it matches one of them. */
export function tsqueriesOf(expr: SearchExpr): string[] {
  const known = looked.get(expr)
  if (known) return known
  const queries = (split(expr) ?? [expr]).map(tsqueryOf)
  looked.set(expr, queries)
  return queries
}
