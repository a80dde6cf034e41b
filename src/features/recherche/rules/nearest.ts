import { isParticle } from '../../../search/particles.ts'

/** Mistakes up to one letter of each word: of the words so far, of those a letter shorter, and of those two. */
interface Rows {
  before: readonly number[]
  row: readonly number[]
  next: readonly number[]
}

function least(one: string, other: string, [i, j]: [number, number], { before, row, next }: Rows): number {
  const same = one[i - 1] === other[j - 1] ? 0 : 1
  const plain = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same)
  const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
  return isSwapped ? Math.min(plain, (before[j - 2] ?? 0) + 1) : plain
}

/** Letters that are one for another, too many, missing or changed places with their neighbour: so many make one word the other. */
export function mistakes(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let before: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1) next.push(least(one, other, [i, j], { before, row, next }))
    before = row
    row = next
  }
  return row[other.length] ?? most + 1
}

const SHORT = 5

/** A short name with two letters wrong is another name. */
const mostMistakes = (word: string): number => (word.length < SHORT ? 1 : 2)

/** A name of the archive: how many records hold it, and whether it sounds like the one that was asked for. */
export interface Candidate {
  terme: string
  n: number
  isAlike: boolean
}

/** Those that may be meant, the likeliest first: what sounds alike, then fewer mistakes, then the commonest. */
export function nearest(word: string, candidates: readonly Candidate[], most: number): Candidate[] {
  const limit = mostMistakes(word)
  const ranked = new Map<string, { rank: number; one: Candidate }>()
  for (const one of candidates) {
    const { terme, isAlike } = one
    const away = mistakes(word, terme, limit)
    if (terme === word || (!isAlike && away > limit)) continue
    const rank = Math.min(away, limit + 1) + (isAlike ? 0 : 1)
    const known = ranked.get(terme)
    if (!known || rank < known.rank) ranked.set(terme, { rank, one })
  }
  // « Le Goff » is in the archive as « goff » too, which would only be the same again.
  const isTold = (terme: string) =>
    [...ranked.keys()].some((one) => one.endsWith(terme) && isParticle(one.slice(0, -terme.length)))
  return [...ranked]
    .filter(([terme]) => !isTold(terme))
    .sort(([a, x], [b, y]) => x.rank - y.rank || y.one.n - x.one.n || (a < b ? -1 : 1))
    .slice(0, most)
    .map(([, { one }]) => one)
}
