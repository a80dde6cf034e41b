import type { Within } from '../search.ts'
import type { Decade } from '../search-decades.ts'

/**
 * How a decade is read: in the order of its days, each record tested; source after source in that order; or by the index of words,
 * then sorted. Held words: the index finds those that a record holds in any case, and each of these records is tested. Sources are
 * words of the index too, or words that they have in common: then each record is tested whether it is of one of them.
 */
export type Way = 'walk' | 'sources' | Lookup | `${Lookup} and sources` | `${Lookup} within`
type Lookup = 'words' | 'held words'

/** Beyond this many sources they are no words of the query any more (postgres-search.md). */
const MAX_TOKENS = 150
/** Records of a source come together: what is wanted is met that many times later than if they were spread evenly. */
const CLUSTERED = 4
/** With fewer matches than this the sources are tested on the rows. */
const MIN_FOR_TOKENS = 300
/** …and with fewer than this no words that they have in common are looked up. */
const MIN_WITHIN = 30

/** Estimates for the words that are looked up in the index of a decade. */
export interface Wanted {
  /** Share of the records that the index gives to be looked at. */
  read: number
  /** Share of those that hold the rarest word. */
  rarest: number
  words: number
}

/** A guess at a query, which holds in any decade. */
export interface Expected {
  /** Share of the records that match. */
  match: number
  /** Words of the query, undefined where none is asked; held ones where there are some. */
  wanted: Record<Lookup, Wanted | undefined>
  within: Within | undefined
  limit: number
}

/** Microseconds, measured: a word looked up in the index of a decade, or tested in a record at hand. */
const LOOKUP_US = 3
const TEST_US = 0.07
/** …and a record that the index comes across, for itself and for each word that it may hold. */
const MET_US = 0.1
const MET_WORD_US = 0.2
/** A word so common that it has a tree of its own in the index, beside rare ones. */
const COMMON_US = 15

interface Costs {
  n: number
  /** Sources, and the share of the records that are of one of them. */
  s: number
  g: number
  within: { words: number; unsure: number; g: number } | undefined
}

/** Sources as words of the index, of `met` records that have the other words. */
const tokensCost = (s: number, met: number): number => 6 * s + 0.01 * met * Math.min(s, 60)

/** The rule of postgres-search.md, in microseconds, for words that are looked up in the index. */
function lookupCosts(
  lookup: Lookup,
  { read, rarest, words }: Wanted,
  test: number,
  { n, s, g, within }: Costs,
): [Way, number][] {
  const isTested = lookup === 'held words'
  const each = 4 + (isTested ? test : 0)
  const lookedUp = (count: number, met: number) => 60 + LOOKUP_US * count + (MET_US + MET_WORD_US * count) * met
  const met = n * Math.min(1, rarest)
  const looked = lookedUp(words, met)
  const ways: [Way, number][] = [[lookup, looked + each * n * read]]
  if (s > 0 && s <= MAX_TOKENS && n * read > MIN_FOR_TOKENS)
    ways.push([`${lookup} and sources`, looked + tokensCost(s, Math.min(met, n * g)) + each * n * read * g])
  if (within && within.unsure <= MAX_TOKENS && n * read > MIN_WITHIN) {
    const metWithin = n * Math.min(rarest, within.g)
    const common = COMMON_US * within.words
    const cost = common + lookedUp(words + within.words, metWithin) + tokensCost(within.unsure, metWithin)
    ways.push([`${lookup} within`, cost + each * n * read * within.g])
  }
  return ways
}

/**
 * The cheapest way, with its microseconds. A walk for some sources begins where the first of them does: of s registers spread over
 * a decade, after one part in s + 1.
 */
export function wayFor(
  { n, sources, unsure, wanted: ofSources }: Decade,
  { match, wanted, within, limit }: Expected,
): [Way, number] {
  const s = sources?.length ?? 0
  const g = n === 0 ? 1 : Math.max(1e-9, Math.min(1, ofSources / n))
  const each = limit / Math.max(match, 1e-9)
  const test = (wanted.words?.words ?? 0) * TEST_US
  const ways: [Way, number][] = [
    ['walk', (2 + test) * Math.min(n, s > 0 ? n / (s + 1) + (CLUSTERED * each) / g : each)],
  ]
  if (s > 0) ways.push(['sources', 15 * s + (2.5 + test) * Math.min(ofSources, s * each)])
  const common = within && {
    words: within.words.flat().length,
    unsure: unsure.length,
    g: Math.min(1, g * within.wide),
  }
  for (const lookup of ['words', 'held words'] as const) {
    const one = wanted[lookup]
    if (one) ways.push(...lookupCosts(lookup, one, test, { n, s, g, within: common }))
  }
  return ways.reduce((best, way) => (way[1] < best[1] ? way : best))
}
