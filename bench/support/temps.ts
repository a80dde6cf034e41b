// How long a request takes, beside what it costs the processor.

const RUNS = 40
const WARM = 5

export interface Times {
  median: number
  p95: number
  /** Milliseconds of processor of this process: what a busy machine cannot falsify. The work of PostgreSQL is not in it. */
  cpu: number
}

async function round(work: () => Promise<unknown> | unknown, runs: number): Promise<Times> {
  const times: number[] = []
  const used = process.cpuUsage()
  for (let i = 0; i < runs; i += 1) {
    const before = performance.now()
    await work()
    times.push(performance.now() - before)
  }
  const { user, system } = process.cpuUsage(used)
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  return { median: at(0.5), p95: at(0.95), cpu: (user + system) / 1000 / runs }
}

/** The quietest of three rounds: a busy machine spoils single ones. */
export async function timed(work: () => Promise<unknown> | unknown, runs = RUNS): Promise<Times> {
  for (let i = 0; i < WARM; i += 1) await work()
  const rounds = [await round(work, runs), await round(work, runs), await round(work, runs)]
  return rounds.reduce((best, one) => (one.p95 < best.p95 ? one : best))
}
