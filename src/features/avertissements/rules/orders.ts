// Numbers that rise along a register: which of them do not.

/** Places in the list that do not fit in its longest run that never goes down. */
export function outOfOrder(values: readonly number[]): number[] {
  // Patience sorting: `tails[n]` is where the best run of n + 1 values ends.
  const tails: number[] = []
  const before: number[] = []
  for (const [at, value] of values.entries()) {
    const length = lengthUpTo(values, tails, value)
    before[at] = length === 0 ? -1 : (tails[length - 1] ?? -1)
    tails[length] = at
  }
  const kept = new Set<number>()
  for (let at = tails.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) kept.add(at)
  return values.flatMap((_, at) => (kept.has(at) ? [] : [at]))
}

/** The length of the longest run that this value may follow. */
function lengthUpTo(values: readonly number[], tails: readonly number[], value: number): number {
  let [low, high] = [0, tails.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((values[tails[middle] ?? 0] ?? 0) <= value) low = middle + 1
    else high = middle
  }
  return low
}

/** A number is wrong in its place; `lost`: so many are left out before it. */
export interface Step {
  at: number
  as: 'gap' | 'double' | 'odd'
  lost: number
}

/** A register, or a year of one, begins anew at one of these. */
const STARTS = 3

interface Walk {
  /** The last number that stood right. */
  last: number
  seen: Set<number>
  steps: Step[]
}

/** Numbers that go up by one: those left out, those that come twice, those that stand elsewhere. */
export function stepsOf(numbers: readonly number[]): Step[] {
  const walk: Walk = { last: (numbers[0] ?? 1) - 1, seen: new Set(), steps: [] }
  for (const [at, n] of numbers.entries()) take(walk, at, n, numbers[at + 1])
  return walk.steps
}

function take(walk: Walk, at: number, n: number, next: number | undefined): void {
  const { last, seen, steps } = walk
  if (n === last + 1 || isStart(n, last, next)) {
    if (n <= last) begin(walk, at, n)
    goOn(walk, n)
    return
  }
  // The next one goes on as if this one had the number between: it alone is wrong.
  const isAlone = next === last + 2 || (next === last + 1 && n !== last)
  if (isAlone || n <= last) {
    steps.push({ at, as: seen.has(n) ? 'double' : 'odd', lost: 0 })
    walk.last = next === last + 2 ? last + 1 : last
    return
  }
  steps.push({ at, as: 'gap', lost: n - last - 1 })
  goOn(walk, n)
}

const isStart = (n: number, last: number, next: number | undefined): boolean =>
  n <= STARTS && n < last && (next === undefined || (next > n && next <= n + STARTS))

/** A year that does not begin at 1 has lost its first acts. */
function begin({ seen, steps }: Walk, at: number, n: number): void {
  seen.clear()
  if (n > 1) steps.push({ at, as: 'gap', lost: n - 1 })
}

function goOn(walk: Walk, n: number): void {
  walk.seen.add(n)
  walk.last = n
}
