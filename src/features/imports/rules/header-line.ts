import { formatNumber } from '../../../lib/text.ts'
import { FileError } from './encoding.ts'

/** One of the first lines of a file: its cells, or why it cannot be read. */
export interface HeaderCandidate {
  ligne: number
  cells?: string[]
  problem?: string
}

export interface HeaderChoice {
  /** The line that somebody said has the names of the columns. */
  entete?: number | null
  /** Are these the names of columns that are known? */
  fits?: ((headers: string[]) => boolean) | undefined
}

const MAX_COLUMNS = 500

export const filled = (cells: readonly string[]): number =>
  cells.reduce((count, cell) => (cell.trim() === '' ? count : count + 1), 0)

/**
 * The line with the names of the columns: the one that was said, else the first whose names are known, else the first that is mostly
 * filled: a title above a table fills one cell or two. Undefined where there is no line at all.
 */
export function chosenHeader<T extends HeaderCandidate>(
  candidates: readonly T[],
  { entete, fits }: HeaderChoice,
  columnsOf: (candidate: T) => number = ({ cells }) => filled(cells ?? []),
): T | undefined {
  if (typeof entete === 'number') {
    const said = candidates.find(({ ligne }) => ligne === entete)
    if (said) return said
    throw new FileError(
      `La ligne ${formatNumber(entete)} est vide, ou trop loin du début\u00a0: elle ne peut pas porter les noms des colonnes.`,
    )
  }
  const known = candidates.find(({ cells }) => cells !== undefined && fits?.(cells))
  if (known) return known
  const most = candidates.reduce((max, candidate) => Math.max(max, columnsOf(candidate)), 0)
  const [first] = candidates
  // An error in the first line is told, whatever stands behind it.
  return first?.cells ? candidates.find((candidate) => 2 * columnsOf(candidate) >= most) : first
}

/** Signs that no text may hold, and that PostgreSQL cannot keep: a name is read without them. */
const FORBIDDEN = /(?![\t\n\r])[\p{Cc}\p{Cs}]/gu

/** The names without the empty ones at their end. FileError where they are more than any table has. */
export function ensureNotWide(headers: readonly string[]): string[] {
  const names = headers.map((header) => header.replace(FORBIDDEN, ''))
  const kept = names.slice(0, names.findLastIndex((name) => name.trim() !== '') + 1)
  if (kept.length > MAX_COLUMNS)
    throw new FileError(
      `Ce fichier a ${formatNumber(kept.length)} colonnes\u00a0: ${formatNumber(MAX_COLUMNS)} au plus sont lues. Gardez les seules colonnes utiles.`,
    )
  return kept
}
