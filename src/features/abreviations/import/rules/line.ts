import type { ImportLine, ParsedLine } from '../../../imports/kind.ts'
import { keyOf, MAX_ABBREVIATION, MAX_TEXT, objectionTo } from '../../rules/line.ts'

/** A line of the file. */
export interface AbbreviationCells {
  abreviation: string
  texte: string
  /** Name of the section; '' for a line of whoever imports. */
  section: string
}

export type LineOfFile = ImportLine<AbbreviationCells>

const TOO_LONG = `Une abréviation a ${MAX_ABBREVIATION} caractères au plus, son texte ${MAX_TEXT}.`

/** Reads a line, before anything is asked of the site. */
export function parseLineOfFile(cell: (nom: string) => string): ParsedLine<AbbreviationCells> {
  const row = { abreviation: keyOf(cell('abreviation')), texte: cell('texte'), section: cell('section') }
  if (row.abreviation.length > MAX_ABBREVIATION || row.texte.length > MAX_TEXT)
    return { ok: false, message: TOO_LONG, cle: null }
  const [message] = row.texte === '' ? ['Le texte manque.'] : Object.values(objectionTo(row))
  return message === undefined ? { ok: true, row, cle: null, renvoi: null } : { ok: false, message, cle: null }
}
