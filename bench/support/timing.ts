// How long a request takes, beside what it costs the processor.

const RUNS = 40
const WARM = 5

export interface Times {
  median: number
  p95: number
  /** Milliseconds of processor of this process: what a busy machine cannot falsify. The work of PostgreSQL is not in it. */
  cpu: number
}

/** The time within which this part of them lies. */
export const quantile = (times: readonly number[], part: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN

type Work = () => Promise<unknown> | unknown

/** Milliseconds by the clock, and of the processor as in `Times`. */
export interface Spent {
  ms: number
  cpu: number
}

export async function spent(work: Work): Promise<Spent> {
  const used = process.cpuUsage()
  const start = performance.now()
  await work()
  const ms = performance.now() - start
  const { user, system } = process.cpuUsage(used)
  return { ms, cpu: (user + system) / 1000 }
}

interface Rounds {
  runs?: number
  /** Done before each run, and not counted. */
  before?: Work
}

async function round(work: Work, { runs = RUNS, before = () => undefined }: Rounds): Promise<Times> {
  const times: number[] = []
  let cpu = 0
  for (let i = 0; i < runs; i += 1) {
    await before()
    const one = await spent(work)
    times.push(one.ms)
    cpu += one.cpu
  }
  return { median: quantile(times, 0.5), p95: quantile(times, 0.95), cpu: cpu / runs }
}

/** The quietest of three rounds: a busy machine spoils single ones. */
export async function timed(work: Work, options: Rounds = {}): Promise<Times> {
  for (let i = 0; i < WARM; i += 1) {
    await options.before?.()
    await work()
  }
  const rounds = [await round(work, options), await round(work, options), await round(work, options)]
  return rounds.reduce((best, one) => (one.p95 < best.p95 ? one : best))
}
