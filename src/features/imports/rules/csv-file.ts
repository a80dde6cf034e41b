import {
  detectSeparator,
  LineSplitter,
  type RawRecord,
  type RecordProblem,
  RecordReader,
  type Separator,
} from '../../../lib/csv-reader.ts'
import { decodedText, type Encoding, encodingOf, FileError } from './encoding.ts'
import { chosenHeader, ensureNotWide, filled, type HeaderCandidate, type HeaderChoice } from './header-line.ts'

export interface CsvFile {
  path: string
  encodage: Encoding
  separator: Separator
  /** Cells of the header as they are, and the number of its line. */
  headers: string[]
  headerLine: number
}

/** A record read into cells, or what is wrong with it. Cells are as many as the headers. */
export type CsvRecord = { ligne: number; cells: string[] } | { ligne: number; problem: string }

/** As much text as a header is looked for in, and as many lines as one may have. */
const HEADER_LENGTH = 256 * 1024
const MAX_HEADER_LINES = 50
const OPEN_QUOTE =
  'Un guillemet (") est ouvert et n’est jamais refermé. Fermez-le, ou doublez-le s’il fait partie du texte.'

const PROBLEMS: Record<RecordProblem, string> = {
  open_quote: OPEN_QUOTE,
  text_behind_quote:
    'Un guillemet (") est refermé au milieu d’une case. Doublez les guillemets qui font partie du texte.',
  too_long: 'Cette ligne est trop longue\u00a0: plus de 200\u202f000 caractères.',
}

async function firstText(path: string, encodage: Encoding): Promise<string> {
  let text = ''
  for await (const piece of decodedText(path, encodage)) {
    text += piece
    if (text.length >= HEADER_LENGTH) break
  }
  return text
}

/** As many lines are looked at for the header. */
const LOOKED_AT = 30

interface Candidate extends HeaderCandidate {
  separator: Separator
}

/** Each of the first lines is read as if it were the header; titles above a table have a separator of their own. */
function candidatesOf(lines: (string | null)[]): Candidate[] {
  return lines.slice(0, LOOKED_AT).flatMap((line, at): Candidate[] => {
    if (line === null || line.trim() === '') return []
    const separator = detectSeparator(line)
    const reader = new RecordReader(separator)
    const [record] = [...reader.push(lines.slice(at, at + MAX_HEADER_LINES)), ...reader.end()]
    const candidate = { separator, ligne: at + 1 }
    if (record && 'cells' in record) return [{ ...candidate, cells: record.cells }]
    return [{ ...candidate, problem: PROBLEMS[record?.problem ?? 'too_long'] }]
  })
}

/** A comma stands in titles and addresses too: it makes no columns of a line that nobody knows. */
const columnsOf = (candidate: Candidate): number =>
  candidate.separator === ',' || !candidate.cells ? 1 : filled(candidate.cells)

/** Looks at the beginning of a file: encoding, separator, headers. FileError where it is no CSV. */
export async function openCsv(
  path: string,
  choice: Encoding | 'auto',
  { entete = null, fits }: HeaderChoice = {},
): Promise<CsvFile> {
  const encodage = await encodingOf(path, choice)
  const text = await firstText(path, encodage)
  const splitter = new LineSplitter()
  const candidates = candidatesOf([...splitter.push(text), ...splitter.end()])
  const header = chosenHeader(candidates, { entete, fits }, columnsOf)
  if (!header) throw new FileError('Ce fichier est vide.')
  if (!header.cells)
    throw new FileError(`La première ligne, celle des noms de colonnes, ne peut pas être lue. ${header.problem}`)
  const { separator, cells, ligne } = header
  return { path, encodage, separator, headers: ensureNotWide(cells), headerLine: ligne }
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
const isKept = (record: RawRecord, { headerLine }: CsvFile): boolean =>
  record.ligne > headerLine && ('problem' in record || !record.isBlank)

function fittedRecord(record: RawRecord, { headers }: CsvFile): CsvRecord {
  const { ligne } = record
  if ('problem' in record) return { ligne, problem: PROBLEMS[record.problem] }
  const cells = fitted(record.cells, headers.length)
  return cells ? { ligne, cells } : { ligne, problem: counted(record.cells.length, headers.length) }
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
  const records = new RecordReader(file.separator, file.headers.length)
  const waiting: CsvRecord[] = []
  const keep = (found: RawRecord[]) => {
    for (const record of found) if (isKept(record, file)) waiting.push(fittedRecord(record, file))
  }
  const taken = () => waiting.splice(0, size())
  for await (const piece of decodedText(file.path, file.encodage, onBytes)) {
    keep(records.push(lines.push(piece)))
    while (waiting.length >= size()) yield taken()
  }
  keep([...records.push(lines.end()), ...records.end()])
  while (waiting.length > 0) yield taken()
}
