import type { TaskDeps } from '../../taches/loop.ts'
import type { Import, ImportLine, ImportSession, OwnLine } from '../kind.ts'
import type { StagedLine } from '../queries/lines.ts'
import { columnsOf } from '../rules/columns.ts'
import type { CsvRecord } from '../rules/csv-file.ts'
import { isEncoding } from '../rules/encoding.ts'
import { importFile } from '../rules/files.ts'
import { isKnownHeader } from '../rules/header.ts'
import type { DateWatch, LineCells } from '../rules/mapping.ts'
import { mojibakeMender } from '../rules/mojibake.ts'
import { openTable, readTable, type TableFile } from '../rules/table-file.ts'

/** Asked of every cell of a file: a look back from what was found costs a third of a look ahead of each sign. */
const CONTROL = /[\p{Cc}\p{Cs}](?<![\t\n\r])/u
const CONTROL_MESSAGE = 'Cette ligne contient un caractère interdit (caractère de contrôle).'
/** A line as it is first kept: read, or refused with its message. */
export type ReadLine<Row> =
  | { line: ImportLine<Row>; warning?: string | undefined }
  | { refused: StagedLine; message: string }

interface Reading<Row> {
  session: ImportSession<Row>
  cells: LineCells
  dates: DateWatch
  /** Mends cells that were read in the wrong encoding. */
  mend: ReturnType<typeof mojibakeMender>
  /** Lines in front that are ours, not of the file that somebody sent. */
  added: number
}

function readLine<Row>(record: CsvRecord, { session, cells, dates, mend, added }: Reading<Row>): ReadLine<Row> {
  const ligne = record.ligne - added
  if ('problem' in record) return refusedLine(ligne, record.problem)
  const mended = mend(record.cells)
  if ('problem' in mended) return refusedLine(ligne, mended.problem)
  if (mended.cells.some((cell) => CONTROL.test(cell))) return refusedLine(ligne, CONTROL_MESSAGE)
  dates.see(ligne, mended.cells)
  const parsed = session.parseLine(cells(mended.cells))
  return parsedLine({ ligne, parsed, warning: mended.warning })
}

function refusedLine(ligne: number, message: string, cle: string | null = null) {
  const refused: StagedLine = { ligne, action: 'refusee', rang: null, cle, renvoi: null, contenu: null }
  return { refused, message }
}

function parsedLine<Row>({ ligne, parsed, warning }: OwnLine<Row>): ReadLine<Row> {
  if (!parsed.ok) return refusedLine(ligne, parsed.message, parsed.cle)
  const { row, cle, renvoi } = parsed
  return { line: { ligne, row, cle, renvoi }, warning }
}

type OnBytes = (bytes: number) => void

/** The lines of a kind that reads them for itself. */
async function* ownLines<Row>(batches: AsyncGenerator<OwnLine<Row>[], void>): AsyncGenerator<ReadLine<Row>[], void> {
  for await (const lines of batches) yield lines.map(parsedLine)
}

async function* tableLines<Row>(
  reading: Reading<Row>,
  file: TableFile,
  size: () => number,
  onBytes: OnBytes,
): AsyncGenerator<ReadLine<Row>[], void> {
  for await (const records of readTable(file, size, onBytes)) yield records.map((record) => readLine(record, reading))
}

/** How the lines of an import are read, and the columns of its file that nobody reads. */
export interface LineSource<Row> {
  ignored: string[]
  /** Sentences on the file as a whole, once it is read. */
  remarks(): string[]
  read(size: () => number, onBytes: OnBytes): AsyncGenerator<ReadLine<Row>[], void>
}

export async function lineSource<Row>(
  deps: TaskDeps,
  imported: Import,
  session: ImportSession<Row>,
): Promise<LineSource<Row>> {
  if (session.lines) {
    const own = session.lines.bind(session)
    return { ignored: [], remarks: () => [], read: (size, onBytes) => ownLines(own(deps.storage, size, onBytes)) }
  }
  const path = await importFile(deps.storage, imported.fichier)
  const file = await openTable(path, {
    encodage: isEncoding(imported.encodage) ? imported.encodage : 'auto',
    feuille: imported.feuille,
    entete: imported.ligne_entete,
    fits: (headers) => isKnownHeader(headers, session.columns),
  })
  const { cells, ignored, dates } = columnsOf(file.headers, session, imported.correspondance)
  const mend = mojibakeMender(isEncoding(file.encodage) ? file.encodage : 'utf-8')
  const added = session.titledBy !== undefined && file.headers.includes(session.titledBy) ? 1 : 0
  const reading = { session, cells, dates, mend, added }
  return {
    ignored,
    remarks: () => dates.sentences(file.headers),
    read: (size, onBytes) => tableLines(reading, file, size, onBytes),
  }
}
