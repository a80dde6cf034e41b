import iconv from 'iconv-lite'
import { expect } from 'vitest'
import { type ActLetter, NIMEGUE_V3 } from '../../../src/features/echanges/rules/columns.ts'

const COUNTS: Record<ActLetter, number> = { N: 30, M: 60, D: 38, V: 64 }
/** A value that is longer here, and ExpoActes' page stops: all later lines are lost. By number of column, from 1. */
const STOPS: Record<ActLetter, Record<number, number>> = {
  N: { 3: 40, 5: 40, 7: 10, 11: 30, 12: 35 },
  M: { 3: 40, 5: 40, 7: 10, 11: 30, 12: 35 },
  D: { 3: 40, 5: 40, 7: 10, 11: 30, 12: 35 },
  V: { 3: 40, 5: 40, 7: 10, 13: 30, 14: 35 },
}
const STOPPING_BYTES = [0x81, 0x8d, 0x8f, 0x90, 0x9d]

/**
 * Loads a Nimègue file as ExpoActes 3.2.4 does, as far as measured: what it would refuse, cut or stop at is a failure here. Returns
 * the acts by the names of our columns.
 */
export function loadedByExpoActes(bytes: Uint8Array, letter: ActLetter): Record<string, string>[] {
  expect(STOPPING_BYTES.filter((byte) => bytes.includes(byte))).toEqual([])
  const lines = iconv.decode(Buffer.from(bytes), 'win1252').split('\r\n')
  expect(lines.pop()).toBe('')
  return lines.map((line) => {
    expect(line).not.toMatch(/[\r\n\u2028\u2029]/)
    const cells = line.split(';')
    // The columns, then PHOTOS: one photo at most, which looks like a final separator where there is none.
    expect(cells).toHaveLength(COUNTS[letter] + 1)
    expect([cells[0], cells[5]]).toEqual(['NIMEGUEV3', letter])
    for (const [column, size] of Object.entries(STOPS[letter]))
      expect(cells[Number(column) - 1]?.length).toBeLessThanOrEqual(size)
    expect(cells[2]).not.toBe('')
    expect(cells[letter === 'V' ? 12 : 10]).not.toBe('')
    expect(cells[6]).not.toMatch(/^[\s']/)
    expect(cells[COUNTS[letter] - 1]).toMatch(/^[1-9]\d{0,9}$/)
    return Object.fromEntries([...NIMEGUE_V3[letter], 'photos'].map((column, at) => [column, cells[at] ?? '']))
  })
}
