// Marks of pairs and couples leave few records that may match, but an index of words is slow to tell which of them have all the marks
// of one person: these records are looked at themselves.
import type { Db } from '../schema.ts'
import {
  allOf,
  type FoundKey,
  MARK,
  type SearchExpr,
  type SearchIndex,
  type SearchLeaf,
  type SearchQuery,
} from './search.ts'

/** Records looked at in one go; where more than so many may match, many do, and the index finds a page of them sooner. */
const AT_ONCE = 100
const MOST = 300
const NONE: ReadonlySet<string> = new Set()
/** By fewer pairs too many records may match. */
const MIN_PAIRS = 2

const hasBranches = (expr: SearchExpr): boolean => 'any' in expr && expr.any.some((part) => 'all' in part)

function leavesOf(expr: SearchExpr): SearchLeaf[] {
  if ('all' in expr) return expr.all.flatMap(leavesOf)
  return 'any' in expr ? expr.any.flatMap(leavesOf) : [expr]
}

const isMark = ({ in: column, words }: SearchLeaf): boolean =>
  column === 'tout' && words.length === 1 && words[0]?.startsWith(MARK) === true

/** Does a record with these marks hold what is asked? */
function holds(expr: SearchExpr, marks: ReadonlySet<string>): boolean {
  if ('all' in expr) return expr.all.every((part) => holds(part, marks))
  if ('any' in expr) return expr.any.some((part) => holds(part, marks))
  const [word = ''] = expr.words
  return expr.prefix ? [...marks].some((mark) => mark.startsWith(word)) : marks.has(word)
}

/** The index is asked for `soon`, and each record that it finds must hold what is `besides`. */
interface Closer {
  soon: SearchExpr
  besides: SearchExpr[]
}

function closerOf({ expr, isFormer, marksOf }: SearchQuery): Closer | undefined {
  if (!expr || !('all' in expr) || isFormer || !marksOf) return undefined
  const besides = expr.all.filter((part) => hasBranches(part) && leavesOf(part).every(isMark))
  const others = expr.all.filter((part) => !besides.includes(part))
  const pairs = others.filter((part) => leavesOf(part).some(({ pairOf }) => pairOf !== undefined))
  const soon = allOf(others)
  return besides.length > 0 && soon && pairs.length >= MIN_PAIRS ? { soon, besides } : undefined
}

/** Up to `limit` of the records that match, in the order of the question; undefined where too many would have to be looked at. */
async function lookedAt(
  index: SearchIndex,
  db: Db,
  query: SearchQuery,
  { soon, besides }: Closer,
): Promise<FoundKey[] | undefined> {
  const order = query.order === 'any' ? 'asc' : query.order
  const keys = await index.keys(db, { ...query, expr: soon, order, limit: MOST + 1 })
  if (keys.length > MOST) return undefined
  const found: FoundKey[] = []
  for (let at = 0; at < keys.length && found.length < query.limit; at += AT_ONCE) {
    const some = keys.slice(at, at + AT_ONCE)
    const marks = await query.marksOf?.(some.map((key) => key.releve_id))
    const isMatch = ({ releve_id }: FoundKey) => besides.every((part) => holds(part, marks?.get(releve_id) ?? NONE))
    found.push(...some.filter(isMatch))
  }
  return found.slice(0, query.limit)
}

/** An index that has the few records looked at that pairs and couples leave. */
export const withCloserLook = (index: SearchIndex): SearchIndex => ({
  ...index,
  async keys(db, query) {
    const closer = closerOf(query)
    return (closer && (await lookedAt(index, db, query, closer))) ?? index.keys(db, query)
  },
  async count(db, query, cap) {
    const closer = closerOf(query)
    const found = closer && (await lookedAt(index, db, { ...query, after: undefined, limit: cap }, closer))
    return found ? found.length : index.count(db, query, cap)
  },
})
