// Whatever bytes of a workbook are wrong: it is read, or refused in words; nothing else is thrown, and nothing hangs.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { FileError } from '../../../src/features/imports/rules/encoding.ts'
import { openTable, readTable, sheetsOf } from '../../../src/features/imports/rules/table-file.ts'
import { inlineRows, odsFiles, odsRows, xlsxFiles, zipOf } from '../../support/classeurs.ts'

const ROWS = Array.from({ length: 40 }, (_, n) => [`Lieu ${n}`, `${n}`, 'né à Évry'])

/** Numbers that look like chance and are the same in each run. */
function* drawn(): Generator<number> {
  for (let state = 20_261_123; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state
  }
}

async function readAll(path: string): Promise<'lu' | 'refusé'> {
  try {
    await sheetsOf(path)
    const file = await openTable(path, { encodage: 'auto' })
    for await (const records of readTable(file, () => 100)) expect(records.length).toBeGreaterThan(0)
    return 'lu'
  } catch (error) {
    if (error instanceof FileError) return 'refusé'
    throw error
  }
}

test('bytes changed and ends cut off at random', { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'releves-abimees-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'essai.csv')
  const xlsx = xlsxFiles({ sheets: { A: inlineRows([['nom', 'code', 'note'], ...ROWS]) }, texts: ['x'] })
  const ods = odsFiles({ A: odsRows([['nom', 'code', 'note'], ...ROWS]) })
  const next = drawn()
  const draw = (most: number) => (next.next().value ?? 0) % most
  const told = { lu: 0, refusé: 0 }
  // Stored without compression, a changed byte reaches the reader of XML.
  for (const files of [xlsx, ods])
    for (const compress of [true, false]) {
      const whole = await zipOf(files, compress)
      for (let n = 0; n < 100; n += 1) {
        const bytes = Buffer.from(n % 10 === 9 ? whole.subarray(0, draw(whole.length)) : whole)
        for (let k = 0; k < 1 + (n % 4) && bytes.length > 0; k += 1) bytes[draw(bytes.length)] = draw(256)
        writeFileSync(path, bytes)
        told[await readAll(path)] += 1
      }
    }
  expect(told.refusé).toBeGreaterThan(200)
  expect(readdirSync(folder)).toEqual(['essai.csv'])
})
