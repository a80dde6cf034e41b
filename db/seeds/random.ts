/** A small deterministic generator (mulberry32): the same seed gives the same archive on every machine. */
export class Hasard {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** 0 ≤ x < 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }

  /** An integer from min to max, both included. */
  entier(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1))
  }

  /** The first of a list comes most often, as names do in a village. */
  parmi<T>(list: readonly T[]): T {
    const item = list[Math.floor(this.next() ** 1.6 * list.length)]
    if (item === undefined) throw new Error('empty list')
    return item
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }
}
