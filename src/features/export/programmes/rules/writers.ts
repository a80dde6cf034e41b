import { type ActLetter, EXPOACTES_3, NIMEGUE_V3 } from '../../../echanges/rules/columns.ts'
import { sortDay } from './dates.ts'

/** `NIMEGUEV3;…` with PHOTOS at the end, which looks like a final separator where there is none. */
export const nimegueLine = (lettre: ActLetter, cells: Readonly<Record<string, string>>): string =>
  `${[...NIMEGUE_V3[lettre], 'photos'].map((column) => (column === 'cle' ? 'NIMEGUEV3' : (cells[column] ?? ''))).join(';')}\r\n`

const quoted = (text: string): string => (text === '' ? '' : `"${text.replaceAll('"', '""')}"`)

/** A line of a backup of ExpoActes. `today`: the day of the export, which is that of the deposit there. */
export function backupLine(lettre: ActLetter, cells: Readonly<Record<string, string>>, today: string): string {
  const end: Record<string, string> = {
    date_tri: sortDay(cells.date ?? ''),
    id_expoactes: cells.id ?? '',
    // The administrator of a new ExpoActes.
    deposant: '1',
    depot: today,
    modification: today,
  }
  const [, ...columns] = EXPOACTES_3[lettre]
  return `EA32;${columns.map((column) => quoted(end[column] ?? cells[column] ?? '')).join(';')};\r\n`
}
