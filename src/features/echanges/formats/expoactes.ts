import { type ActLetter, EXPOACTES_2, EXPOACTES_3, isActLetter } from '../rules/columns.ts'
import {
  type ActFormat,
  CHAIN,
  CHAINED,
  numberWarning,
  type ReadLine,
  tooFew,
  tooMany,
  valuesOf,
  wrongLetter,
} from './format.ts'

function read(columns: Record<ActLetter, readonly string[]>, cells: string[]): ReadLine {
  if (cells[0]?.trim() === CHAIN) return { aside: CHAINED }
  const letter = cells[5]?.trim() ?? ''
  if (!isActLetter(letter)) return { refused: wrongLetter(letter) }
  const names = columns[letter]
  if (cells.length < names.length) return { refused: tooFew(letter, cells.length, names.length) }
  if (cells.slice(names.length).some((cell) => cell.trim() !== ''))
    return { refused: tooMany(letter, cells.length, names.length) }
  const values = valuesOf(names, cells)
  return { act: { lettre: letter, values, warnings: numberWarning(values) } }
}

const backup = (cle: string, nom: string, columns: Record<ActLetter, readonly string[]>): ActFormat => ({
  ...{ cle, nom },
  isQuoted: true,
  read: (cells) => read(columns, cells),
})

/** The backups of ExpoActes: the columns of Nimègue, then what the site knows of the act. */
export const EXPOACTES: readonly ActFormat[] = [
  backup('EA32', 'sauvegarde d’ExpoActes (EA32)', EXPOACTES_3),
  backup('EA3', 'sauvegarde d’ExpoActes (EA3)', EXPOACTES_3),
  backup('EA2', 'sauvegarde d’ExpoActes (EA2)', EXPOACTES_2),
]
