import { setImmediate } from 'node:timers/promises'

/** A page of somebody else takes about this many turns of the event loop: session, rights, queries, each an awaited step. */
const TURNS = 12

/** Between two batches: whoever asked for a page meanwhile gets it, instead of one step of it. */
export async function breathe(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await setImmediate()
}

/** How long a batch may keep this process from everybody else, in milliseconds: a page waits for one, seldom for two. */
const TARGET_MS = 40
/** Lengths of batches: few, for statements are kept prepared by their length. */
const SIZES = [200, 300, 500, 1000, 2000] as const

/**
 * The length of batches, so that each takes about as long on a fast machine as on a small or busy one, whatever a line of its
 * kind costs. Time in which this process waits for the database is everybody's: it does not count.
 */
export class Pace {
  readonly #most: number
  #size: number

  /** `most`: lines of a batch at most. */
  constructor(most: number) {
    this.#most = most
    this.#size = Math.min(most, 300)
  }

  /** Lines that the next batch should have. */
  get size(): number {
    return this.#size
  }

  /** Runs a batch, which returns how many lines it had. */
  async time(batch: () => Promise<number>): Promise<number> {
    const before = performance.eventLoopUtilization()
    const lines = await batch()
    const { active } = performance.eventLoopUtilization(before)
    // A short last batch tells nothing: its cost is that of its transaction.
    if (lines >= this.#size / 2) {
      const wanted = (lines * TARGET_MS) / Math.max(active, 1)
      this.#size = SIZES.findLast((size) => size <= Math.min(wanted, this.#most)) ?? SIZES[0]
    }
    return lines
  }
}
