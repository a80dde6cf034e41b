import { stat } from 'node:fs/promises'
import { columnName } from '../../../lib/sheet-columns.ts'
import { quoted } from '../../../lib/typo.ts'
import { type CsvFile, type CsvRecord, openCsv, readCsv } from './csv-file.ts'
import { type Encoding, FileError } from './encoding.ts'
import { openWorkbook } from './feuilles/open.ts'
import type { SheetRow, Workbook } from './feuilles/workbook.ts'
import { chosenHeader, ensureNotWide, type HeaderChoice } from './header-line.ts'

/** A sheet of a workbook that is read as a table. */
interface SheetFile {
  path: string
  encodage: 'xlsx' | 'ods'
  headers: string[]
  headerLine: number
  feuille: string
  /** All its sheets, in their order. */
  feuilles: string[]
}

/** A file that is read as a table, whatever it is called: its first look. */
export type TableFile = (CsvFile & { feuille: null; feuilles: string[] }) | SheetFile

export interface TableChoice extends HeaderChoice {
  encodage: Encoding | 'auto'
  /** The sheet that was chosen; without one the first whose columns are known, else the first. */
  feuille?: string | null
}

/** The sheet that was asked for is not there. */
export class SheetError extends FileError {}

/** As many lines of a sheet are looked at for the header. */
const LOOKED_AT = 30

const listed = (names: readonly string[]): string => names.slice(0, 20).map(quoted).join(', ')

const sameName = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()

function saidSheet({ feuilles }: Workbook, said: string): string {
  const found = feuilles.find((nom) => nom === said) ?? feuilles.find((nom) => sameName(nom, said))
  if (found !== undefined) return found
  throw new SheetError(`Ce classeur n’a pas de feuille ${quoted(said)}. Il contient\u00a0: ${listed(feuilles)}.`)
}

interface Sheet {
  feuille: string
  rows: SheetRow[]
}

/** Sheets of a workbook are looked at one after the other until one fits. */
const MOST_SHEETS = 20

async function chosenSheet(workbook: Workbook, { feuille, fits }: TableChoice): Promise<Sheet> {
  const said = feuille?.trim() ? saidSheet(workbook, feuille) : undefined
  let first: Sheet | undefined
  for (const nom of said === undefined ? workbook.feuilles.slice(0, MOST_SHEETS) : [said]) {
    const sheet = { feuille: nom, rows: await workbook.firstRows(nom, LOOKED_AT) }
    if (said !== undefined || sheet.rows.some(({ cells }) => fits?.(cells))) return sheet
    if (sheet.rows.length > 0) first ??= sheet
  }
  if (first) return first
  throw new FileError(
    workbook.feuilles.length === 1
      ? 'La feuille de ce classeur est vide.'
      : 'Toutes les feuilles de ce classeur sont vides.',
  )
}

async function openSheet(path: string, workbook: Workbook, choice: TableChoice): Promise<TableFile> {
  const { feuille, rows } = await chosenSheet(workbook, choice)
  const header = chosenHeader(rows, choice)
  if (!header) throw new FileError(`La feuille ${quoted(feuille)} est vide.`)
  const { ligne, cells } = header
  const { format, feuilles } = workbook
  return { path, encodage: format, headers: ensureNotWide(cells), headerLine: ligne, feuille, feuilles }
}

/** Looks at the beginning of a file: what it is, which sheet, which columns. FileError where it is no table. */
export async function openTable(path: string, choice: TableChoice): Promise<TableFile> {
  const workbook = await openWorkbook(path)
  if (!workbook) return { ...(await openCsv(path, choice.encodage, choice)), feuille: null, feuilles: [] }
  try {
    return await openSheet(path, workbook, choice)
  } finally {
    workbook.close()
  }
}

/** The sheets of a workbook in their order, hidden ones last; none where the file is no workbook. */
export async function sheetsOf(path: string): Promise<string[]> {
  const workbook = await openWorkbook(path)
  workbook?.close()
  return workbook?.feuilles ?? []
}

/** As many cells as there are headers. A text behind the last of them has no name: it would be lost in silence. */
function sheetRecord({ ligne, cells, probleme }: SheetRow, count: number): CsvRecord {
  if (probleme !== undefined) return { ligne, problem: probleme }
  const extra = cells.findIndex((cell, at) => at >= count && cell.trim() !== '')
  if (extra !== -1) {
    const problem = `Cette ligne a trop de cases\u00a0: la colonne ${columnName(extra)}, qui n’a pas de titre, contient ${quoted((cells[extra] ?? '').slice(0, 60))}.`
    return { ligne, problem }
  }
  return { ligne, cells: Array.from({ length: count }, (_, at) => cells[at] ?? '') }
}

async function* readSheet(
  file: SheetFile,
  size: () => number,
  onBytes: (bytes: number) => void,
): AsyncGenerator<CsvRecord[], void> {
  const workbook = await openWorkbook(file.path)
  if (!workbook) throw new FileError('Ce fichier a changé pendant sa lecture. Envoyez-le de nouveau.')
  try {
    const bytes = (await stat(file.path)).size
    const waiting: CsvRecord[] = []
    for await (const rows of workbook.rows(file.feuille, (share) => onBytes(Math.floor(share * bytes)))) {
      for (const row of rows) if (row.ligne > file.headerLine) waiting.push(sheetRecord(row, file.headers.length))
      while (waiting.length >= size()) yield waiting.splice(0, size())
    }
    while (waiting.length > 0) yield waiting.splice(0, size())
  } finally {
    workbook.close()
  }
}

/**
 * The records behind the header, `size()` of them at a time; blank lines left out. Memory does not depend on the file. `onBytes`
 * hears how far it is read, in bytes of the file.
 */
export const readTable = (
  file: TableFile,
  size: () => number,
  onBytes: (bytes: number) => void = () => undefined,
): AsyncGenerator<CsvRecord[], void> =>
  file.feuille === null ? readCsv(file, size, onBytes) : readSheet(file, size, onBytes)
