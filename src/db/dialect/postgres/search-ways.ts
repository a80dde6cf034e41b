import type { Within } from '../search.ts'
import type { Decade } from '../search-decades.ts'

/**
 * How a decade is read: in the order of its days, each record tested; source after source in that order; or by the index of words,
 * then sorted. Held words: the index finds those that a record holds in any case, and each of these records is tested. Plain words:
 * it finds those alone that are no choice. Names: the few that many come down to. Sources are words of the index too, or words that they have in common: then each record is
 * tested whether it is of one of them.
 */
export type Way = 'walk' | 'sources' | Lookup | `${Lookup} and sources` | `${Lookup} within`
export type Lookup = 'words' | 'held words' | 'plain words' | 'names'
export const LOOKUPS: readonly Lookup[] = ['words', 'held words', 'plain words', 'names']
/** The lookup of a way that asks the index of words. */
export const lookupOf = (way: Way): Lookup | undefined => LOOKUPS.find((lookup) => way.startsWith(lookup))

/** Beyond this many sources they are no words of the query any more (postgres-search.md). */
const MAX_TOKENS = 150
/** Records of a source come together: what is wanted is met that many times later than if they were spread evenly. */
const CLUSTERED = 4
/** With fewer matches than this the sources are tested on the rows. */
const MIN_FOR_TOKENS = 30

/** Estimates for the words that are looked up in the index of a decade. */
export interface Wanted {
  /** Share of the records that the index gives to be looked at. */
  read: number
  /** Share of those that hold the rarest part of the query. */
  rarest: number
  words: number
  /** Shares of those that hold each word beside, which is asked of them. */
  others: readonly number[]
}

/** A guess at a query, which holds in any decade. */
export interface Expected {
  /** Share of the records that match. */
  match: number
  /** Words of the query, undefined where none is asked; held ones where there are some. */
  wanted: Record<Lookup, Wanted | undefined>
  within: Within | undefined
  limit: number
  /** In no order, no more are read than it takes to find `limit`. */
  isOrdered: boolean
}

/** Microseconds, measured: a word looked up in the index of a decade, or tested in a record at hand. */
const LOOKUP_US = 2
const TEST_US = 0.07
/** …a record that the index comes across, for itself and for each word that it may hold… */
const MET_US = 0.15
const MET_WORD_US = 0.02
/** …and whether it holds another word: a page of the list of that word is unpacked, of which there are so many. */
const PROBE_US = 10
const UNPACKED_US = 0.008
/** A source as a word, and the same for each record that may be of it. */
const SOURCE_US = 6
const MET_SOURCE_US = 0.035
/** A record fetched and put in order. */
const FETCH_US = 4

interface Costs {
  n: number
  /** Records to be looked at until enough are found, wherever the sources are. */
  most: number
  /** Sources, and the share of the records that are of one of them. */
  s: number
  g: number
  /** `each`: the share of the records that have a word of one list. */
  within: { words: number; lists: number; unsure: number; g: number; each: number } | undefined
}

/** Sources as words of the index, of `met` records that have the other words. */
const tokensCost = (s: number, met: number): number => SOURCE_US * s + MET_SOURCE_US * met * Math.min(s, 60)

/** Other words, of which so many records hold each, asked of `met` records. */
const probed = (met: number, held: readonly number[]): number =>
  held.reduce((sum, n) => sum + Math.min(PROBE_US * met, PROBE_US + UNPACKED_US * n), 0)

/** The rule of postgres-search.md, in microseconds, for words that are looked up in the index. */
function lookupCosts(
  lookup: Lookup,
  { read, rarest, words, others }: Wanted,
  test: number,
  { n, most, s, g, within }: Costs,
): [Way, number][] {
  const each = FETCH_US + (lookup === 'words' ? 0 : test)
  const rare = n * Math.min(1, rarest)
  const held = others.map((share) => share * n)
  /** `lists`: records that have one of further words each, of which the rarest is where the index begins. */
  const lookedUp = (count: number, lists: readonly number[]) => {
    const [met = 0, ...more] = [rare, ...lists].sort((a, b) => a - b)
    return { met, us: 60 + LOOKUP_US * count + (MET_US + MET_WORD_US * count) * met + probed(met, [...held, ...more]) }
  }
  /** `of`: the share of them that is left by what is looked up beside the words; all others are of no source that is wanted. */
  const fetched = (of: number) => each * Math.min(n * read * of, (most * read * of) / g)
  const ways: [Way, number][] = [[lookup, lookedUp(words, []).us + fetched(1)]]
  const isWorthMore = n * read > MIN_FOR_TOKENS
  if (isWorthMore && s > 0 && s <= MAX_TOKENS) {
    const { met, us } = lookedUp(words, [n * g])
    ways.push([`${lookup} and sources`, us + tokensCost(s, met) + fetched(g)])
  }
  if (isWorthMore && within && within.unsure <= MAX_TOKENS) {
    const lists = Array.from({ length: within.lists }, () => n * within.each)
    const { met, us } = lookedUp(words + within.words, lists)
    ways.push([`${lookup} within`, us + tokensCost(within.unsure, met) + fetched(within.g)])
  }
  return ways
}

/**
 * The cheapest way, with its microseconds. A walk for some sources begins where the first of them does: of s registers spread over
 * a decade, after one part in s + 1.
 */
export function wayFor(decade: Decade, expected: Expected): [Way, number] {
  return waysOf(decade, expected).reduce((best, way) => (way[1] < best[1] ? way : best))
}

/** Every way that is worth a thought, with its microseconds. */
function waysOf(
  { n, sources, unsure, wanted: ofSources }: Decade,
  { match, wanted, within, limit, isOrdered }: Expected,
): [Way, number][] {
  const s = sources?.length ?? 0
  const g = n === 0 ? 1 : Math.max(1e-9, Math.min(1, ofSources / n))
  const each = limit / Math.max(match, 1e-9)
  const most = isOrdered ? Number.POSITIVE_INFINITY : each
  const test = (wanted.words?.words ?? 0) * TEST_US
  const ways: [Way, number][] = [
    ['walk', (2 + test) * Math.min(n, s > 0 ? n / (s + 1) + (CLUSTERED * each) / g : each)],
  ]
  if (s > 0) ways.push(['sources', 15 * s + (2.5 + test) * Math.min(ofSources, s * each)])
  const wide = Math.min(1, g * (within?.wide ?? 1))
  const common = within && {
    ...{ words: within.words.flat().length, lists: within.words.length, unsure: unsure.length },
    ...{ g: wide, each: wide ** (1 / Math.max(1, within.words.length)) },
  }
  for (const lookup of LOOKUPS) {
    const one = wanted[lookup]
    if (one) ways.push(...lookupCosts(lookup, one, test, { n, most, s, g, within: common }))
  }
  return ways
}
