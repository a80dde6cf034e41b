import { NumberCell } from '../../../lib/rows.ts'

/** The columns of the places, in the order of the specification (section 4, lieux/export/csv), for export and import alike. */
export const CSV_COLUMNS = ['nom', 'code', 'type', 'lieu_parent', 'latitude', 'longitude', 'note'] as const

/** Seven decimals, as coordinates are read: what is exported comes back the same. */
export const roundedCoordinate = (degrees: number): number => Number(degrees.toFixed(7)) + 0

/** Do two cells of a place say the same? */
export const isSameCell = (one: unknown, other: unknown): boolean =>
  typeof one === 'number' && typeof other === 'number'
    ? roundedCoordinate(one) === roundedCoordinate(other)
    : one === other

/** A number of degrees as a CSV cell, with the point of the specification and never in the notation of powers. */
export function coordinateCell(degrees: number | null): NumberCell | null {
  if (degrees === null) return null
  const rounded = roundedCoordinate(degrees)
  return new NumberCell(rounded, String(rounded).includes('e') ? rounded.toFixed(7) : String(rounded))
}
