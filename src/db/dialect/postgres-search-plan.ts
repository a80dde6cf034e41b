import type { Decade, Shares } from './search-decades.ts'

/**
 * How a decade is read: in the order of its days, each record tested; source after source in that order; or by the index of
 * words, then sorted.
 */
export type Way = 'walk' | 'sources' | 'words' | 'words and sources'

/** Beyond this many sources they are no words of the query any more (postgres-search.md). */
const MAX_TOKENS = 150
/** Records of a source come together: a walk for a few sources may find none for years. */
const CLUSTERED = 4
/** With fewer matches than this the sources are tested on the rows. */
const MIN_FOR_TOKENS = 300

export interface Plan {
  shares: Shares
  /** Share of the records that hold the rarest word; undefined where no word is asked. */
  rarest: number | undefined
  /** Words of the query: each is looked up in every decade, and in every record that is tested. */
  words: number
  limit: number
}

/** Microseconds, measured: a word looked up in the index of a decade, in a record at hand. */
const LOOKUP_US = 3
const TEST_US = 0.07

/** The rule of postgres-search.md, in microseconds. */
export function wayFor({ n, sources, wanted }: Decade, { shares, rarest, words, limit }: Plan): Way {
  const s = sources?.length ?? 0
  const g = n === 0 ? 1 : Math.min(1, wanted / n)
  const asTokens = s > 0 && s <= MAX_TOKENS && (rarest === undefined || n * shares.read > MIN_FOR_TOKENS)
  const each = limit / Math.max(shares.match, 1e-9)
  const test = words * TEST_US
  const ways: [Way, number][] = [
    ['walk', (2 + test) * Math.min(n, ((s > 0 ? CLUSTERED : 1) * each) / Math.max(g, 1e-9))],
  ]
  if (s > 0) ways.push(['sources', 15 * s + (2.5 + test) * Math.min(wanted, s * each)])
  const looked = Math.min(n * (rarest ?? 1), n * g)
  const read = 60 + LOOKUP_US * words + 0.3 * looked
  const tokens = 6 * s + 0.01 * looked * Math.min(s, 60)
  if (asTokens) ways.push(['words and sources', read + (4 + test) * n * shares.read * g + tokens])
  else if (rarest !== undefined) ways.push(['words', read + (4 + test) * n * shares.read])
  return ways.reduce((best, way) => (way[1] < best[1] ? way : best))[0]
}
