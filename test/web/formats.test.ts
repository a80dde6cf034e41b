// Every format of the registry keeps the contract of `ExportFormat`: a new one is held to it by its line alone.
import { describe, expect, test } from 'vitest'
import { type Cell, NumberCell } from '../../src/lib/rows.ts'
import type { ExportFormat } from '../../src/web/formats/format.ts'
import { FORMATS } from '../../src/web/formats/index.ts'

const ROW: Cell[] = ['Le Goff; « dit »\nJean', 1768, new NumberCell(12.5, '12,5'), null, '=1+1']
const HEADERS = ['nom', 'annee', 'prix', 'note', 'formule']

const lengthOf = async (format: ExportFormat, batches: Cell[][][]): Promise<number> => {
  let bytes = 0
  for await (const piece of format.write({ headers: HEADERS, batches })) bytes += Buffer.from(piece as string).length
  return bytes
}

test('two formats never share an address', () => {
  const extensions = FORMATS.map(({ extension }) => extension)
  expect(new Set(extensions).size).toBe(extensions.length)
})

describe.each(FORMATS.map((format) => [format.extension, format] as const))('%s', (extension, format) => {
  test('has an extension that may stand in an address, a type and a label', () => {
    expect(extension).toMatch(/^[a-z][a-z0-9]*$/)
    expect(format.mediaType).toMatch(/^[a-z]+\/[\w.+-]+(; charset=utf-8)?$/)
    expect(format.label).not.toBe('')
  })

  test('takes every kind of cell, no rows at all, and empty batches', async () => {
    const none = await lengthOf(format, [])
    expect(await lengthOf(format, [[], []])).toBe(none)
    const one = await lengthOf(format, [[ROW]])
    expect(one).toBeGreaterThan(none)
    expect(await lengthOf(format, [[ROW], [], [ROW]])).toBeGreaterThan(one)
  })

  test('reads a batch only when its bytes are asked for, and lets go of the rows when the reader leaves', async () => {
    let [read, ended] = [0, false]
    async function* batches() {
      try {
        for (; read < 1000; read += 1) yield [ROW]
      } finally {
        ended = true
      }
    }
    const pieces = format.write({ headers: HEADERS, batches: batches() })
    for (let n = 0; n < 3; n += 1) await pieces.next()
    await pieces.return()
    expect(read).toBeLessThan(4)
    expect(ended).toBe(true)
  })
})

test('half a format does not compile', () => {
  const half = { extension: 'tsv', label: 'TSV', write: FORMATS[0]?.write }
  // @ts-expect-error: it has no media type.
  const format: ExportFormat = half
  expect(format).toBe(half)
})
