import { columnName } from '../../../../lib/sheet-columns.ts'

/** A line of a sheet. `probleme`: why it cannot be taken, in French. */
export interface SheetRow {
  ligne: number
  cells: string[]
  probleme?: string | undefined
}

/** A workbook that was opened. Whoever opens it closes it. */
export interface Workbook {
  format: 'xlsx' | 'ods'
  /** The names of the sheets that hold cells, in their order, hidden ones last. */
  feuilles: string[]
  /** The first lines that hold something; quick, whatever the size of the workbook. */
  firstRows(feuille: string, count: number): Promise<SheetRow[]>
  /** All lines that hold something; `onShare` hears which part of them is read, from 0 to 1. */
  rows(feuille: string, onShare: (share: number) => void): AsyncGenerator<SheetRow[], void>
  close(): void
}

/** The lines of a sheet in both formats. */
export const MAX_ROWS = 1_048_576
/** More columns than any table has: what stands further right is told, never dropped. */
export const MAX_CELLS = 1000
/** As a line of text may have (`lib/csv-reader.ts`). */
export const MAX_ROW_LENGTH = 200_000

/** More than anybody finds his way in; all their names are shown and kept. */
export const MAX_SHEETS = 1000

export const TOO_MANY_SHEETS =
  'Ce classeur a plus de 1\u202f000 feuilles. Gardez la seule feuille utile, ou enregistrez-la au format CSV.'
export const TOO_LONG = 'Cette ligne est trop longue\u00a0: plus de 200\u202f000 caractères.'
const TOO_WIDE = 'Cette ligne a trop de cases\u00a0: plus de 1\u202f000.'
export const TOO_MANY_ROWS = 'Cette feuille a plus de 1\u202f048\u202f576 lignes. Partagez-la en plusieurs classeurs.'

export const errorIn = (at: number, shown: string): string =>
  `La colonne ${columnName(at)} contient une erreur du tableur (${shown.slice(0, 20)}). Corrigez-la ou videz la case.`

/** Fills a line cell by cell; what its spreadsheet could not compute, or what is too long, refuses the line. */
export class RowBuilder {
  #cells: string[] = []
  #length = 0
  #probleme: string | undefined

  set(at: number, text: string): void {
    if (text === '') return
    if (at >= MAX_CELLS) {
      this.#probleme ??= TOO_WIDE
      return
    }
    this.#length += text.length
    if (this.#length > MAX_ROW_LENGTH) {
      this.#probleme = TOO_LONG
      return
    }
    while (this.#cells.length < at) this.#cells.push('')
    this.#cells[at] = text
  }

  setError(at: number, shown: string): void {
    this.set(at, shown)
    this.#probleme ??= errorIn(at, shown)
  }

  /** The line, unless nothing is in it; the next one begins. */
  taken(ligne: number): SheetRow | undefined {
    const row = { ligne, cells: this.#cells, probleme: this.#probleme }
    this.#cells = []
    this.#length = 0
    this.#probleme = undefined
    const isBlank = row.probleme === undefined && row.cells.every((cell) => cell.trim() === '')
    return isBlank ? undefined : row
  }
}
