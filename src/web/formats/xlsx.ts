import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { ZipFile } from 'yazl'
import { guard } from '../../lib/csv.ts'
import { type Cell, NumberCell, type Rows } from '../../lib/rows.ts'
import { columnName } from '../../lib/sheet-columns.ts'
import type { ExportFormat } from './format.ts'

/** Lines of a sheet, that of the headers among them: Excel has no more. */
const MAX_ROWS = 1_048_576
/** Half the work of the usual level, for a file that is a tenth larger. */
const LEVEL = 3

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Styles by their number: 0 plain, 1 text that stays text whatever it looks like, 2 headers. */
const STYLES = `${DECLARATION}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

const SHEET_HEAD = `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`
const SHEET_TAIL = '</sheetData></worksheet>'

const SPECIAL = /[&<>\r]|_x[0-9A-Fa-f]{4}_|(?![\t\n])\p{Cc}|[\p{Cs}\ufffe\uffff]/u
const coded = (sign: string): string => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`

/** Text as XML; signs that XML cannot hold are written as Excel writes them. */
function escaped(text: string): string {
  if (!SPECIAL.test(text)) return text
  return text
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/(?![\t\n])[\p{Cc}\ufffe\uffff]/gu, coded)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

/**
 * An inline text is never computed; the apostrophe of the CSV is in front of what would be a formula all the same, as the file may be saved
 * as CSV, and as our imports take it off again.
 */
const textCell = (where: string, style: number, text: string): string =>
  `<c r="${where}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(guard(text))}</t></is></c>`

/** Dates are the texts of the CSV: a cell of Excel knows no day before 1900, and no doubt. */
function cellXml(cell: Cell, where: string, style: number): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'string') return textCell(where, style, cell)
  const value = cell instanceof NumberCell ? cell.value : cell
  return Number.isFinite(value) ? `<c r="${where}"><v>${value}</v></c>` : textCell(where, style, cell.toString())
}

/** One workbook as it grows: what is written comes out as bytes, at once or with what follows. */
class Workbook {
  readonly #zip = new ZipFile()
  readonly #headers: string[]
  readonly #columns: string[]
  #pieces: Buffer[] = []
  #sheet = new PassThrough()
  #sheets = 0
  #rows = 0
  #failure: Error | undefined

  constructor(headers: string[]) {
    this.#headers = headers
    this.#columns = headers.map((_, at) => columnName(at))
    this.#zip.outputStream.on('data', (piece: Buffer) => this.#pieces.push(piece))
    this.#zip.on('error', (error: Error) => {
      this.#failure = error
    })
  }

  taken(): Uint8Array {
    if (this.#failure) throw this.#failure
    return Buffer.concat(this.#pieces.splice(0))
  }

  async begin(): Promise<void> {
    this.#sheets += 1
    this.#rows = 0
    this.#sheet = new PassThrough()
    const options = { compressionLevel: LEVEL }
    this.#zip.addReadStream(this.#sheet, `xl/worksheets/sheet${this.#sheets}.xml`, options)
    await this.#write(SHEET_HEAD + this.#row(this.#headers, 2))
  }

  /** Lines that one sheet cannot hold go on in the next one. */
  async add(batch: Cell[][]): Promise<void> {
    for (let at = 0; at < batch.length; ) {
      if (this.#rows >= MAX_ROWS) {
        await this.#endSheet()
        await this.begin()
      }
      const fitting = batch.slice(at, at + MAX_ROWS - this.#rows)
      await this.#write(fitting.map((row) => this.#row(row, 1)).join(''))
      at += fitting.length
    }
  }

  async end(): Promise<void> {
    await this.#endSheet()
    for (const [name, content] of this.#frame()) this.#zip.addBuffer(Buffer.from(content), name)
    const ended = once(this.#zip.outputStream, 'end')
    this.#zip.end()
    await ended
  }

  #row(cells: readonly Cell[], style: number): string {
    this.#rows += 1
    const n = this.#rows
    let xml = `<row r="${n}">`
    cells.forEach((cell, at) => {
      xml += cellXml(cell, `${this.#columns[at]}${n}`, style)
    })
    return `${xml}</row>`
  }

  async #endSheet(): Promise<void> {
    await this.#write(SHEET_TAIL)
    this.#sheet.end()
  }

  /** Waits until it is on its way to the compressor, so that no more than a batch is in memory. */
  #write(xml: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#sheet.write(xml, (error) => (error ? reject(error) : resolve()))
    })
  }

  #frame(): [name: string, content: string][] {
    const numbers = Array.from({ length: this.#sheets }, (_, n) => n + 1)
    const each = (xml: (n: number) => string) => numbers.map(xml).join('')
    return [
      ['xl/styles.xml', STYLES],
      [
        'xl/workbook.xml',
        `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each((n) => `<sheet name="Feuille ${n}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
      ],
      [
        'xl/_rels/workbook.xml.rels',
        `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${each((n) => `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="rId0" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
      ],
      [
        '_rels/.rels',
        `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      ],
      [
        '[Content_Types].xml',
        `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${each((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${TYPE}.worksheet+xml"/>`)}</Types>`,
      ],
    ]
  }
}

async function* written({ headers, batches }: Rows): AsyncGenerator<Uint8Array, void> {
  const workbook = new Workbook(headers)
  await workbook.begin()
  yield workbook.taken()
  for await (const batch of batches) {
    await workbook.add(batch)
    yield workbook.taken()
  }
  await workbook.end()
  yield workbook.taken()
}

/** A workbook of Excel, which LibreOffice opens as well. */
export const xlsx: ExportFormat = {
  extension: 'xlsx',
  mediaType: `${TYPE}.sheet`,
  label: 'Excel',
  isForOthers: true,
  write: written,
}
