// A workbook leaves as bytes that a spreadsheet opens, and that come in again as they were.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openArchive } from '../../src/features/imports/rules/feuilles/archive.ts'
import { openTable, readTable } from '../../src/features/imports/rules/table-file.ts'
import { unguard } from '../../src/lib/csv.ts'
import { type Cell, NumberCell } from '../../src/lib/rows.ts'
import { xlsx } from '../../src/web/formats/xlsx.ts'

async function fileOf(headers: string[], batches: Cell[][][]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'releves-xlsx-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const pieces: Uint8Array[] = []
  for await (const piece of xlsx.write({ headers, batches })) pieces.push(piece as Uint8Array)
  const path = join(folder, 'essai.xlsx')
  writeFileSync(path, Buffer.concat(pieces))
  return path
}

/** The cells of a workbook as our imports read them. */
async function cellsOf(path: string) {
  const file = await openTable(path, { encodage: 'auto' })
  const rows: string[][] = []
  for await (const batch of readTable(file, () => 1000))
    for (const record of batch) if ('cells' in record) rows.push(record.cells.map(unguard))
  return { ...file, rows }
}

const HARD = [
  'Le Goff; « dit » Jean & fils <i>',
  ' deux blancs  ',
  'deux\nlignes\tet une marque',
  '=1+1',
  "'=1+1",
  '@SUM(A1)',
  '00123',
  '12/08/1787',
  '_x0041_ _x005F_',
  'signe \u0001 caché',
  '𝔖 œ ’ – €',
  'oui',
  '#N/A',
]

test('each text comes in again as it went out, each number as it is typed', async () => {
  const rows: Cell[][] = HARD.map((text, n) => [text, n, new NumberCell(12.5, '12,5'), null])
  const path = await fileOf(['texte', 'rang', 'prix', 'vide'], [rows.slice(0, 5), [], rows.slice(5)])
  const read = await cellsOf(path)
  expect(read).toMatchObject({ encodage: 'xlsx', feuille: 'Feuille 1', headers: ['texte', 'rang', 'prix', 'vide'] })
  expect(read.rows).toEqual(HARD.map((text, n) => [text, String(n), '12,5', '']))
})

test('no cell is a formula, and none a date of the spreadsheet', async () => {
  const path = await fileOf(['=cmd', 'date'], [HARD.map((text) => [text, '01/01/1900'])])
  const archive = await openArchive(path)
  const sheet = (await archive.text('xl/worksheets/sheet1.xml')) ?? ''
  archive.close()
  expect(sheet).not.toContain('<f>')
  expect(sheet).toContain('>&apos;=cmd<'.replace('&apos;', "'"))
  expect([...sheet.matchAll(/<c [^>]*?t="(\w+)"/g)].every(([, type]) => type === 'inlineStr')).toBe(true)
  expect([...archive.names].toSorted()).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/workbook.xml',
    'xl/worksheets/sheet1.xml',
  ])
})

test('lines that one sheet cannot hold go on in a second one, which has the headers again', {
  timeout: 120_000,
}, async () => {
  const batch: Cell[][] = Array.from({ length: 10_000 }, (_, n) => [n])
  const path = await fileOf(
    ['rang'],
    Array.from({ length: 105 }, () => batch),
  )
  const second = await openTable(path, { encodage: 'auto', feuille: 'Feuille 2' })
  expect(second).toMatchObject({ feuilles: ['Feuille 1', 'Feuille 2'], headers: ['rang'] })
  let count = 0
  for await (const records of readTable(second, () => 1000)) count += records.length
  expect(count).toBe(1_050_000 - 1_048_575)
})
