import { parse } from 'csv-parse/sync'
import { detectSeparator, type Separator } from '../../../lib/csv.ts'
import { decodedText, type Encodage, encodingOf, FileError } from './encoding.ts'
import { LineSplitter, type RawRecord, type RecordProblem, RecordSplitter } from './records.ts'

export interface CsvFile {
  path: string
  encodage: Encodage
  separator: Separator
  /** Cells of the header as they are, and the number of its line. */
  headers: string[]
  headerLine: number
}

/** A record read into cells, or what is wrong with it. Cells are as many as the headers. */
export type CsvRecord = { ligne: number; cells: string[] } | { ligne: number; problem: string }

/** As much text as a header is looked for in. */
const HEADER_LENGTH = 256 * 1024
const OPEN_QUOTE =
  'Un guillemet (") est ouvert et n’est jamais refermé. Fermez-le, ou doublez-le s’il fait partie du texte.'

const PROBLEMS: Record<RecordProblem, string> = {
  guillemet_ouvert: OPEN_QUOTE,
  guillemet_mal_ferme:
    'Un guillemet (") est refermé au milieu d’une case. Doublez les guillemets qui font partie du texte.',
  trop_long: 'Cette ligne est trop longue\u00a0: plus de 200\u202f000 caractères.',
}

const isBlank = (text: string, separator: Separator): boolean =>
  text.trim() === '' || (text.replaceAll(separator, '').trim() === '' && !text.includes('"'))

async function firstText(path: string, encodage: Encodage): Promise<string> {
  let text = ''
  for await (const piece of decodedText(path, encodage)) {
    text += piece
    if (text.length >= HEADER_LENGTH) break
  }
  return text
}

function cellsOf(texts: string[], separator: Separator): string[][] {
  const options = { delimiter: separator, record_delimiter: '\n', relax_quotes: true, relax_column_count: true }
  const rows: string[][] = parse(texts.join('\n'), options)
  if (rows.length !== texts.length) throw new Error(`csv-parse made ${rows.length} records of ${texts.length}`)
  return rows
}

/** Looks at the beginning of a file: encoding, separator, headers. FileError where it is no CSV. */
export async function openCsv(path: string, choice: Encodage | 'auto'): Promise<CsvFile> {
  const encodage = await encodingOf(path, choice)
  const text = await firstText(path, encodage)
  const lines = text.split(/\r\n|\n|\r/)
  const first = lines.findIndex((line) => line.trim() !== '')
  if (first === -1) throw new FileError('Ce fichier est vide.')
  const separator = detectSeparator(lines[first] ?? '')
  const splitter = new RecordSplitter(separator)
  const [record] = [...splitter.push(lines.slice(first)), ...splitter.end()]
  if (!record || 'problem' in record)
    throw new FileError(
      `La première ligne, celle des noms de colonnes, ne peut pas être lue. ${PROBLEMS[record?.problem ?? 'trop_long']}`,
    )
  const [headers = []] = cellsOf([record.text], separator)
  return { path, encodage, separator, headers, headerLine: first + 1 }
}

/** Extra cells without text are no harm: spreadsheets leave them behind. */
function fitted(cells: string[], count: number): string[] | undefined {
  const extra = cells.slice(count)
  return cells.length >= count && extra.every((cell) => cell.trim() === '') ? cells.slice(0, count) : undefined
}

function counted(found: number, wanted: number): string {
  const much = found > wanted ? 'trop' : 'trop peu'
  return `Cette ligne a ${much} de cases\u00a0: ${found} au lieu de ${wanted}. Vérifiez les séparateurs et les guillemets.`
}

/** Neither the header, nor what comes before it, nor a blank line. */
const isKept = (record: RawRecord, { separator, headerLine }: CsvFile): boolean =>
  record.ligne > headerLine && ('problem' in record || !isBlank(record.text, separator))

function read(kept: RawRecord[], { separator, headers }: CsvFile): CsvRecord[] {
  const rows = cellsOf(
    kept.flatMap((record) => ('text' in record ? [record.text] : [])),
    separator,
  )
  let next = 0
  return kept.map((record) => {
    const { ligne } = record
    if ('problem' in record) return { ligne, problem: PROBLEMS[record.problem] }
    const cells = rows[next] ?? []
    next += 1
    const fit = fitted(cells, headers.length)
    return fit ? { ligne, cells: fit } : { ligne, problem: counted(cells.length, headers.length) }
  })
}

/**
 * The records behind the header, `size()` of them at a time; blank lines left out. Memory does not depend on the file. `onBytes`
 * hears how many bytes of it are read.
 */
export async function* readCsv(
  file: CsvFile,
  size: () => number,
  onBytes?: (bytes: number) => void,
): AsyncGenerator<CsvRecord[], void> {
  const lines = new LineSplitter()
  const records = new RecordSplitter(file.separator, file.headers.length)
  let waiting: RawRecord[] = []
  const keep = (found: RawRecord[]) => {
    waiting = waiting.concat(found.filter((record) => isKept(record, file)))
  }
  const taken = () => read(waiting.splice(0, size()), file)
  for await (const piece of decodedText(file.path, file.encodage, onBytes)) {
    keep(records.push(lines.push(piece)))
    while (waiting.length >= size()) yield taken()
  }
  keep([...records.push(lines.end()), ...records.end()])
  while (waiting.length > 0) yield taken()
}
