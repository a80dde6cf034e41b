import type { Cell } from './rows.ts'

/** Byte-order mark: without it spreadsheets read our UTF-8 as Windows-1252. */
export const BOM = '\ufeff'

// Spreadsheets set to Japanese or Chinese compute what begins with the full-width signs too.
const WOULD_BE_FORMULA = /^'*[=+\-@\t\r＝＋－＠]/
const IS_GUARDED = /^'+[=+\-@\t\r＝＋－＠]/

/**
 * A text as it is written in a cell: one `'` in front of what a spreadsheet would compute (OWASP, CSV injection). A text that
 * already has apostrophes there gets one more, which makes `unguard` the exact inverse (reliability.md T11).
 */
export function guard(text: string): string {
  return WOULD_BE_FORMULA.test(text) ? `'${text}` : text
}

/** The text of a cell that `guard` wrote; the cells of other programs pass unchanged unless guarded the same way. */
export function unguard(cell: string): string {
  return IS_GUARDED.test(cell) ? cell.slice(1) : cell
}

// A lone line break inside a cell would end the line for most readers.
const NEEDS_QUOTES = /[";\r\n]/

function quoted(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Numbers are never guarded, as figures compute nothing; null is an empty cell. */
function written(cell: Cell): string {
  if (typeof cell === 'string') return cell === '' ? '' : quoted(guard(cell))
  return cell === null ? '' : quoted(cell.toString())
}

/** A text that needs quotes or a guard, or begins as one that might. */
const IS_ODD = /^['=+\-@\t＝＋－＠]|[";\r\n]/

/** The cells of most lines are written as they are. */
function plainLine(row: readonly Cell[]): string | undefined {
  for (const cell of row) {
    if (cell === null || cell === '') continue
    if (IS_ODD.test(typeof cell === 'string' ? cell : cell.toString())) return undefined
  }
  return row.join(';')
}

function line(row: Cell[]): string {
  const text = plainLine(row) ?? row.map(written).join(';')
  // An only column that is empty would be an empty line, which readers skip.
  return row.length === 1 && text === '' ? '""' : text
}

/** Records as CSV lines: `;`, CRLF after each, quotes where needed, texts guarded. */
export function csvLines(rows: Cell[][]): string {
  let text = ''
  for (const row of rows) text += `${line(row)}\r\n`
  return text
}

/** A CSV file in pieces, one for each batch of rows, so that memory stays flat whatever the number of rows. */
export async function* csvWriter(
  header: string[],
  batches: AsyncIterable<Cell[][]> | Iterable<Cell[][]>,
): AsyncGenerator<string, void> {
  yield BOM + csvLines([header])
  for await (const batch of batches) {
    if (batch.length > 0) yield csvLines(batch)
  }
}
