import { allOf, estimate, NEVER, type SearchExpr, type SearchLeaf, safeWords } from '../search.ts'
import { wordCount } from '../search-decades.ts'

/** A word as FTS5 takes it for nothing but a word. */
export const quoted = (word: string): string => `"${word}"`

const COLUMNS = { tout: '', nom: '{nom} : ', prenom: '{prenom} : ' }

function leafMatch(leaf: SearchLeaf): string {
  const words = safeWords(leaf)
  if (!leaf.prefix) return quoted(words.join(' '))
  const { terms } = leaf.prefix
  // The words of a list are read lazily, a native prefix whole before its first row (search.md, finding 5).
  return terms ? `(${terms.map(quoted).join(' OR ')})` : `${quoted(words.join(' '))} *`
}

/** More words than these are not asked for again in every branch. */
const FEW_WORDS = 8

const hasBranches = (expr: SearchExpr): boolean => 'any' in expr && expr.any.some((part) => 'all' in part)

/**
 * Before it meets what must be there as well, FTS5 looks for the first record of every branch of a choice, through two common lists
 * where the branch has two common words. With the rarest part repeated in each branch it jumps from one record of that to the next.
 */
function withRarestInside(parts: readonly SearchExpr[]): readonly SearchExpr[] {
  const plain = parts.filter((part) => !hasBranches(part) && wordCount(part) <= FEW_WORDS)
  const [rarest] = plain.toSorted((a, b) => estimate(a) - estimate(b))
  if (!rarest) return parts
  return parts.map((part) =>
    'any' in part && hasBranches(part) ? { any: part.any.map((branch) => allOf([rarest, branch]) ?? NEVER) } : part,
  )
}

/** The MATCH expression of FTS5. */
export function matchOf(expr: SearchExpr): string {
  if ('all' in expr) return `(${withRarestInside(expr.all).map(matchOf).join(' AND ')})`
  if ('any' in expr) return `(${expr.any.map(matchOf).join(' OR ')})`
  return `${COLUMNS[expr.in]}${leafMatch(expr)}`
}
