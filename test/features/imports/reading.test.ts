import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import { expect, onTestFinished, test } from 'vitest'
import type { EncodingChoice } from '../../../src/features/imports/rules/encoding.ts'
import { readHeader } from '../../../src/features/imports/rules/header.ts'
import { openTable, readTable } from '../../../src/features/imports/rules/table-file.ts'

/** Tells what the reader makes of a file: its first look, then each record as `line: cells` or `line: problem`. */
async function read(content: string | Uint8Array, choice: EncodingChoice = 'auto') {
  const folder = mkdtempSync(join(tmpdir(), 'releves-csv-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'essai.csv')
  writeFileSync(path, content)
  const file = await openTable(path, { encodage: choice })
  const records: unknown[] = []
  for await (const batch of readTable(file, () => 2000)) {
    for (const record of batch) records.push([record.ligne, 'cells' in record ? record.cells : record.problem])
  }
  return { ...file, records }
}

const OPEN = /^Un guillemet \("\) est ouvert et n’est jamais refermé/

test('separators, line ends and quotes of all kinds', async () => {
  for (const [separator, name] of [
    [';', 'point-virgule'],
    [',', 'virgule'],
    ['\t', 'tabulation'],
  ] as const) {
    for (const end of ['\r\n', '\n', '\r']) {
      const lines = [
        ['nom', 'note'],
        ['Saint-Malo', '"dit ""Malo""; et, puis\ttout"'],
        ['Dol', '"deux\nlignes"'],
        ['Pont 5" large', ''],
      ]
      const { records } = await read(lines.map((cells) => cells.join(separator)).join(end) + end)
      expect([name, end, records]).toEqual([
        name,
        end,
        [
          [2, ['Saint-Malo', 'dit "Malo"; et, puis\ttout']],
          [3, ['Dol', 'deux\nlignes']],
          [5, ['Pont 5" large', '']],
        ],
      ])
    }
  }
})

test('every encoding that we read gives the same text', async () => {
  const text = 'nom;note\r\nÉvry;œuvre – « 5 € » l’été\r\n'
  const plain = 'nom;note\r\nÉvry;été à Noël\r\n'
  const expected = [[2, ['Évry', 'œuvre – « 5 € » l’été']]]
  for (const [name, bytes] of [
    ['utf-8', Buffer.from(text)],
    ['utf-8', Buffer.from(`\ufeff${text}`)],
    ['utf-16le', iconv.encode(text, 'utf16-le', { addBOM: true })],
    ['utf-16be', iconv.encode(text, 'utf-16be', { addBOM: true })],
    ['windows-1252', iconv.encode(text, 'win1252')],
  ] as const) {
    const file = await read(bytes)
    expect([file.encodage, file.records]).toEqual([name, expected])
  }
  for (const choice of ['cp850', 'macroman'] as const) {
    const file = await read(iconv.encode(plain, choice), choice)
    expect([file.encodage, file.records]).toEqual([choice, [[2, ['Évry', 'été à Noël']]]])
  }
  // A letter cut in two by the edge of a piece that is read, and a CR that is.
  const long = `nom;note\r\n${'é'.repeat(70_000)};x\r\nb;y\r\n`
  expect((await read(long)).records).toEqual([
    [2, ['é'.repeat(70_000), 'x']],
    [3, ['b', 'y']],
  ])
})

test('an open quote costs its own line only', async () => {
  const { records } = await read('nom;note\nA;"ouvert\nB;1\nC;"bien\nfermé"\nD;2\n')
  expect(records).toEqual([
    [2, expect.stringMatching(OPEN)],
    [3, ['B', '1']],
    [4, ['C', 'bien\nfermé']],
    [6, ['D', '2']],
  ])
  // The next quote of the file closes it in the right place for a parser: the number of cells gives it away.
  const swallowed = await read('nom;note;code\nA;"ouvert;1\nB;x;2\nC;"y";3\nD;z;4\n')
  expect(swallowed.records).toEqual([
    [2, expect.stringMatching(OPEN)],
    [3, ['B', 'x', '2']],
    [4, ['C', 'y', '3']],
    [5, ['D', 'z', '4']],
  ])
  const last = await read('nom;note\nA;1\nB;"fin')
  expect(last.records).toEqual([
    [2, ['A', '1']],
    [3, expect.stringMatching(OPEN)],
  ])
})

test('a quote open before a hundred thousand lines is found without reading them again and again', async () => {
  const lines = Array.from({ length: 100_000 }, (_, n) => `lieu ${n};x`).join('\n')
  const { records } = await read(`nom;note\nA;"ouvert\n${lines}\n`)
  expect(records).toHaveLength(100_001)
  expect(records[0]).toEqual([2, expect.stringMatching(OPEN)])
  expect(records.at(-1)).toEqual([100_002, ['lieu 99999', 'x']])
})

test('lines that cannot be told apart say why', async () => {
  const { records } = await read('nom;note\nA\nB;1;2\nC;1;;\n;\n\n"D"x;1\nE;2\n')
  expect(records).toEqual([
    [2, 'Cette ligne a trop peu de cases\u00a0: 1 au lieu de 2. Vérifiez les séparateurs et les guillemets.'],
    [3, 'Cette ligne a trop de cases\u00a0: 3 au lieu de 2. Vérifiez les séparateurs et les guillemets.'],
    [4, ['C', '1']],
    [7, expect.stringMatching(/refermé au milieu d’une case/)],
    [8, ['E', '2']],
  ])
})

test('cells of ten megabytes, quoted or not, are refused without their neighbours', async () => {
  const big = 'x'.repeat(10_000_000)
  const { records } = await read(`nom;note\nA;"${big}"\nB;1\nC;${big}\nD;2\r\nE;"${'y\n'.repeat(150_000)}"\nF;3\n`)
  const byLine = new Map(records as [number, unknown][])
  const tooLong = expect.stringMatching(/trop longue/)
  expect([2, 3, 4, 5, 6].map((ligne) => byLine.get(ligne))).toEqual([
    tooLong,
    ['B', '1'],
    tooLong,
    ['D', '2'],
    expect.stringMatching(OPEN),
  ])
  expect(records.at(-1)).toEqual([150_007, ['F', '3']])
})

test('what is no CSV is told by its name', async () => {
  const cases: [string | Uint8Array, RegExp][] = [
    ['', /vide/],
    ['\ufeff', /vide/],
    [' \r\n\r\n', /vide/],
    [Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), /image/],
    [Buffer.from([0xff, 0xd8, 0xff, 0xe0]), /image/],
    [Buffer.from('PK\x03\x04xl/workbook.xml', 'latin1'), /classeur est abîmé/],
    ['<html><table><tr><td>nom</td></tr></table></html>', /page web/],
    [Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), /ancien Excel/],
    [Buffer.from('%PDF-1.7'), /PDF/],
    [Buffer.from([0x1f, 0x8b, 8]), /compressé/],
    [Buffer.from('n\0o\0m\0;\0', 'latin1'), /ne contient pas de texte/],
    ['nom;"note\nA;1\n', /première ligne.*guillemet/],
  ]
  for (const [content, message] of cases) await expect(read(content)).rejects.toThrow(message)
})

test('headers are found whatever their case and outer blanks; doubles and missing ones are named', () => {
  const columns = [{ nom: 'nom', required: true }, { nom: 'code' }, { nom: 'type' }]
  const { positions, ignored } = readHeader(['Pays', ' NOM ', 'Type', ''], columns)
  expect([[...positions], ignored]).toEqual([
    [
      ['nom', 1],
      ['type', 2],
    ],
    ['Pays'],
  ])
  expect(() => readHeader(['code', 'lieu'], columns)).toThrow(
    /pas de colonne «\u00a0nom\u00a0».*«\u00a0code\u00a0», «\u00a0lieu\u00a0»/,
  )
  expect(() => readHeader(['nom', 'Code', 'code '], columns)).toThrow(/plusieurs fois\u00a0: «\u00a0code\u00a0»/)
})
