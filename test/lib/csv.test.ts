import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { BOM, csvLines, csvWriter, guard, unguard } from '../../src/lib/csv.ts'
import { detectSeparator } from '../../src/lib/csv-reader.ts'
import type { Cell } from '../../src/lib/rows.ts'

/** mulberry32: the same numbers in [0, 1) at each run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const SIGNS = [
  ..."'''=+-@\t\r\n;,\"\" aé1œ\u00a0\ufeff\u202e",
  '😀',
  '＝',
  '＋',
  '－',
  '＠',
  '\u0000',
  '‘',
  '=1+1',
  '\r\n',
]

function randomTexts(seed: number, count: number): string[] {
  const random = seeded(seed)
  const pick = () => SIGNS[Math.floor(random() * SIGNS.length)] ?? ''
  return Array.from({ length: count }, () => Array.from({ length: Math.floor(random() * 8) }, pick).join(''))
}

/** Read back as our import reads: mark off, cells unguarded. */
const readBack = (csv: string): string[][] =>
  (parse(csv, { bom: true, delimiter: ';' }) as string[][]).map((row) => row.map(unguard))

async function written(header: string[], batches: Cell[][][]): Promise<string> {
  let csv = ''
  for await (const chunk of csvWriter(header, batches)) csv += chunk
  return csv
}

describe('guard', () => {
  test.each([
    ['=SOMME(A1:A9)', "'=SOMME(A1:A9)"],
    ['+33 2 99 00 00 00', "'+33 2 99 00 00 00"],
    ['-', "'-"],
    ['@marie', "'@marie"],
    ['\t=1', "'\t=1"],
    ['\r=1', "'\r=1"],
    ['＝1+1', "'＝1+1"],
    ['＋33', "'＋33"],
    ['－1', "'－1"],
    ['＠SOMME(A1)', "'＠SOMME(A1)"],
    ["'＝x", "''＝x"],
    ["'=x", "''=x"],
    ["'''-x", "''''-x"],
    ["'t Hooft", "'t Hooft"],
    ["l'an II = 1794", "l'an II = 1794"],
    ["'", "'"],
    ['', ''],
  ])('%j is written %j, and read back', (text, cell) => {
    expect(guard(text)).toBe(cell)
    expect(unguard(cell)).toBe(text)
  })

  test('is undone exactly, for any text', () => {
    const texts = randomTexts(20240601, 20_000)
    expect(texts.filter((text) => guard(text) !== text).length).toBeGreaterThan(2000)
    expect(texts.filter((text) => unguard(guard(text)) !== text)).toEqual([])
  })

  test('leaves no cell that a spreadsheet would compute', () => {
    expect(randomTexts(7, 20_000).filter((text) => /^[=+\-@\t\r＝＋－＠]/.test(guard(text)))).toEqual([])
  })

  test('gives different cells for different texts', () => {
    const texts = [...new Set(randomTexts(99, 20_000))]
    expect(new Set(texts.map(guard)).size).toBe(texts.length)
  })
})

describe('csvLines', () => {
  test('quotes what needs it and nothing else, ends each line with CRLF', () => {
    const rows = [
      ['Nom', 'n°', 'a;b'],
      ['dit "le Jeune"', 'deux\nlignes', 'a,b'],
    ]
    expect(csvLines(rows)).toBe('Nom;n°;"a;b"\r\n"dit ""le Jeune""";"deux\nlignes";a,b\r\n')
  })

  test('numbers are never guarded, null is an empty cell', () => {
    expect(csvLines([[-1.5, 0, null, '-1.5']])).toBe("-1.5;0;;'-1.5\r\n")
  })

  test('an empty only cell is not an empty line', () => {
    expect(readBack(csvLines([[''], [null], ['x']]))).toEqual([[''], [''], ['x']])
  })

  test('reads back the same, whatever the cells', () => {
    const texts = randomTexts(42, 6000)
    const rows = Array.from({ length: 2000 }, (_, i) => ['x', ...texts.slice(i * 3, i * 3 + 3)])
    expect(readBack(csvLines(rows))).toEqual(rows)
  })
})

describe('csvWriter', () => {
  test('a mark, the header, then each batch', async () => {
    expect(await written(['Nom', '=x'], [[['Martin', 1]], [], [['Le Goff', 2]]])).toBe(
      `${BOM}Nom;'=x\r\nMartin;1\r\nLe Goff;2\r\n`,
    )
  })

  test('a header alone where there is no row', async () => {
    expect(await written(['Nom'], [])).toBe(`${BOM}Nom\r\n`)
  })

  test('asks for a batch only when the one before was taken', async () => {
    const asked: number[] = []
    async function* batches() {
      for (const n of [1, 2, 3]) {
        asked.push(n)
        yield [[n]]
      }
    }
    const chunks = csvWriter(['n'], batches())
    await chunks.next()
    expect(asked).toEqual([])
    await chunks.next()
    expect(asked).toEqual([1])
    await chunks.return()
    expect(asked).toEqual([1])
  })
})

describe('detectSeparator', () => {
  test.each([
    ['nom;code;type', ';'],
    ['nom,code,type', ','],
    ['nom\tcode\ttype', '\t'],
    ['nom', ';'],
    ['', ';'],
    ['a;b,c', ';'],
    ['a,b\tc', ','],
    ['"nom, prénom, surnom";date', ';'],
    ['"a ""b"", c, d, e";f', ';'],
    ['nom,"lieu; canton; pays"', ','],
    ['\ufeffnom,prénom', ','],
  ])('%j → %j', (line, separator) => {
    expect(detectSeparator(line)).toBe(separator)
  })
})
