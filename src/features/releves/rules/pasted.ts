import { champCell, champText, KINDS, storedValue } from '../../../champs/index.ts'
import type { Champ } from '../../../champs/kind.ts'
import type { ReleveData } from '../../../db/schema.ts'
import { csvLines } from '../../../lib/csv.ts'
import { LineSplitter, type RawRecord, RecordReader } from '../../../lib/csv-reader.ts'
import { plural } from '../../../lib/text.ts'
import { quoted } from '../../../lib/typo.ts'
import type { ReleveColumn } from '../rows.ts'

/** More is no paste: a file goes to the import, which tells how far it is. */
export const MAX_PASTED_LINES = 2000
export const MAX_PASTED_LENGTH = 300_000

/** Cells of a spreadsheet, row by row, or why they cannot be taken. */
export type Pasted = { ok: true; rows: string[][] } | { ok: false; message: string }

const NOTHING = 'Collez ici les cases copiées dans le tableur.'
const TOO_MANY = `Ce texte est trop long\u00a0: ${MAX_PASTED_LINES} lignes au plus. Enregistrez le tableau en CSV, puis importez le fichier.`

/**
 * Reads cells as LibreOffice and Excel copy them: tabs between cells, one line a row, and quotes around a cell that holds a tab, a line
 * break or a quote. A line whose quotes close nothing has them as they stand. `hasHeads`: the first row is none.
 */
export function readPasted(text: string, hasHeads = false): Pasted {
  if (text.length > MAX_PASTED_LENGTH) return { ok: false, message: TOO_MANY }
  const splitter = new LineSplitter()
  const lines = [...splitter.push(text), ...splitter.end()]
  const reader = new RecordReader('\t')
  const records = [...reader.push(lines), ...reader.end()]
  const rows = records.flatMap((record) => cellsOf(record, lines)).slice(hasHeads ? 1 : 0)
  if (rows.length === 0) return { ok: false, message: NOTHING }
  return rows.length > MAX_PASTED_LINES ? { ok: false, message: TOO_MANY } : { ok: true, rows }
}

function cellsOf(record: RawRecord, lines: readonly (string | null)[]): string[][] {
  if ('problem' in record) return [(lines[record.ligne - 1] ?? '').split('\t')]
  return record.isBlank ? [] : [record.cells]
}

/** Values that every pasted row gets where no cell gives one, by name of the champ; a function counts them on, row by row. */
export type Fixed = ReadonlyMap<string, (index: number) => string>

interface Start {
  /** Default values of the source, the row above, and the view of the table. */
  defauts: ReleveData
  above: ReleveData | undefined
  view: { champ: Champ; raw: string } | undefined
}

/** Gives what a new row of the table would start with. */
export function fixedValues(champs: readonly Champ[], { defauts, above = {}, view }: Start): Fixed {
  const fixed = new Map<string, (index: number) => string>()
  for (const champ of champs) {
    const value = fixedValue(champ, champ.politique === 'defaut' ? defauts : above)
    if (value !== undefined) fixed.set(champ.nom, value)
  }
  if (view) fixed.set(view.champ.nom, () => view.raw)
  return fixed
}

function fixedValue(champ: Champ, from: ReleveData): ((index: number) => string) | undefined {
  const value = storedValue(from, champ.nom)
  const { isValue, next } = KINDS[champ.type]
  if (value === undefined || champ.politique === 'vide' || !isValue(value)) return undefined
  if (champ.politique !== 'incremente') return () => String(champCell(champ, from))
  return next && counter(champ, value, next)
}

function counter(champ: Champ, first: unknown, next: (value: unknown) => unknown) {
  return (index: number): string => {
    let value = first
    for (let n = 0; n <= index; n += 1) value = next(value)
    return champText(champ, { [champ.nom]: value })
  }
}

interface Filling {
  /** The columns of the table, from the one in which the first cell goes. */
  champs: readonly Champ[]
  /** Every field of the type. */
  all: readonly Champ[]
  fixed: Fixed
  columns: readonly ReleveColumn[]
}

/** A CSV file for the import of the source, or why the cells do not fit. */
export function csvOfPasted(
  rows: readonly string[][],
  { champs, all, fixed, columns }: Filling,
): Pasted | { ok: true; csv: string } {
  const trimmed = rows.map((row) => withoutEmptyEnd(row))
  const width = Math.max(1, ...trimmed.map((row) => row.length))
  const first = champs[0]
  if (first === undefined || width > champs.length)
    return {
      ok: false,
      message: `Les lignes collées ont ${plural(width, 'case', 'cases')}, et le tableau n’a plus que ${plural(champs.length, 'colonne', 'colonnes')} à partir de ${quoted(first?.label ?? '')}. Choisissez une autre première colonne, ou d’autres colonnes du tableau.`,
    }
  const taken = champs.slice(0, width)
  const lacking = all.find((champ) => champ.required && !taken.includes(champ) && !fixed.has(champ.nom))
  if (lacking)
    return {
      ok: false,
      message: `${quoted(lacking.label)} est obligatoire, et n’est pas parmi les colonnes collées (${taken.map(({ label }) => label).join(', ')}). Choisissez une autre première colonne.`,
    }
  const others = [...fixed.keys()].filter((nom) => !taken.some((champ) => champ.nom === nom))
  const header = (nom: string) =>
    columns.find(({ champ, part }) => champ.nom === nom && part === 'valeur')?.header ?? nom
  const heads = [...taken.map(({ nom }) => nom), ...others].map(header)
  const lines = trimmed.map((row, index) => [
    ...taken.map((_, at) => row[at] ?? ''),
    ...others.map((nom) => fixed.get(nom)?.(index) ?? ''),
  ])
  return { ok: true, csv: csvLines([heads, ...lines]) }
}

/** Spreadsheets copy empty cells at the end of a row too. */
function withoutEmptyEnd(row: readonly string[]): string[] {
  const last = row.findLastIndex((cell) => cell.trim() !== '')
  return row.slice(0, last + 1)
}
