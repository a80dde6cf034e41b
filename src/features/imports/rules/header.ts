import { unguard } from '../../../lib/csv.ts'
import { quoted } from '../../../lib/typo.ts'
import type { ImportColumn } from '../kind.ts'
import { FileError } from './encoding.ts'

export interface Header {
  /** Position in the file of each known column that it has. */
  positions: Map<string, number>
  /** Columns of the file that nobody reads. */
  ignored: string[]
}

export const headerKey = (header: string): string => header.normalize('NFC').trim().toLowerCase()

const listed = (names: string[]): string => names.map(quoted).join(', ')

/** A column by each of its names, as `headerKey` gives them. */
const keysOf = ({ nom, aussi = [] }: ImportColumn): string[] => [nom, ...aussi].map(headerKey)

/** Finds the columns by their names, whatever case and outer blanks. FileError: one is missing, or there twice. */
export function readHeader(headers: string[], columns: ImportColumn[]): Header {
  const found = headers.map((header) => unguard(header.trim()))
  const keys = found.map(headerKey)
  const placesNamed = (names: readonly string[]) => keys.flatMap((key, at) => (names.includes(key) ? [at] : []))
  // Beside the column's own name another one means something else.
  const placesOf = (column: ImportColumn) => {
    const own = placesNamed([headerKey(column.nom)])
    return own.length > 0 ? own : placesNamed(keysOf(column))
  }
  const twice = columns.filter((column) => placesOf(column).length > 1)
  if (twice.length > 0)
    throw new FileError(`Ce nom de colonne est écrit plusieurs fois\u00a0: ${listed(twice.map(({ nom }) => nom))}.`)
  const missing = columns.filter((column) => column.required && placesOf(column).length === 0)
  if (missing.length > 0)
    throw new FileError(
      `Ce fichier n’a pas de colonne ${listed(missing.map(({ nom }) => nom))}. Sa première ligne doit porter les noms des colonnes\u00a0; elle contient\u00a0: ${listed(headers.slice(0, 20).map((text) => text.slice(0, 60)))}.`,
    )
  const positions = new Map(columns.flatMap((column) => placesOf(column).map((at) => [column.nom, at])))
  const known = new Set(positions.values())
  return { positions, ignored: found.filter((text, at) => headerKey(text) !== '' && !known.has(at)) }
}

/** Does a line name the columns: all that are needed, or where none is, as many known ones as others? */
export function isKnownHeader(headers: string[], columns: ImportColumn[]): boolean {
  const keys = headers.map((header) => headerKey(unguard(header.trim()))).filter((key) => key !== '')
  const needed = columns.filter(({ required }) => required)
  if (needed.length > 0) return needed.every((column) => keysOf(column).some((key) => keys.includes(key)))
  const names = new Set(columns.flatMap(keysOf))
  const known = keys.filter((key) => names.has(key)).length
  return known > 0 && 2 * known >= keys.length
}
