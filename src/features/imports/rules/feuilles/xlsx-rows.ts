import { FileError } from '../encoding.ts'
import { type Epoch, type Look, storedText } from './values.ts'
import { MAX_CELLS, MAX_ROW_LENGTH, MAX_ROWS, RowBuilder, type SheetRow, TOO_LONG, TOO_MANY_ROWS } from './workbook.ts'
import { type Attributes, type Handlers, heard } from './xml.ts'

export interface SheetRules {
  looks: readonly Look[]
  epoch: Epoch
}

/** A line as it stands in the sheet: some of its cells are numbers of shared texts. */
export interface RawRow {
  row: SheetRow
  refs: { at: number; shared: number }[]
}

/** The line with its shared texts; undefined where nothing but blanks is in it. */
export function told({ row, refs }: RawRow, shared: (number: number) => string): SheetRow | undefined {
  const { cells } = row
  let length = 0
  for (const ref of refs) {
    const text = shared(ref.shared)
    length += text.length
    if (length > MAX_ROW_LENGTH) return { ligne: row.ligne, cells: [], probleme: TOO_LONG }
    while (cells.length <= ref.at) cells.push('')
    cells[ref.at] = text
  }
  return row.probleme === undefined && cells.every((cell) => cell.trim() === '') ? undefined : row
}

/** Signs that XML cannot hold are written `_x0009_`; line ends are as in a text file. */
export const plainText = (text: string): string =>
  text
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\r\n?/g, '\n')

/** The shared texts in their order; how a Japanese word is said (`rPh`) is no part of it. */
export function sharedTexts(bytes: AsyncIterable<Buffer>): AsyncGenerator<string[], void> {
  let texts: string[] = []
  let text = ''
  let isText = false
  let spoken = 0
  const handlers: Handlers = {
    open(name) {
      if (name === 'si') text = ''
      else if (name === 'rPh') spoken += 1
      else if (name === 't') isText = spoken === 0
    },
    close(name) {
      if (name === 'si') texts.push(plainText(text))
      else if (name === 'rPh') spoken -= 1
      else if (name === 't') isText = false
    },
    text(piece) {
      if (isText && text.length <= MAX_ROW_LENGTH) text += piece
    },
  }
  const taken = () => {
    const found = texts
    texts = []
    return found
  }
  return heard(bytes, handlers, { taken })
}

/** « BC12 » → 54; undefined without letters. */
function columnOf(reference: string | undefined): number | undefined {
  if (reference === undefined) return undefined
  let at = 0
  let i = 0
  for (; i < reference.length && i < 4; i += 1) {
    const code = reference.charCodeAt(i) & ~32
    if (code < 65 || code > 90) break
    at = at * 26 + code - 64
  }
  return i === 0 ? undefined : at - 1
}

/** The lines of a sheet as the parser comes by them. */
class SheetReader implements Handlers {
  readonly #rules: SheetRules
  readonly #builder = new RowBuilder()
  #rows: RawRow[] = []
  #refs: { at: number; shared: number }[] = []
  #ligne = 0
  #at = -1
  #type = 'n'
  #style = 0
  #text = ''
  #isText = false
  #spoken = 0
  isOver = false

  constructor(rules: SheetRules) {
    this.#rules = rules
  }

  taken(): RawRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'c') this.#openCell(attributes)
    else if (name === 'v') this.#isText = true
    else if (name === 'row') this.#openRow(Number(attributes.r ?? ''))
    else if (name === 't') this.#isText = this.#spoken === 0
    else if (name === 'rPh') this.#spoken += 1
  }

  close(name: string): void {
    if (name === 'c') this.#closeCell()
    else if (name === 'v' || name === 't') this.#isText = false
    else if (name === 'row') this.#closeRow()
    else if (name === 'rPh') this.#spoken -= 1
    else if (name === 'sheetData') this.isOver = true
  }

  /** A formula (`f`) is never looked at: what the spreadsheet made of it stands in `v`. */
  text(piece: string): void {
    if (this.#isText && this.#text.length <= MAX_ROW_LENGTH) this.#text += piece
  }

  #openRow(said: number): void {
    this.#ligne = Number.isInteger(said) && said > this.#ligne ? said : this.#ligne + 1
    if (this.#ligne > MAX_ROWS) throw new FileError(TOO_MANY_ROWS)
    this.#at = -1
  }

  #openCell({ r, t = 'n', s = '0' }: Attributes): void {
    this.#at = columnOf(r) ?? this.#at + 1
    this.#type = t
    this.#style = Number(s)
    this.#text = ''
    this.#isText = false
    this.#spoken = 0
  }

  #closeCell(): void {
    const text = this.#text
    if (text === '') return
    if (this.#type === 's' && this.#at < MAX_CELLS) this.#refs.push({ at: this.#at, shared: Number(text) })
    else if (this.#type === 'e') this.#builder.setError(this.#at, text)
    else this.#builder.set(this.#at, this.#told(text))
  }

  #told(text: string): string {
    if (this.#type === 'b') return text === '1' || text === 'true' ? 'oui' : 'non'
    if (this.#type === 'n') return storedText(text, this.#rules.looks[this.#style] ?? 'nombre', this.#rules.epoch)
    // A day as text, which the standard allows and few programs write.
    if (this.#type === 'd') return text.replace(/^([0-9]{4})-([0-9]{2})-([0-9]{2})(?:T00:00:00.*)?$/, '$3/$2/$1')
    return plainText(text)
  }

  #closeRow(): void {
    const refs = this.#refs
    const row = this.#builder.taken(this.#ligne)
    if (row || refs.length > 0) this.#rows.push({ row: row ?? { ligne: this.#ligne, cells: [] }, refs })
    this.#refs = []
  }
}

/** The lines of a sheet that hold something. */
export function sheetRows(
  bytes: AsyncIterable<Buffer>,
  rules: SheetRules,
  onBytes: (bytes: number) => void = () => undefined,
): AsyncGenerator<RawRow[], void> {
  const reader = new SheetReader(rules)
  return heard(bytes, reader, { taken: () => reader.taken(), isOver: () => reader.isOver, onBytes })
}
