/** The chance of at most `errors` bad acts among `read`, where a share `p` of all acts is bad. */
function chanceOfAtMost(errors: number, read: number, p: number): number {
  if (p <= 0) return 1
  if (p >= 1) return errors >= read ? 1 : 0
  let logTerm = read * Math.log1p(-p)
  let sum = Math.exp(logTerm)
  for (let k = 1; k <= errors; k += 1) {
    logTerm += Math.log((read - k + 1) / k) + Math.log(p) - Math.log1p(-p)
    sum += Math.exp(logTerm)
  }
  return Math.min(1, sum)
}

/** Halvings of the interval: more digits than a page ever shows. */
const HALVINGS = 60

/**
 * The share of bad acts that is not exceeded with a certainty of 95 %, after `errors` among `read` (exact binomial bound of Clopper
 * and Pearson, one-sided); 1 where nothing was read.
 */
export function upperBound(errors: number, read: number): number {
  if (read === 0 || errors >= read) return 1
  let [low, high] = [errors / read, 1]
  for (let i = 0; i < HALVINGS; i += 1) {
    const middle = (low + high) / 2
    if (chanceOfAtMost(errors, read, middle) > 0.05) low = middle
    else high = middle
  }
  return high
}

/** Fewer errors found by both readers say nothing. */
const LEAST_IN_COMMON = 5

/** How many bad acts there are in all, after two readers who did not know of each other; undefined where too few were found by both. */
export const capturedTotal = (byFirst: number, bySecond: number, byBoth: number): number | undefined =>
  byBoth < LEAST_IN_COMMON ? undefined : Math.round((byFirst * bySecond) / byBoth)
