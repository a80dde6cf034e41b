import { FileError } from '../encoding.ts'
import { numberText, odsDateText, timeText } from './values.ts'
import { MAX_CELLS, MAX_ROW_LENGTH, MAX_ROWS, RowBuilder, type SheetRow, TOO_MANY_ROWS } from './workbook.ts'
import { type Attributes, type Handlers, heard } from './xml.ts'

const repeated = (text: string | undefined): number => Math.max(1, Math.min(Number(text ?? '1') || 1, 2 ** 31))

/** A cell that stores 1001 and shows 01001 was typed so. */
const isPadded = (shown: string, value: string): boolean => /^0[0-9]+$/.test(shown) && Number(shown) === Number(value)

/** Tells a stored value as a clerk would type it; `shown` is the text that the cell is looked at by. */
function stored(attributes: Attributes, shown: string): string {
  const value = attributes['office:value'] ?? ''
  switch (attributes['office:value-type']) {
    case 'float':
    case 'percentage':
    case 'currency':
      return isPadded(shown, value) ? shown : numberText(value)
    case 'date':
      return odsDateText(attributes['office:date-value'] ?? '', shown)
    case 'time':
      return timeText(attributes['office:time-value'] ?? '')
    case 'boolean':
      return attributes['office:boolean-value'] === 'true' ? 'oui' : 'non'
    default:
      return attributes['office:string-value'] || shown
  }
}

/** Notes, pictures and shapes stand in a cell beside its text. */
const isAside = (name: string, prefix: string): boolean =>
  name === 'annotation' || name === 'ruby-text' || name === 'shapes' || prefix === 'draw'

/** The lines of one table as the parser comes by them. */
class OdsReader implements Handlers {
  readonly #feuille: string
  readonly #builder = new RowBuilder()
  #rows: { row: SheetRow; times: number }[] = []
  /** How deep in tables, and in which of them: a cell may hold another table. */
  #tables = 0
  #isWanted = false
  #asides = 0
  #ligne = 1
  #times = 1
  #at = 0
  #cell: Attributes | undefined
  #paragraphs = 0
  #depth = 0
  #text = ''
  isOver = false

  constructor(feuille: string) {
    this.#feuille = feuille
  }

  taken(): { row: SheetRow; times: number }[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  open(name: string, attributes: Attributes, prefix: string): void {
    if (this.#asides > 0 || isAside(name, prefix)) this.#asides += 1
    else if (name === 'table') this.#openTable(attributes)
    else if (this.#isWanted && this.#tables === 1) this.#openInside(name, attributes)
  }

  close(name: string): void {
    if (this.#asides > 0) this.#asides -= 1
    else if (name === 'table') this.#closeTable()
    else if (this.#isWanted && this.#tables === 1) this.#closeInside(name)
  }

  text(piece: string): void {
    if (this.#depth > 0 && this.#asides === 0) this.#add(piece.replace(/[ \t\r\n]+/g, ' '))
  }

  #add(piece: string): void {
    if (this.#text.length <= MAX_ROW_LENGTH) this.#text += piece
  }

  #openTable(attributes: Attributes): void {
    this.#tables += 1
    if (this.#tables === 1 && attributes['table:name'] === this.#feuille && !this.isOver) this.#isWanted = true
  }

  #closeTable(): void {
    this.#tables -= 1
    if (this.#tables === 0 && this.#isWanted) {
      this.#isWanted = false
      this.isOver = true
    }
  }

  #openInside(name: string, attributes: Attributes): void {
    if (name === 'table-cell' || name === 'covered-table-cell') {
      this.#cell = attributes
      this.#paragraphs = 0
      this.#text = ''
    } else if (name === 'table-row') {
      this.#times = repeated(attributes['table:number-rows-repeated'])
      this.#at = 0
    } else if (this.#cell !== undefined) this.#openText(name, attributes)
  }

  #openText(name: string, attributes: Attributes): void {
    if (name === 'p' || name === 'h') {
      if (this.#paragraphs > 0) this.#add('\n')
      this.#paragraphs += 1
      this.#depth += 1
    } else if (name === 's') this.#add(' '.repeat(Math.min(repeated(attributes['text:c']), 1000)))
    else if (name === 'tab') this.#add('\t')
    else if (name === 'line-break') this.#add('\n')
  }

  #closeInside(name: string): void {
    if (name === 'p' || name === 'h') this.#depth = Math.max(0, this.#depth - 1)
    else if (name === 'table-cell' || name === 'covered-table-cell') this.#closeCell(name === 'table-cell')
    else if (name === 'table-row') this.#closeRow()
  }

  /** A cell that is covered by another may keep what it held before they were merged: nobody sees it. */
  #closeCell(isShown: boolean): void {
    const cell = this.#cell ?? {}
    const times = repeated(cell['table:number-columns-repeated'])
    const isError = cell['calcext:value-type'] === 'error'
    const text = isShown ? (isError ? this.#text : stored(cell, this.#text)) : ''
    const end = text === '' ? this.#at : Math.min(this.#at + times, this.#at > MAX_CELLS ? this.#at + 1 : MAX_CELLS + 1)
    for (let at = this.#at; at < end; at += 1) {
      if (isError) this.#builder.setError(at, text)
      else this.#builder.set(at, text)
    }
    this.#at += times
    this.#cell = undefined
    this.#depth = 0
  }

  /** Lines of nothing cost nothing, be they a million. */
  #closeRow(): void {
    const row = this.#builder.taken(this.#ligne)
    if (row) this.#rows.push({ row, times: this.#times })
    this.#ligne += this.#times
    if (row && this.#ligne > MAX_ROWS + 1) throw new FileError(TOO_MANY_ROWS)
  }
}

/** As many lines as are handed on at once where one line is said to stand there many times. */
const AT_ONCE = 500

function* multiplied(found: { row: SheetRow; times: number }[]): Generator<SheetRow[], void> {
  let rows: SheetRow[] = []
  for (const { row, times } of found) {
    for (let n = 0; n < times; n += 1) {
      rows.push({ ...row, cells: [...row.cells], ligne: row.ligne + n })
      if (rows.length >= AT_ONCE) {
        yield rows
        rows = []
      }
    }
  }
  if (rows.length > 0) yield rows
}

/** The lines of a table that hold something. */
export async function* odsRows(
  bytes: AsyncIterable<Buffer>,
  feuille: string,
  onBytes: (bytes: number) => void = () => undefined,
): AsyncGenerator<SheetRow[], void> {
  const reader = new OdsReader(feuille)
  const options = { taken: () => reader.taken(), isOver: () => reader.isOver, onBytes }
  for await (const found of heard(bytes, reader, options)) yield* multiplied(found)
}
