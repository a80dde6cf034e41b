/** Lengths of batches: few, for statements are kept prepared by their length; of ten lines each would cost three times as much. */
const SIZES = [20, 35, 50, 75, 100, 150, 200, 300, 500, 700, 1000, 1400, 2000] as const
const FIRST = 50

interface PaceOptions {
  /** How long a batch may keep others from writing (`turnMs` of the engine). */
  turnMs: () => number
  /** Things of a batch at most. */
  most: number
}

/**
 * The length of batches, so that each keeps others from writing for about as long on a fast machine as on a small or busy one,
 * whatever one thing of its kind costs.
 */
export class Pace {
  readonly #options: PaceOptions
  #size: number

  constructor(options: PaceOptions) {
    this.#options = options
    this.#size = Math.min(options.most, FIRST)
  }

  /** Things that the next batch should have. */
  get size(): number {
    return this.#size
  }

  /** Runs a batch, which returns how many things it had, and calls `begun` when others have to wait for it: before that it waits for them. */
  async time(batch: (begun: () => void) => Promise<number>): Promise<number> {
    let begunAt = performance.now()
    const done = await batch(() => {
      begunAt = performance.now()
    })
    const { turnMs, most } = this.#options
    // A short last batch tells nothing: its cost is that of its transaction.
    if (done >= this.#size / 2) {
      const wanted = (done * turnMs()) / Math.max(performance.now() - begunAt, 1)
      this.#size = SIZES.findLast((size) => size <= Math.min(wanted, most)) ?? SIZES[0]
    }
    return done
  }
}
