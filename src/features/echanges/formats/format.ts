import { composed } from '../../../lib/text.ts'
import type { ForeignAct } from '../rules/act.ts'
import type { ActLetter } from '../rules/columns.ts'

/** A line of a file: an act, a line that is none (said why, and counted), or one that cannot be read. */
export type ReadLine = { act: ForeignAct } | { aside: string } | { refused: string }

/** A program's file of acts; each is one file here, and a line in `index.ts`. */
export interface ActFormat {
  /** The first cell of its first line, exactly. */
  cle: string
  /** « Nimègue V3 ». */
  nom: string
  /** Values stand in quotes, which are doubled inside. */
  isQuoted: boolean
  read(cells: string[]): ReadLine
}

/** Values by column, outer blanks off, empty ones left out; `§` breaks a line of the general comment alone. */
export function valuesOf(columns: readonly string[], cells: readonly string[]): Record<string, string> {
  const values: Record<string, string> = {}
  for (let at = 1; at < columns.length; at += 1) {
    const text = cells[at]?.trim() ?? ''
    if (text !== '') values[columns[at] ?? ''] = composed(text)
  }
  const general = values.commentaire_general
  if (general?.includes('§')) values.commentaire_general = general.replace(/\s*§\s*/g, '\n').trim()
  return values
}

/** The warning that a number of an act is none, which ExpoActes and broken lines give. */
export function numberWarning(values: Record<string, string>): string[] {
  const id = values.id
  if (id === undefined || /^[1-9][0-9]{0,17}$/.test(id)) return []
  return [`Le numéro de l’acte («\u00a0${id}\u00a0») n’en est pas un\u00a0: il n’est pas gardé.`]
}

export const wrongLetter = (text: string): string =>
  `Le type de l’acte, en sixième colonne, est «\u00a0${text.slice(0, 20)}\u00a0»\u00a0: N, M, D ou V étaient attendus.`

export const LETTER_NAMES: Record<ActLetter, string> = {
  N: 'naissance ou baptême',
  M: 'mariage',
  D: 'décès ou sépulture',
  V: 'acte divers',
}

export const tooFew = (letter: ActLetter, found: number, wanted: number): string =>
  `Il manque des colonnes\u00a0: cette ligne (${LETTER_NAMES[letter]}) en a ${found} au lieu de ${wanted}.`

export const tooMany = (letter: ActLetter, found: number, wanted: number): string =>
  `Cette ligne (${LETTER_NAMES[letter]}) a trop de colonnes\u00a0: ${found} au lieu de ${wanted}. Un point-virgule se trouve sans doute dans un texte\u00a0: remplacez-le par un point.`

/** The first file of a chain ends with the number of the next one. */
export const CHAIN = 'EA_NEXT'
export const CHAINED = 'Cette ligne annonce la suite de la sauvegarde dans un autre fichier.'
export const VARIANT = 'Cette ligne dit une variante de nom\u00a0: elle n’est pas un acte.'
