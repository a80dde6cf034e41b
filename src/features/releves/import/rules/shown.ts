import { champText } from '../../../../champs/index.ts'
import type { Champ } from '../../../../champs/kind.ts'
import { lecturesOf, lecturesText } from '../../../../champs/lectures.ts'
import { echoesOf } from '../../../../champs/read.ts'
import { ETAT_LABELS, etatOf } from '../../../../champs/states.ts'
import { cellOf, type ImportedRow, type LineReading } from './line.ts'

/** The text of a field with its state, as the preview shows it. */
function withState(text: string, etat: string): string {
  if (etat === '') return text
  return text === '' ? etat : `${text} (${etat})`
}

/** A line as the record that it becomes, with what was understood of its dates; one that becomes none any more, as typed. */
export function shownCells(champs: readonly Champ[], row: ImportedRow, reading: LineReading): string[] {
  if (!reading.ok) return champs.map(({ nom }) => withState(cellOf(row.cells, nom), cellOf(row.etats, nom)))
  const echoes = echoesOf(champs, reading.data)
  return champs.map((champ) => {
    const etat = etatOf(reading.etats, champ.nom)
    const text = `${champText(champ, reading.data)} ${echoes[champ.nom] ?? ''}`.trim()
    const stated = withState(text, etat === 'sur' ? '' : ETAT_LABELS[etat])
    return withState(stated, lecturesText(lecturesOf(reading.lectures, champ.nom)))
  })
}
