import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { expect, test } from 'vitest'
import { LineSplitter, type RawRecord, RecordReader } from '../../src/lib/csv-reader.ts'

/** Gives the same numbers at each run: a file that fails is found again by its number. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

const SIGNS = [
  'a',
  'é',
  '"',
  '"',
  '""',
  ';',
  ';',
  '\n',
  '\n',
  '\r\n',
  '\r',
  ' ',
  '\t',
  '\u{1f600}',
  '\u0000',
  '\ufeff',
  ',',
  '";"',
]
const SEPARATORS = [';', ',', '\t'] as const
const WANTED = [1, 2, 3, undefined]

/** A nasty file: quotes, separators and line ends wherever they fall. */
function nasty(seed: number) {
  const next = dice(seed)
  const text = Array.from({ length: next(80) }, () => SIGNS[next(SIGNS.length)]).join('')
  return { text, next, separator: SEPARATORS[next(3)] ?? ';', wanted: WANTED[next(4)] }
}

function* cut(text: string, next: (sides: number) => number): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const length = 1 + next(7)
    yield text.slice(at, at + length)
    at += length
  }
}

function read(pieces: Iterable<string>, separator: ';' | ',' | '\t', wanted?: number): RawRecord[] {
  const lines = new LineSplitter()
  const reader = new RecordReader(separator, wanted)
  const records: RawRecord[] = []
  for (const piece of pieces) records.push(...reader.push(lines.push(piece)))
  return records.concat(reader.push(lines.end()), reader.end())
}

const FILES = 2000

test('a file reads the same however it is cut into pieces, inside a sign of two halves too', () => {
  for (let seed = 1; seed <= FILES; seed++) {
    const { text, next, separator, wanted } = nasty(seed)
    expect([seed, read(cut(text, next), separator, wanted)]).toEqual([seed, read([text], separator, wanted)])
  }
})

test('csv-parse finds the same cells in every record that is taken', () => {
  let taken = 0
  for (let seed = 1; seed <= FILES; seed++) {
    const { text, separator, wanted } = nasty(seed)
    const lines = text.split(/\r\n|\n|\r/)
    const records = read([text], separator, wanted)
    for (const [index, record] of records.entries()) {
      if ('problem' in record || record.isBlank) continue
      const own = lines.slice(record.ligne - 1, (records[index + 1]?.ligne ?? lines.length + 1) - 1)
      // A last line that is empty is none, and a line break at the very end belongs to no record.
      if (index === records.length - 1 && own.length > 1 && own.at(-1) === '') own.pop()
      const options = { delimiter: separator, record_delimiter: '\n', relax_quotes: true, relax_column_count: true }
      expect([seed, [record.cells]]).toEqual([seed, parse(own.join('\n'), options)])
      taken += 1
    }
  }
  expect(taken).toBeGreaterThan(FILES)
})

test('what csv-stringify wrote is read back to the letter', () => {
  for (let seed = 1; seed <= FILES; seed++) {
    const next = dice(seed)
    const cell = () => Array.from({ length: next(6) }, () => SIGNS[next(SIGNS.length)]).join('')
    const rows = Array.from({ length: 1 + next(4) }, () => [`n${cell()}`, cell(), cell()])
    const quoted = next(2) === 1
    const text = stringify(rows, { delimiter: ';', record_delimiter: '\r\n', quoted_match: /[\r\n"]/, quoted })
    const cells = read([text], ';', 3).map((record) => ('cells' in record ? record.cells : record.problem))
    // The line breaks inside a cell become one kind.
    expect([seed, cells]).toEqual([seed, rows.map((row) => row.map((one) => one.replace(/\r\n|\r/g, '\n')))])
  }
})

test('half a sign becomes the sign of what cannot be read', () => {
  expect(read(['a;\ud83d\n', '\ude00;"\ud83d', '\ude00"'], ';')).toEqual([
    { ligne: 1, cells: ['a', '\ufffd'], isBlank: false },
    { ligne: 2, cells: ['\ufffd', '\u{1f600}'], isBlank: false },
  ])
})
