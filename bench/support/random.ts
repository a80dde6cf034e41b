// Chance that is the same at each run, and tables to draw from as names are borne: some by many, most by few.

/** Every row of a made archive was written at this instant. */
export const NOW = '2026-01-01T00:00:00.000Z'

export interface Chance {
  /** 32 random bits. */
  (): number
  /** Begins again from here. */
  reseed(seed: number): void
}

/** mulberry32. */
export function chance(seed: number): Chance {
  let a = seed >>> 0
  const next = () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return (t ^ (t >>> 14)) >>> 0
  }
  return Object.assign(next, {
    reseed(again: number) {
      a = again >>> 0
    },
  })
}

/** 1 / (rank + q)^s. */
export const zipf = (n: number, q: number, s: number): number[] =>
  Array.from({ length: n }, (_, rank) => 1 / (rank + 1 + q) ** s)

/** Ranks in 2^bits places, each as often as its weight asks: one draw is one look-up. */
export function drawing(weights: readonly number[], bits: number): Uint32Array {
  const table = new Uint32Array(2 ** bits)
  const sum = weights.reduce((a, b) => a + b, 0)
  let reached = 0
  let at = 0
  for (const [rank, weight] of weights.entries()) {
    reached += weight
    const end = Math.round((reached / sum) * table.length)
    while (at < end) {
      table[at] = rank
      at += 1
    }
  }
  table.fill(weights.length - 1, at)
  return table
}
