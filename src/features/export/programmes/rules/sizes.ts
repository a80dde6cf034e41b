import type { ActLetter } from '../../../echanges/rules/columns.ts'

const BY_COLUMN: Readonly<Record<string, number>> = {
  ...{ code_insee: 12, commune: 40, code_departement: 10, departement: 40, date: 10, date_republicaine: 25 },
  ...{ cote: 40, libre: 50, sigle: 5, libelle: 50 },
}
const BY_PART: Readonly<Record<string, number>> = {
  ...{ nom: 30, prenom: 35, sexe: 1, commentaire: 70, origine: 35, naissance: 10, profession: 35 },
}
/** A former spouse has the room that V2 needed for the whole person, ages have two sizes, three professions are shorter. */
const EXCEPTIONS: Readonly<Record<ActLetter, Readonly<Record<string, number>>>> = {
  N: {},
  M: { ex_nom: 50, epouse_ex_nom: 50, age: 15, epouse_age: 8, epouse_profession: 30 },
  D: { age: 15, conjoint_profession: 30 },
  V: { ex_nom: 50, second_ex_nom: 50, age: 15, second_age: 8, second_profession: 30 },
}
/** Bytes, which cp1252 has as many of as signs. */
const GENERAL = 65_535

/** The signs that a column of Nimègue has room for, in ExpoActes' tables; infinitely many where none are counted. */
export function sizeOf(letter: ActLetter, column: string): number {
  const known = KNOWN[letter].get(column)
  if (known !== undefined) return known
  const size = sizeIn(letter, column)
  KNOWN[letter].set(column, size)
  return size
}

/** Each cell of each act asks. */
const KNOWN: Record<ActLetter, Map<string, number>> = { N: new Map(), M: new Map(), D: new Map(), V: new Map() }

function sizeIn(letter: ActLetter, column: string): number {
  if (column === 'commentaire_general') return GENERAL
  const part = column.split('_').at(-1) ?? ''
  return EXCEPTIONS[letter][column] ?? BY_COLUMN[column] ?? BY_PART[part] ?? Number.POSITIVE_INFINITY
}

/** In these a longer text may have ExpoActes drop the rest of the file: they are always cut. */
export const ALWAYS_CUT: ReadonlySet<string> = new Set([
  'commune',
  'departement',
  'date',
  'nom',
  'prenom',
  'commentaire_general',
])
