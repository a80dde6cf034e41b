import { estimate, type SearchExpr } from './search.ts'

/** What is known of a decade before it is searched; the estimates steer the plan, never the result. */
export interface Decade {
  /** Name of its partition. */
  name: string
  /** Records in it. */
  n: number
  /** Sources wanted that have records in it; undefined for any. */
  sources: number[] | undefined
  /** Records of those sources. */
  wanted: number
}

/** How a decade is read: in the order of its days, each record tested; or by the index of words, then sorted. */
export type Way = 'walk' | 'words' | 'words and sources'

/** Beyond this many sources they are no words of the query any more (postgres-search.md). */
const MAX_TOKENS = 150
/** With fewer matches than this the sources are tested on the rows. */
const MIN_FOR_TOKENS = 300

/** Share of the records that match. */
export function frequency(expr: SearchExpr | undefined, total: number): number {
  if (expr === undefined) return 1
  if ('all' in expr) return expr.all.reduce((product, part) => product * frequency(part, total), 1)
  return Math.min(1, estimate(expr) / Math.max(1, total))
}

/** Records expected in a decade. */
export const expected = (decade: Decade, f: number): number => decade.wanted * f

/** The rule of postgres-search.md, in microseconds: `f` share of the records that match, `rarest` that of the rarest word. */
export function wayFor(
  { n, sources, wanted }: Decade,
  { f, rarest }: { f: number; rarest: number },
  limit: number,
): Way {
  const s = sources?.length ?? 0
  const g = n === 0 ? 1 : Math.min(1, wanted / n)
  const asTokens = s > 0 && s <= MAX_TOKENS && (n * f > MIN_FOR_TOKENS || rarest === 1)
  // Nothing to look up but too many sources.
  if (rarest === 1 && !asTokens) return 'walk'
  const walk = 2 * Math.min(n, limit / Math.max(f * g, 1e-9))
  const looked = Math.min(n * rarest, n * g)
  const tokens = asTokens ? 6 * s + 0.01 * looked * Math.min(s, 60) : 0
  const words = 60 + 4 * n * f * (asTokens ? g : 1) + 0.3 * looked + tokens
  if (walk < words) return 'walk'
  return asTokens ? 'words and sources' : 'words'
}

/** The decades in groups, each expected to fill what is wanted: most searches read one. */
export function* groups(decades: readonly Decade[], f: number, limit: number): Generator<Decade[]> {
  let target = 2 * limit
  let group: Decade[] = []
  let hits = 0
  for (const decade of decades) {
    group.push(decade)
    hits += expected(decade, f)
    if (hits < target) continue
    yield group
    // An estimate that was too high is believed less the next time.
    target *= 4
    group = []
    hits = 0
  }
  if (group.length > 0) yield group
}
