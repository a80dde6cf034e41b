// Workbooks as Excel and LibreOffice write them, made by hand: each test says the XML it is about.
import yazl from 'yazl'

/** The bytes of a zip with these files, in this order. */
export async function zipOf(files: Record<string, string | Buffer>, compress = true): Promise<Buffer> {
  const zip = new yazl.ZipFile()
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content as string), name, { compress })
  zip.end()
  const pieces: Buffer[] = []
  for await (const piece of zip.outputStream) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

interface Xlsx {
  /** The XML inside `sheetData` of each sheet; `!` in front of a name hides it. */
  sheets: Record<string, string>
  /** Shared texts, as XML inside `si` where they begin with `<`. */
  texts?: string[]
  /** Formats of numbers: the style s="n" is the n-th of them; a number is a built-in one. */
  formats?: (string | number)[]
  is1904?: boolean
  /** This XML stands behind `sheetData`. */
  after?: string
}

const text = (one: string): string => (one.startsWith('<') ? one : `<t xml:space="preserve">${escaped(one)}</t>`)

function stylesOf(formats: (string | number)[]): string {
  const own = formats.flatMap((code, n) => (typeof code === 'string' ? [[164 + n, code] as const] : []))
  const ids = formats.map((code, n) => (typeof code === 'string' ? 164 + n : code))
  return `${DECLARATION}<styleSheet xmlns="${MAIN}"><numFmts count="${own.length}">${own
    .map(([id, code]) => `<numFmt numFmtId="${id}" formatCode="${escaped(code)}"/>`)
    .join('')}</numFmts><cellStyleXfs count="1"><xf numFmtId="14"/></cellStyleXfs><cellXfs>${ids
    .map((id) => `<xf numFmtId="${id}" fontId="0" xfId="0"/>`)
    .join('')}</cellXfs></styleSheet>`
}

/** The files of a workbook of Excel. */
export function xlsxFiles({ sheets, texts = [], formats = [0], is1904 = false, after = '' }: Xlsx) {
  const names = Object.keys(sheets)
  const rels = [
    ...names.map(
      (_, n) => `<Relationship Id="rId${n + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${n + 1}.xml"/>`,
    ),
    `<Relationship Id="rId90" Type="${RELATIONS}/styles" Target="/xl/styles.xml"/>`,
    `<Relationship Id="rId91" Type="${RELATIONS}/sharedStrings" Target="sharedStrings.xml"/>`,
    `<Relationship Id="rId92" Type="${RELATIONS}/hyperlink" Target="http://exemple.invalid/" TargetMode="External"/>`,
  ]
  const files: Record<string, string> = {
    '[Content_Types].xml': `${DECLARATION}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    '_rels/.rels': `${DECLARATION}<Relationships><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${names
      .map((name, n) => {
        const state = name.startsWith('!') ? ' state="hidden"' : ''
        return `<sheet name="${escaped(name.replace('!', ''))}" sheetId="${n + 1}"${state} r:id="rId${n + 1}"/>`
      })
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${DECLARATION}<Relationships>${rels.join('')}</Relationships>`,
    'xl/styles.xml': stylesOf(formats),
    'xl/sharedStrings.xml': `${DECLARATION}<sst xmlns="${MAIN}" count="${texts.length}" uniqueCount="${texts.length}">${texts
      .map((one) => `<si>${text(one)}</si>`)
      .join('')}</sst>`,
  }
  names.forEach((name, n) => {
    files[`xl/worksheets/sheet${n + 1}.xml`] =
      `${DECLARATION}<worksheet xmlns="${MAIN}"><cols><col min="1" max="3"/></cols><sheetData>${sheets[name]}</sheetData>${after}</worksheet>`
  })
  return files
}

export const xlsxOf = (book: Xlsx): Promise<Buffer> => zipOf(xlsxFiles(book))

/** Lines of inline texts, from line `first` on. */
export const inlineRows = (rows: string[][], first = 1): string =>
  rows
    .map(
      (cells, n) =>
        `<row r="${first + n}">${cells.map((cell) => (cell === '' ? '<c/>' : `<c t="inlineStr"><is>${text(cell)}</is></c>`)).join('')}</row>`,
    )
    .join('')

export const ODS_TYPE = 'application/vnd.oasis.opendocument.spreadsheet'

/** The files of a workbook of LibreOffice; of each table what stands inside. */
export function odsFiles(tables: Record<string, string>, type = ODS_TYPE): Record<string, string> {
  const names = ['office', 'table', 'text', 'draw', 'calcext', 'dc'].map((name) => `xmlns:${name}="urn:${name}"`)
  const body = Object.entries(tables)
    .map(
      ([name, rows]) =>
        `<table:table table:name="${escaped(name)}" table:style-name="ta1"><table:table-column table:number-columns-repeated="16384"/>${rows}</table:table>`,
    )
    .join('')
  return {
    mimetype: type,
    'content.xml': `${DECLARATION}<office:document-content ${names.join(' ')}><office:automatic-styles/><office:body><office:spreadsheet>${body}</office:spreadsheet></office:body></office:document-content>`,
    'META-INF/manifest.xml': `${DECLARATION}<manifest:manifest xmlns:manifest="urn:m"><manifest:file-entry manifest:full-path="/"/></manifest:manifest>`,
  }
}

export const odsOf = (tables: Record<string, string>): Promise<Buffer> => zipOf(odsFiles(tables))

const odsCell = (cell: string): string =>
  cell === ''
    ? '<table:table-cell/>'
    : `<table:table-cell office:value-type="string" calcext:value-type="string"><text:p>${escaped(cell)}</text:p></table:table-cell>`

/** Lines of texts. */
export const odsRows = (rows: string[][]): string =>
  rows.map((cells) => `<table:table-row>${cells.map(odsCell).join('')}</table:table-row>`).join('')
