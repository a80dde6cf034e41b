import { hash } from 'node:crypto'
import type { StoredRow } from './tables.ts'

const LANE = 2n ** 64n
const HEX = 16

/** A tally says how many rows a table has and what they hold, in any order. */
export interface Tally {
  lignes: number
  /** 128 bits in hexadecimal. */
  empreinte: string
}

/** Counts rows, and adds up their digests: equal for the same rows in another order, on any engine. */
export function tally() {
  let lignes = 0
  let high = 0n
  let low = 0n
  return {
    add(row: StoredRow): void {
      const digest = hash('sha256', JSON.stringify(row), 'buffer')
      high = (high + digest.readBigUInt64BE(0)) % LANE
      low = (low + digest.readBigUInt64BE(8)) % LANE
      lignes += 1
    },
    result: (): Tally => ({
      lignes,
      empreinte: high.toString(HEX).padStart(HEX, '0') + low.toString(HEX).padStart(HEX, '0'),
    }),
  }
}

/** The tallies of several tables, each by its name. */
export function tallies() {
  const known = new Map<string, ReturnType<typeof tally>>()
  return {
    of(table: string) {
      const one = known.get(table) ?? tally()
      known.set(table, one)
      return one
    },
    result: (): Record<string, Tally> => Object.fromEntries([...known].map(([name, one]) => [name, one.result()])),
  }
}
